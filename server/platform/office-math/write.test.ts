import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spaces } from '../docx/spaces.ts'
import { packageRefusals } from '../documents/refusal.ts'
import { mathmlOfTex } from '../markup/mathml.ts'
import { xmlTree } from '../package/xml-tree.ts'
import { ommlOfMathml, ommlOfTex, texOfOmml, xmlOfOmml } from './index.ts'
import { ommlFault } from './test-rules.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
/** TeX → a file of Word → TeX, with everything that is expected of each formula. */
function pass(tex: string): string {
  const { omml, failed } = ommlOfTex(tex)
  expect(failed, tex).toEqual([])
  expect(ommlFault(omml), tex).toBe(null)
  const text = xmlOfOmml(omml).replace('<m:oMath', `<m:oMath xmlns:m="${office}" xmlns:w="${word}"`)
  const read = texOfOmml(xmlTree(Buffer.from(text), spaces, packageRefusals))
  expect(read.unread, tex).toEqual([])
  expect(mathmlOfTex(read.tex), `${tex} became ${read.tex}`).not.toBe(null)
  return read.tex
}

/** Formulas of school papers, and what they are after one pass; null: the same. */
const formulas: readonly (readonly [string, string | null])[] = [
  ['x^{2}-5x+6=0', null],
  ['x^2', 'x^{2}'],
  ['\\dfrac{-b\\pm\\sqrt{b^2-4ac}}{2a}', '\\frac{-b\\pm \\sqrt{b^{2}-4ac}}{2a}'],
  ['\\sqrt[3]{8}', null],
  ['a_{1}^{2}', null],
  ['(a+b)^{2}', null],
  ['{}_{6}^{12}C', null],
  ['90^\\circ', null],
  ["f'(x)", null],
  ["f''(x)", null],
  ['\\angle ABC=30^\\circ', null],
  ['\\triangle ABC\\cong \\triangle DEF', null],
  ['\\left\\{\\begin{array}{l}x+y=1 \\\\ x-y=3\\end{array} \\right.', null],
  [
    '\\begin{cases}x+y=1\\\\x-y=3\\end{cases}',
    '\\left\\{\\begin{array}{l}x+y=1 \\\\ x-y=3\\end{array} \\right.',
  ],
  [
    'f(x)=\\begin{cases}x^2,&x>0\\\\0,&x\\le 0\\end{cases}',
    'f(x)=\\left\\{\\begin{array}{ll}x^{2}, & x>0 \\\\ 0, & x\\le 0\\end{array} \\right.',
  ],
  [
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\left( \\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix} \\right)',
  ],
  [
    '\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}',
    '\\left| \\begin{matrix}a & b \\\\ c & d\\end{matrix} \\right|',
  ],
  ['\\begin{aligned}a&=b\\\\&=c\\end{aligned}', '\\begin{array}{l}a=b \\\\ =c\\end{array}'],
  ['\\sum_{i=1}^{n} i', null],
  ['\\sum_{i=1}^{n} a_{i}=S_{n}', null],
  ['\\int_{0}^{1} x\\,dx', null],
  ['\\prod_{k=1}^{n} k', null],
  ['\\lim_{x\\to 0} \\frac{\\sin x}{x}', '\\lim_{x\\to 0}\\frac{\\sin x}{x}'],
  ['\\log_{2}8', null],
  ['\\ln x+\\lg y', null],
  ['\\sin^{2}\\alpha +\\cos^{2}\\alpha =1', null],
  ['\\overline{AB}', null],
  ['\\bar{x}', null],
  ['\\hat{y}=\\hat{b}x', null],
  ['\\vec{a}\\cdot \\vec{b}', null],
  ['\\overrightarrow{AB}', null],
  ['\\overset{\\frown}{AB}', null],
  ['\\dot{a}', null],
  ['\\mathbb{R}', null],
  ['x\\in \\mathbb{N}^{*}', null],
  ['\\mathrm{CO_2}', '\\mathrm{C}\\mathrm{O}_{2}'],
  ['\\mathrm{d}x', null],
  ['\\mathbf{a}', null],
  ['\\boldsymbol{a}', null],
  ['\\mathcal{F}', null],
  ['\\boxed{x}', null],
  ['\\cancel{x}', null],
  ['\\phantom{x}y', null],
  ['\\underbrace{a+b}_{n}', null],
  ['\\overbrace{a+b}^{n}', null],
  ['2H_{2}+O_{2}\\xrightarrow{\\text{点燃}}2H_{2}O', null],
  ['A\\xrightarrow[b]{a}B', null],
  ['A\\rightleftharpoons B', null],
  ['A\\stackrel{def}{=}B', 'A\\overset{def}{=}B'],
  ['\\left[ 0,1 \\right)', null],
  ['\\left| x \\right|', null],
  ['\\left( \\frac{1}{2} \\right)^{2}', '{\\left( \\frac{1}{2} \\right)}^{2}'],
  ['\\left\\{x \\middle| x>0 \\right\\}', null],
  ['\\{1,2\\}', '\\{1,2\\}'],
  ['\\binom{n}{k}', '\\left( \\genfrac{}{}{0pt}{}{n}{k} \\right)'],
  ['C_{n}^{k}', null],
  ['A\\cup B\\subseteq U', null],
  ['\\complement_{U}A', null],
  ['a\\parallel b,a\\perp c', null],
  ['x\\le 1\\text{或}x\\ge 3', null],
  ['x或y', 'x\\text{或}y'],
  ['3\\%', null],
  ['\\alpha \\beta \\Delta \\Omega', null],
  ['v=3.0\\times {10}^{8}\\text{ m/s}', null],
  ['a\\ne b', null],
  ['p\\Rightarrow q\\Leftrightarrow r', null],
  ['\\because a=b,\\therefore b=a', null],
  ['\\underline{\\qquad }', '\\underline{\\quad \\quad}'],
  ['\\blank', '\\underline{\\quad \\quad}'],
  ['a\\quad b', null],
  ['\\lvert x\\rvert', '\\mid x\\mid'],
  ['\\text{100\\%}', null],
  ['\\underset{x}{y}', null],
  ['\\max_{1\\le i\\le n} a_{i}', '\\max_{1\\le i\\le n}a_{i}'],
  ['a<b', null],
  ['\\frac{\\frac{1}{2}}{3}', null],
]

