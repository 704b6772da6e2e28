import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { convert, hasOffice } from '../../../platform/testing/test-libre-office.ts'
import { bank, pictures } from '../test-bank.ts'
import { wordOfQuestions } from './write.ts'

/** What a formula of school papers may be built of: one question each, so that a lost one is named. */
const formulas = [
  'x^{2}-5x+6=0',
  '\\frac{-b\\pm \\sqrt{b^{2}-4ac}}{2a}',
  '\\sqrt[3]{8}',
  'a_{1}^{2}',
  '{}_{6}^{12}C',
  '\\angle ABC=30^\\circ',
  '\\triangle ABC\\cong \\triangle DEF',
  '\\begin{cases}x+y=1\\\\x-y=3\\end{cases}',
  '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
  '\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}',
  '\\sum_{i=1}^{n} a_{i}=S_{n}',
  '\\int_{0}^{1} x\\,dx',
  '\\lim_{x\\to 0}\\frac{\\sin x}{x}',
  '\\overrightarrow{AB}\\cdot \\vec{a}',
  '\\overline{x}=\\hat{y}',
  '2\\mathrm{H}_{2}+\\mathrm{O}_{2}=2\\mathrm{H}_{2}\\mathrm{O}',
  '\\left|x\\right|\\le 3',
  'A\\cap B=\\varnothing',
  // Words of StarMath: ≤, ∈, ≠, ¬.
  'LE=2GE',
  'in+ne',
  '\\mathrm{Neg}+\\mathrm{In}',
  'a_{le}',
]

/** The letters and digits of one formula, in an order of their own: programs arrange brackets and marks anew. */
const lettersOf = (markup: string): string =>
  [
    ...markup
      .replace(/<annotation[\s\S]*?<\/annotation>/g, '')
      .replace(/<[^>]*>/g, '')
      .replace(/[^A-Za-z0-9]/g, ''),
  ]
    .toSorted()
    .join('')

/** The letters of each equation of a document of Word. */
async function writtenOf(bytes: Buffer): Promise<readonly string[]> {
  const body = (await (await JSZip.loadAsync(bytes)).file('word/document.xml')?.async('string')) ?? ''
  return (body.match(/<m:oMath>[\s\S]*?<\/m:oMath>/g) ?? []).map(lettersOf).toSorted()
}

/** The letters of each equation of a document of OpenDocument, where an equation is an object with MathML. */
async function openedOf(path: string): Promise<readonly string[]> {
  const zip = await JSZip.loadAsync(readFileSync(path))
  const objects = zip.file(/^Object \d+\/content\.xml$/)
  return (await Promise.all(objects.map((one) => one.async('string')))).map(lettersOf).toSorted()
}

describe.skipIf(!hasOffice('writer', 'math'))('LibreOffice', () => {
  it('opens each formula of an exported document as an equation, with the letters it has', async () => {
    const [first] = bank
    if (!first) throw new Error('no bank')
    const asked = formulas.map((tex) => ({
      ...first,
      value: { ...first.value, stem: `<p>求 $${tex}$。</p>` },
    }))
    const { bytes, losses } = await wordOfQuestions([...bank, ...asked], pictures, {
      title: '试题',
      answers: 'each',
    })
    expect(losses).toEqual([])
    const path = join(mkdtempSync(join(tmpdir(), 'word-')), '试题.docx')
    writeFileSync(path, bytes)
    const written = await writtenOf(bytes)
    expect(written.length).toBeGreaterThanOrEqual(formulas.length)
    expect(await openedOf(convert(path, 'odt'))).toEqual(written)
  })
})
