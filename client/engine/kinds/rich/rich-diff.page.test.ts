import { describe, expect, it } from 'vitest'
import { richDiff } from './rich-diff.ts'

describe('two versions of a text as one', () => {
  it.each([
    ['<p>一样的</p>', '<p>一样的</p>', '<p>一样的</p>'],
    ['<p>我在一中任教</p>', '<p>我在二中任教</p>', '<p>我在<del>一</del><ins>二</ins>中任教</p>'],
    ['<p>see abc</p>', '<p>see abd</p>', '<p>see <del>abc</del><ins>abd</ins></p>'],
    ['<p>满分 100 分</p>', '<p>满分 120 分</p>', '<p>满分 <del>100</del><ins>120</ins> 分</p>'],
  ])('marks words within a paragraph: %s, %s', (before, after, marked) => {
    expect(richDiff(before, after)).toBe(marked)
  })

  it('joins neighbouring letters of one change, so that a screen reader reads a word', () => {
    expect(richDiff('<p>教研活动</p>', '<p>教研</p>')).toBe('<p>教研<del>活动</del></p>')
    expect(richDiff('<p>教研</p>', '<p>教研活动</p>')).toBe('<p>教研<ins>活动</ins></p>')
  })

  it('marks whole paragraphs that came or went, between those that stay', () => {
    expect(richDiff('<p>甲</p><p>丙</p>', '<p>甲</p><h3>乙</h3><p>丙</p>')).toBe(
      '<p>甲</p><ins><h3>乙</h3></ins><p>丙</p>',
    )
    expect(richDiff('<p>甲</p><h3>乙</h3><p>丙</p>', '<p>甲</p><p>丙</p>')).toBe(
      '<p>甲</p><del><h3>乙</h3></del><p>丙</p>',
    )
  })

  it('marks within items and cells, because a list or a row allows no mark around them', () => {
    expect(richDiff('<ul><li>甲</li></ul>', '<ul><li>甲</li><li>乙</li></ul>')).toBe(
      '<ul><li>甲</li><li><ins>乙</ins></li></ul>',
    )
    const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    expect(richDiff(table(row('语文', '3')), table(row('语文', '4')))).toBe(
      table(row('语文', '<del>3</del><ins>4</ins>')),
    )
    expect(richDiff(table(row('语文', '3')), table(row('语文', '3'), row('数学', '5')))).toBe(
      table(row('语文', '3'), row('<ins>数学</ins>', '<ins>5</ins>')),
    )
    expect(richDiff(table(row('语文', '3'), row('数学', '5')), table(row('数学', '5')))).toBe(
      table(row('<del>语文</del>', '<del>3</del>'), row('数学', '5')),
    )
  })

  it('keeps what is bold, and marks a bold word whole, not letter by letter', () => {
    expect(richDiff('<p><strong>重要</strong>通知</p>', '<p><strong>紧急</strong>通知</p>')).toBe(
      '<p><del><strong>重</strong><strong>要</strong></del><ins><strong>紧</strong><strong>急</strong></ins>通知</p>',
    )
  })

  it('takes a formula and a picture for one word', () => {
    const formula = (tex: string) => `<span class="katex">${tex}<b>${tex}</b></span>`
    expect(richDiff(`<p>设${formula('a+b')}，则</p>`, `<p>设${formula('a-b')}，则</p>`)).toBe(
      `<p>设<del>${formula('a+b')}</del><ins>${formula('a-b')}</ins>，则</p>`,
    )
    expect(richDiff('<p>图<img src="1"></p>', '<p>图<img src="2"></p>')).toBe(
      '<p>图<del><img src="1"></del><ins><img src="2"></ins></p>',
    )
  })

  it('of nothing and something is all new, and the other way about all gone', () => {
    expect(richDiff('', '<p>新</p>')).toBe('<ins><p>新</p></ins>')
    expect(richDiff('<p>旧</p>', '')).toBe('<del><p>旧</p></del>')
    expect(richDiff('', '')).toBe('')
  })

  it('loses nothing of either side: without the marks of one the other one is left', () => {
    const before =
      '<h3>第一条</h3><p>甲乙丙丁</p><ul><li>一</li><li>二</li></ul><blockquote><p>引</p></blockquote>'
    const after = '<h3>第一款</h3><p>甲丙丁戊</p><ul><li>二</li><li>三</li></ul><p>末</p>'
    const place = document.createElement('div')
    const without = (mark: string, keep: string) => {
      place.innerHTML = richDiff(before, after)
      for (const one of place.querySelectorAll(mark)) one.remove()
      for (const one of place.querySelectorAll(keep)) one.replaceWith(...one.childNodes)
      return place.textContent
    }
    const textOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent
    expect(without('ins', 'del')).toBe(textOf(before))
    expect(without('del', 'ins')).toBe(textOf(after))
  })
})
