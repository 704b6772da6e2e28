import { describe, expect, it } from 'vitest'
import { identityOf, normalTex, plainTextOf, titleOf, variantOf } from './normal.ts'
import { written } from './test-questions.ts'

describe('what two equal questions have in common', () => {
  const stem = (text: string) => identityOf(written({ stem: text }))

  it.each([
    ['<p>方程 $x^2-5x+6=0$ 的根是</p>', '方程$x^{2} - 5x + 6 = 0$的根是：'],
    ['$\\dfrac{1}{2}$', '$\\frac{1}{2}$'],
    ['$2×3$', '$2\\times 3$'],
    ['$a\\leq b$', '$a \\le b$'],
    ['$(1，2)$', '$(1,2)$'],
    ['面积是 x² 吗', '面积是$x^2$吗'],
    ['\\(x\\)', '$x$'],
    ['填 ____', '填 ________ '],
  ])('%s and %s', (one, other) => expect(stem(one)).toBe(stem(other)))

  it.each([
    ['$x^2$', '$x^3$'],
    ['$x<1$', '$x>1$'],
    ['$\\sin x$', '$\\cos x$'],
  ])('but not %s and %s', (one, other) => expect(stem(one)).not.toBe(stem(other)))

  it('whatever the order of the options', () => {
    const { options } = written()
    const turned = options.toReversed().map((one, i) => ({ ...one, key: 'ABCD'.charAt(i) }))
    expect(identityOf(written({ options: turned, answer: 'D' }))).toBe(identityOf(written()))
  })

  it('numbers aside, for variants', () => {
    const other = written({ stem: '<p>方程 $x^2-7x+12=0$ 的根是</p>' })
    expect(identityOf(other)).not.toBe(identityOf(written()))
    expect(variantOf(other)).toBe(variantOf(written()))
  })

  it('keeps commands apart from the letters after them', () =>
    expect(normalTex('\\alpha x + \\beta y')).toBe('\\alpha x+\\beta y'))
})

it('a question is named by its first words and read with its options and parts', () => {
  expect(titleOf(written({ stem: `<p>${'字'.repeat(70)}</p>` }))).toBe(`${'字'.repeat(60)}…`)
  expect(plainTextOf(written())).toBe('方程 $x^2-5x+6=0$ 的根是\n2 和 3\n−2 和 −3\n1 和 6\n−1 和 −6')
})
