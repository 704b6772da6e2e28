import { describe, expect, it } from 'vitest'
import { spaces } from '../docx/spaces.ts'
import { packageRefusals } from '../documents/refusal.ts'
import { xmlTree } from '../package/xml-tree.ts'
import { texOfOmml } from './index.ts'

const math = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const read = (inner: string) =>
  texOfOmml(
    xmlTree(
      Buffer.from(`<m:oMath xmlns:m="${math}" xmlns:w="${word}">${inner}</m:oMath>`),
      spaces,
      packageRefusals,
    ),
  )
const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const e = (inner: string) => `<m:e>${inner}</m:e>`
const system = `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(
  `<m:eqArr>${e(r('x+y=1'))}${e(r('x−y=3'))}</m:eqArr>`,
)}</m:d>`

describe('a formula of Office', () => {
  it.each([
    [`<m:f><m:num>${r('1')}</m:num><m:den>${r('x')}</m:den></m:f>`, '\\frac{1}{x}'],
    [`<m:sSup>${e(r('𝑥'))}<m:sup>${r('2')}</m:sup></m:sSup>${r('−5𝑥+6=0')}`, 'x^{2}-5x+6=0'],
    [`<m:sSup>${e(r('ab'))}<m:sup>${r('n')}</m:sup></m:sSup>`, '{ab}^{n}'],
    [`<m:sSubSup>${e(r('a'))}<m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`, 'a_{1}^{2}'],
    [`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r('2'))}</m:rad>`, '\\sqrt{2}'],
    [`<m:rad><m:deg>${r('3')}</m:deg>${e(r('8'))}</m:rad>`, '\\sqrt[3]{8}'],
    [system, '\\left\\{\\begin{array}{l}x+y=1 \\\\ x-y=3\\end{array} \\right.'],
    [`<m:d>${e(r('1,2'))}</m:d>`, '(1,2)'],
    [
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=")"/></m:dPr>${e(r('0,1'))}</m:d>`,
      '\\left[ 0,1 \\right)',
    ],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '\\sum_{i=1}^{n} i',
    ],
    // jgm/texmath#228: a sum may come without its term.
    [`<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub/><m:sup/></m:nary>`, '\\sum'],
    [`<m:func><m:fName>${r('sin')}</m:fName>${e(r('α'))}</m:func>`, '\\sin \\alpha'],
    [`<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e(r('a'))}</m:acc>`, '\\vec{a}'],
    [`<m:acc><m:accPr><m:chr m:val="⌒"/></m:accPr>${e(r('AB'))}</m:acc>`, '\\overset{\\frown}{AB}'],
    [`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(r('x'))}</m:bar>`, '\\overline{x}'],
    [`${r('∠')}${r('A=30')}${r('°')}`, '\\angle A=30^\\circ'],
    [r('x≤1或x≥3'), 'x\\le 1\\text{或}x\\ge 3'],
    [
      `<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`,
      '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
    ],
    [`<w:del>${r('x')}</w:del><w:ins>${r('y')}</w:ins>`, 'y'],
  ])('%s', (inner, tex) => expect(read(inner)).toEqual({ tex, unread: [] }))

  it('names what it cannot read and keeps its letters', () =>
    expect(read(`<m:future>${r('q')}</m:future>`)).toEqual({ tex: '\\text{q}', unread: ['future'] }))
})
