import { escapedText } from '../../../catalogue/markup/letters.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { questionFormats, type QuestionFormat } from '../../../catalogue/contract/question-files.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { readDocx } from '../../platform/docx/index.ts'
import { zipOfParts } from '../../platform/package/test-zip.ts'
import {
  isSameQuestion,
  questionsOfPackage,
  questionsOfWorkbook,
  readMarked,
  writeQuestions,
  type ReadFile,
} from './index.ts'
import { pictureId, pictures } from './test-bank.ts'

/** What texts of questions hold, and what looks like something else to one format or another. */
const words = fc.constantFrom(
  '解方程',
  'a<b',
  'x & y',
  '"引号"',
  "it's",
  '⟦#⟧',
  'A. 一',
  '1. 题',
  '【答案】B',
  '\\$5',
  '=SUM(A1)',
  '{1:SA:=x}',
  '~}',
  ']]>',
  '____',
  '（　　）',
  'é ü',
  '𝑥',
  '@@PLUGINFILE@@',
  '或',
  '；',
  '<b>',
)
const formula = fc.constantFrom(
  '$x^{2}$',
  '$a<b$',
  '$\\frac{1}{2}$',
  '$\\text{若}x>0$',
  '$\\color{red}{x}$',
  '$90^\\circ$',
)
const inline = fc.oneof(
  { weight: 4, arbitrary: words.map(escapedText) },
  { weight: 3, arbitrary: formula.map(escapedText) },
  fc
    .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'sub', 'sup'), words)
    .map(([tag, text]) => `<${tag}>${escapedText(text)}</${tag}>`),
  fc.constant('<br>'),
)
const paragraph = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => `<p>${parts.join(' ')}</p>`)
const block = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  fc
    .array(paragraph, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul>`),
  fc
    .array(paragraph, { minLength: 2, maxLength: 2 })
    .map(
      ([a = '', b = '']) =>
        `<table><tbody><tr><td colspan="2">${a}</td></tr><tr><td>${b}</td><td>${a}</td></tr></tbody></table>`,
    ),
  fc.constant(`<figure><img data-file="${pictureId}" alt="图"></figure>`),
)
const rich = fc.array(block, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const spare = fc.oneof(fc.constant(''), rich)
const options = fc
  .array(rich, { minLength: 2, maxLength: 5 })
  .map((texts) => texts.map((content, i) => ({ key: 'ABCDE'.charAt(i), content })))
const way = fc.constantFrom('2', '二', '$\\pi$', 'a；b', '甲 或 乙', '~x', '<1>', '*')
const points = fc.array(fc.record({ text: rich, score: fc.integer({ min: 0, max: 10 }) }), { maxLength: 2 })
const score = fc.constantFrom(null, 3, 2.5)
const part = fc.oneof(
  fc.record({
    questionKind: fc.constant('single'),
    stem: rich,
    options,
    answer: fc.constantFrom('A', 'B', null),
    analysis: spare,
    score,
  }),
  fc.record({
    questionKind: fc.constant('multiple'),
    stem: rich,
    options,
    answer: fc.constantFrom(['A', 'B'], null),
    analysis: spare,
    score,
  }),
  fc.record({
    questionKind: fc.constant('judge'),
    stem: rich,
    answer: fc.constantFrom(true, false, null),
    analysis: spare,
    score,
  }),
  fc.record({
    questionKind: fc.constant('blank'),
    stem: rich,
    answer: fc.array(fc.array(way, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    analysis: spare,
    score,
  }),
  fc.record({
    questionKind: fc.constant('essay'),
    stem: rich,
    answer: fc.oneof(fc.constant(null), rich),
    analysis: spare,
    scoringPoints: points,
    score,
  }),
)
const question = fc.oneof(
  { weight: 3, arbitrary: part },
  fc.record({
    questionKind: fc.constant('composite'),
    layout: fc.constantFrom('reading', 'options'),
    stem: rich,
    options,
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    analysis: spare,
  }),
)
const about = fc.record({
  subject: fc.constantFrom('14', null),
  difficulty: fc.constantFrom('1', '5', null),
  year: fc.constantFrom(2026, null),
  source: fc.constantFrom('', '=自编'),
  knowledgePoints: fc.constantFrom('', '方程；根'),
  points: fc.constantFrom([], [3, 4]),
})

const readers: Readonly<
  Record<QuestionFormat, (bytes: Buffer) => Promise<Pick<ReadFile, 'questions'> | null>>
> = {
  docx: async (bytes) => readMarked(await readDocx(bytes, packageRefusals), () => pictureId),
  xlsx: questionsOfWorkbook,
  qti: questionsOfPackage,
  moodle: (bytes) => questionsOfPackage(zipOfParts({ 'q.xml': bytes })),
}
const formats: readonly QuestionFormat[] = ['docx', 'xlsx', 'qti', 'moodle']

describe('any question', () => {
  it('has a reader for every format', () =>
    expect(Object.keys(questionFormats)).toEqual(expect.arrayContaining([...formats])))

  it.each(formats)('comes back from %s as it went', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(question, about), { minLength: 1, maxLength: 3 }), async (given) => {
        const values: QuestionValue[] = given.map(([one, filed]) => questionValue.parse({ ...one, ...filed }))
        const filed = values.map((value, i) => ({ id: i + 1, no: 1, value }))
        const { bytes } = await writeQuestions(filed, pictures, { format, title: '题', answers: 'each' })
        const read = await readers[format](bytes)
        expect(read?.questions.map(({ source }) => source?.id)).toEqual(filed.map(({ id }) => id))
        for (const [i, value] of values.entries()) {
          const other = questionValue.parse(read?.questions[i]?.value)
          const pictureOf = () => 'picture'
          if (!isSameQuestion(other, value, pictureOf)) expect(other).toEqual(value)
        }
      }),
      { numRuns: 60 },
    )
  })
})
