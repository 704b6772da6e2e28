import { describe, expect, it } from 'vitest'
import { fromStored, toStored } from './stored.ts'

const file = '0197f1c2-0000-7000-8000-000000000001'

describe('a text between the server and the editor', () => {
  it.each([
    ['<p>设 \\(a+b\\) 为实数</p>', '<p>设 <span data-tex="a+b"></span> 为实数</p>'],
    ['<p>\\[x^2\\]</p>', '<p><span data-tex="x^2" data-display=""></span></p>'],
  ])('opens %s as %s, and stores it as it was', (stored, opened) => {
    expect(fromStored(stored)).toBe(opened)
    expect(toStored(opened)).toBe(stored)
  })

  it('takes what is written as code for no formula', () => {
    const code = '<pre><code>\\(a\\)</code></pre>'
    expect(fromStored(code)).toBe(code)
  })

  it('keeps a source that looks like markup', () => {
    const opened = fromStored('<p>\\(a&lt;b\\)</p>')
    expect(toStored(opened)).toBe('<p>\\(a&lt;b\\)</p>')
  })

  it('names pictures by their file, and leaves out those that are still under way', () => {
    expect(toStored(`<p><img data-file="${file}" src="blob:1"></p>`)).toBe(`<p><img data-file="${file}"></p>`)
    expect(
      toStored('<figure><img data-file="pending-12"><figcaption>图一</figcaption></figure><p>文</p>'),
    ).toBe('<p>文</p>')
  })

  it('drops widths, styles and the empty lines at the end; an empty text is none', () => {
    expect(
      toStored('<table><colgroup><col></colgroup><tbody><tr><td style="x">一</td></tr></tbody></table>'),
    ).toBe('<table><tbody><tr><td>一</td></tr></tbody></table>')
    expect(toStored('<p>文</p><p></p><p></p>')).toBe('<p>文</p>')
    expect(toStored('<p></p>')).toBe('')
  })
})