describe('a formula for Office', () => {
  it.each(formulas)('%s is valid, comes back, and stays what it is after one pass', (tex, after) => {
    const once = pass(tex)
    expect(once).toBe(after ?? tex)
    expect(pass(once)).toBe(once)
  })

  it('names what Office cannot say, and what is no formula', () => {
    expect(ommlOfTex('\\color{red}{x}').failed).toEqual(['颜色'])
    expect(ommlOfTex('\\begin{array}{c|c}1&2\\end{array}').failed).toEqual(['矩阵里的线'])
    expect(ommlOfTex('\\frac{').failed).toEqual(['TeX'])
    expect(ommlOfTex('\\unknown').failed).toEqual(['TeX'])
  })

  it('reads MathML of other programs', () => {
    const read = (inner: string) => {
      const space = 'http://www.w3.org/1998/Math/MathML'
      const math = xmlTree(
        Buffer.from(`<math xmlns="${space}">${inner}</math>`),
        { [space]: 'math' },
        packageRefusals,
      )
      const { omml, failed } = ommlOfMathml(math)
      expect(ommlFault(omml)).toBe(null)
      return [texOfOmml(omml).tex, ...failed]
    }
    expect(read('<mfenced open="[" close=")"><mn>0</mn><mn>1</mn></mfenced>')).toEqual([
      '\\left[ 0,1 \\right)',
    ])
    expect(read('<msup><mi>x</mi><mn>2</mn></msup><mo>&#8289;</mo>')).toEqual(['x^{2}'])
    expect(read('<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>12</mn></mmultiscripts>')).toEqual([
      '{}_{6}^{12}C',
    ])
    expect(read('<mglyph/>')).toEqual(['', 'mglyph'])
  })

  const atom = fc.constantFrom(
    'x',
    'y',
    'a',
    '1',
    '23',
    '\\alpha ',
    '\\pi ',
    '\\text{若}',
    '\\mathbb{R}',
    '90^\\circ ',
    '=',
    '+',
    '<',
    ',',
  )
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `\\frac{${a}}{${b}}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `{${a}}^{${b}}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `{${a}}_{${b}}`),
      fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `{${a}}_{${b}}^{${c}}`),
      tie('tree').map((a) => `\\sqrt{${a}}`),
      tie('tree').map((a) => `\\left( ${a} \\right)`),
      tie('tree').map((a) => `\\left| ${a} \\right.`),
      tie('tree').map((a) => `\\overline{${a}}`),
      tie('tree').map((a) => `\\vec{${a}}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `\\sum_{${a}}^{${b}} `),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => `\\begin{matrix}${a}&${b}\\\\ ${b}&${a}\\end{matrix}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `\\begin{cases}${a}\\\\ ${b}\\end{cases}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `\\overset{${a}}{${b}}`),
    ),
  }))
  it('is valid and fixed after one pass, whatever stands within what', () => {
    fc.assert(
      fc.property(tree, (tex) => {
        const once = pass(tex)
        expect(pass(once)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })
})
