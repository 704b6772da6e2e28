import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MendedAnswer, PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import type { QuestionLine } from '../../../catalogue/contract/questions.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import { docxOf, drawing, math, p } from './test-docx.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('question-import')
})
afterAll(() => region.close())

const base = '/api/v1/question/import'
const paper = docxOf(
  p('一、选择题（每小题3分）'),
  p('1. 方程', math('x=2'), '的根是', drawing('rId1', '数轴')),
  p('A. 1  B. 2'),
  p('【答案】B'),
  p('2. 没有答案的题'),
  p('A. 甲  B. 乙'),
)
const sent = (who: Person, name = '期中.docx', content = paper) => upload(region, who, name, content)
const batch = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'

describe('a paper of Word', () => {
  it('is read for its owner, brought in as drafts and taken back together', async () => {
    const { teacher, colleague } = region.people
    const fileId = await sent(teacher)
    const read = await teacher.post<PaperAnswer>(`${base}/read`, { fileId })
    expect(read.msg, JSON.stringify(read.data)).toBe('ok')
    const { questions } = read.data
    expect(questions.map(({ confidence, reasons }) => [confidence, ...reasons])).toEqual([
      ['high'],
      ['middle', '没有答案'],
    ])
    expect(questions[0]?.shown.stem).toContain('class="katex"')
    expect(questions[0]?.shown.stem).toMatch(/<img src="[^"]+" alt="数轴"/)
    const brought = await teacher.post<{ ids: number[] }>(base, {
      batch,
      questions: questions.map(({ value }) => value),
    })
    expect(brought.msg, JSON.stringify(brought.data)).toBe('ok')
    const mine = await teacher.get<{ list: QuestionLine[] }>('/api/v1/question?view=mine')
    expect(mine.data.list.map(({ id }) => id).toSorted()).toEqual(brought.data.ids.toSorted())
    expect((await colleague.del(`${base}/${batch}`)).status).toBe(404)
    expect((await teacher.del(`${base}/${batch}`)).data).toEqual({ removed: 2, kept: 0 })
    expect((await teacher.del(`${base}/${batch}`)).status).toBe(404)
  })

  it('is shown as it is mended before it is brought in: formulas typeset, faults named, no foreign picture', async () => {
    const { teacher, colleague, expert } = region.people
    const fileId = await sent(teacher)
    const read = await teacher.post<PaperAnswer>(`${base}/read`, { fileId })
    const value = read.data.questions[0]?.value
    if (!value) throw new Error('no question')
    const edited = { ...value, stem: value.stem.replace('方程', '方程 $\\frac{1}{2$ 与') }
    const shown = await teacher.post<MendedAnswer>(`${base}/shown`, { question: edited })
    expect(shown.data.faults.map(({ code, field }) => [code, field])).toContainEqual(['Q122', 'stem'])
    expect(shown.data.files.map(({ name }) => name)).toHaveLength(1)
    const right = await teacher.post<MendedAnswer>(`${base}/shown`, { question: value })
    expect(right.data.shown.stem).toContain('class="katex"')
    const foreign = await colleague.post<MendedAnswer>(`${base}/shown`, { question: value })
    expect([foreign.data.files, foreign.data.shown.stem.includes('<img')]).toEqual([[], false])
    expect((await expert.post(`${base}/shown`, { question: value })).status).toBe(403)
    expect((await teacher.post(`${base}/shown`, { question: { ...value, stem: 7 } })).status).toBe(400)
  })

  it('is refused where it is somebody else’s, no document of Word, or nothing at all', async () => {
    const { teacher, colleague, expert } = region.people
    const fileId = await sent(teacher)
    expect((await colleague.post(`${base}/read`, { fileId })).status).toBe(400)
    expect((await teacher.post(`${base}/read`, { fileId: 'x' })).status).toBe(400)
    expect((await teacher.post(base, { batch, questions: [] })).status).toBe(400)
    expect((await teacher.post(base, { batch: 'x', questions: [{}] })).status).toBe(400)
    expect((await expert.post(`${base}/read`, { fileId })).status).toBe(403)
    expect((await teacher.del(`${base}/x`)).status).toBe(400)
    const gift = await upload(region, teacher, '题.txt', Buffer.from('1 + 1 = { =2 ~3 }\n\n坏的 {'))
    const taken = await teacher.post<PaperAnswer>(`${base}/read`, { fileId: gift })
    expect(taken.data.questions.map(({ value }) => value.answer)).toEqual(['A'])
    expect(taken.data.tray.map(({ reason }) => reason)).toEqual(['第 3 行：{ 没有配对的 }'])
    const text = await upload(region, teacher, '说明.txt', Buffer.from('一段文字'))
    const refused = await teacher.post<{ errors: { field: string }[] }>(`${base}/read`, { fileId: text })
    expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'fileId'])
  })
})
