import { describe, expect, it } from 'vitest'
import { loneDollar, splitTex } from './tex.ts'

const formulas = (text: string) => splitTex(text).flatMap((part) => ('tex' in part ? [part.tex] : []))

describe('formulas in a text', () => {
  it.each([
    ['面积 $S=\\pi r^2$ 。', ['S=\\pi r^2']],
    ['设\\(x<5\\)，则\\[x+1<6\\]', ['x<5', 'x+1<6']],
    ['$$\\sum_{i=1}^n i$$', ['\\sum_{i=1}^n i']],
    ['$x$、$y$与$2ab$', ['x', 'y', '2ab']],
    ['$v=10\\text{ 米/秒}$', ['v=10\\text{ 米/秒}']],
    ['票价 $5，斜边 $c$ 长', ['c']],
    ['$1+1=2$', ['1+1=2']],
    ['$a\\$b$', ['a\\$b']],
    ['\\(5\\)', ['5']],
    ['元素$\\mathrm{W} 、 \\mathrm{X}$同周期', ['\\mathrm{W} 、 \\mathrm{X}']],
    ['点$A、B、C$共线，$（2，-3）$在图上', ['A、B、C', '（2，-3）']],
    ['$\\alpha ，\\beta$；$x：y$', ['\\alpha ，\\beta', 'x：y']],
    ['面积比$1: 4$，相似比$1:2$或$2：3：4.5$', ['1: 4', '1:2', '2：3：4.5']],
  ])('%s', (text, expected) => expect(formulas(text)).toEqual(expected))

  it('leave the words around them as they were', () => {
    for (const text of ['甲 $x$ 乙\\(y\\)丙 $5', '$$a$$b\\$c', '\\\\(a\\)'])
      expect(
        splitTex(text)
          .map((part) => ('tex' in part ? part.source : part.text))
          .join(''),
      ).toBe(text)
  })

  it.each([
    '$5',
    '5$–10$',
    '$5, 5$–10$',
    'US$5 and $6',
    'US$5和US$6',
    '$5 和 $6',
    '$5和$6',
    '$5 or 6$',
    '$5-$10',
    '$5–10$',
    '$1,200.00 至 $3,000.00',
    '$5$',
    'NT$100、HK$80',
    'A$5/B$6',
    '$100k-$200k',
    '价格为 $ 5 $',
    '$',
    '$$',
    '$$$$',
    '\\(\\)',
    '\\$5 与 \\$6',
    '5$/人，6$/人',
    'echo $HOME 与 $PATH',
    '\\(没有结尾',
    '$没有结尾',
    '$甲$',
    '$5、$6',
    '$5，10$',
    '$5、6、7$',
    '$100，另付$',
    '门票$5，套票$12',
    '$5：$6',
  ])('are not seen in %s', (text) => expect(formulas(text)).toEqual([]))

  it('ends in time whatever stands there', () => {
    const begun = performance.now()
    for (const text of [
      '$'.repeat(20_000),
      '\\('.repeat(10_000),
      '\\[$'.repeat(6_000),
      '$a '.repeat(6_000),
      '\\'.repeat(20_000),
    ])
      splitTex(text)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})

describe('where every pair of dollar signs holds a formula', () => {
  const always = (text: string) =>
    splitTex(text, { dollar: 'always' }).flatMap((part) => ('tex' in part ? [part.tex] : []))

  it.each([
    ['$5$ 个', ['5']],
    ['5$–10$', ['–10']],
    ['票价 \\$5', []],
    ['$甲乙$', ['甲乙']],
    ['$ x $', [' x ']],
  ])('%s', (text, expected) => expect(always(text)).toEqual(expected))

  it.each([
    ['$5$', -1],
    ['一$5', 1],
    ['$a$和$b', 4],
    ['\\$5', -1],
  ])('%s: the lone one stands at %i', (text, at) => expect(loneDollar(text)).toBe(at))
})
