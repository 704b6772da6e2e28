import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { editedLetters } from '../../../catalogue/questions/word/edited.ts'
import { readPaper } from '../../../catalogue/questions/word/read.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import { midterm } from './test-corpus.ts'
import { docxOf } from './test-docx.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('forty-six')
})
afterAll(() => region.close())

const base = '/api/v1/question'
const { body, meant } = midterm('wps')

/** What somebody mends by hand: the words of two questions. */
function mended(value: QuestionValue, i: number): QuestionValue {
  const about = { schoolStage: '3', subject: '14' }
  const right = meant[i]
  if (i !== 30 && i !== 32) return { ...value, ...about }
  return {
    ...value,
    ...about,
    questionKind: 'single',
    options: (right?.options ?? []).map((text, j) => ({
      key: 'ABCD'.charAt(j),
      content: `<p>${text.replaceAll('<', '&lt;')}</p>`,
    })),
    answer: right?.answer ?? null,
  }
}

it('46 questions of one file are mended, brought in as one batch and all handed in (acceptance 4)', async () => {
  const { teacher, school } = region.people
  const fileId = await upload(region, teacher, '期中.docx', docxOf(...body))
  const { data } = await teacher.post<PaperAnswer>(`${base}/import/read`, { fileId })
  const source = data.paper
  if (!source) throw new Error('no paper')
  // What wants mending says so: no other question is doubted.
  const doubted = data.questions.filter(({ confidence }) => confidence === 'low').map(({ number }) => number)
  expect([data.questions.length, data.warnings.length]).toEqual([45, 1])
  expect(doubted.filter((number) => ![19, 21, 31, 33].includes(number))).toEqual([])
  expect(doubted).toEqual(expect.arrayContaining([31, 33]))
  const start = source.blocks.findIndex(
    (block) => block.kind === 'text' && block.text.startsWith(meant[19]?.stem.slice(0, 10) ?? '?'),
  )
  const again = readPaper(source, new Map([[start, 'start']]))
  expect([again.questions.length, again.warnings]).toEqual([46, []])
  const values = again.questions.map(({ value }, i) => mended(value, i))
  const edits = again.questions.map(({ value }, i) => editedLetters(value, values[i] ?? value))
  expect(edits.flatMap(({ added, removed }, i) => (added + removed > 0 ? [i + 1] : []))).toEqual([31, 33])
  const batch = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'
  const ids: number[] = []
  for (const piece of [values.slice(0, 40), values.slice(40)]) {
    const brought = await teacher.post<{ ids: number[] }>(`${base}/import`, { batch, questions: piece })
    expect(brought.msg, JSON.stringify(brought.data)).toBe('ok')
    ids.push(...brought.data.ids)
  }
  expect(new Set(ids).size).toBe(46)
  for (const [i, id] of ids.entries()) {
    const sent = await teacher.post(`${base}/${id}/submit`, { version: 1 })
    expect(sent.msg, `${i + 1}: ${JSON.stringify(sent.data)}`).toBe('ok')
  }
  const queue = await school.get<{ total: number }>(`${base}?view=queue`)
  expect(queue.data.total).toBe(46)
  // What is handed in is no draft of the batch any more.
  expect((await teacher.del<{ removed: number; kept: number }>(`${base}/import/${batch}`)).data).toEqual({
    removed: 0,
    kept: 46,
  })
})
