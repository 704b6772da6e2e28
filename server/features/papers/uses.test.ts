import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UseLine, UseView } from '../../../catalogue/contract/paper-uses.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { forgetPupils } from './uses.ts'

let region: Region
let paper: number
const base = '/api/v1/paperUse'
beforeAll(async () => {
  region = await testRegion('paper-uses')
  const { teacher, school } = region.people
  const questions: number[] = []
  for (const [i, word] of ['根的判别式', '圆周角', '抛物线', '概率', '旋转'].entries()) {
    const made = await teacher.post<{ id: number }>('/api/v1/question', {
      questionKind: 'single',
      questionForm: '01',
      schoolStage: '3',
      subject: '14',
      difficulty: '3',
      cognitiveLevel: '2',
      licence: '2',
      stem: `<p>关于${word}，正确的是</p>`,
      options: [`${word}甲`, `${word}乙`, `${word}丙`].map((content, at) => ({
        key: 'ABC'.charAt(at),
        content,
      })),
      answer: 'ABC'.charAt(i % 3),
      shareScope: '1',
    })
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    const { id } = made.data
    for (const [who, name, more] of [
      [teacher, 'submit', { knowing: true }],
      [school, 'approve', {}],
    ] as const) {
      const { version } = (await who.get<{ version: number }>(`/api/v1/question/${id}`)).data
      expect((await who.post(`/api/v1/question/${id}/${name}`, { version, ...more })).msg).toBe('ok')
    }
    questions.push(id)
  }
  const made = await teacher.post<{ id: number }>('/api/v1/examPaper', {
    title: '九年级数学期中检测',
    examPaperKind: '03',
    schoolStage: '3',
    grade: '09',
    subject: '14',
    duration: 60,
    totalScore: 5,
    sections: [
      { title: '选择题', form: '01', scorePer: 1, items: questions.map((question) => ({ question, no: 1 })) },
    ],
  })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  paper = made.data.id
})
afterAll(() => region.close())

const begin = (who: Person, more: object = {}) =>
  who.post<{ id: number }>(base, { paper, className: '九年级 3 班', day: '2026-11-10', ...more })
const view = (who: Person, id: number) => who.get<UseView>(`${base}/${id}`)
interface CellFaults {
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}
async function bring(who: Person, id: number, rows: readonly (readonly string[])[]) {
  const { version } = (await view(who, id)).data
  return who.put<UseView & CellFaults>(`${base}/${id}/results`, { version, rows })
}

/** The worked example of resources.md, 6.7: ten pupils, five items. */
const worked = '11111 11110 11101 11100 11010 10100 11000 01001 10000 00000'.split(' ').map((row) => [...row])

it('a draft is not used; a published paper is, by whoever reads it, and its uses are their own', async () => {
  const { teacher, colleague, school, stranger } = region.people
  expect((await begin(teacher)).status).toBe(409)
  const { version } = (await teacher.get<{ version: number }>(`/api/v1/examPaper/${paper}`)).data
  expect((await teacher.post(`/api/v1/examPaper/${paper}/publish`, { version })).msg).toBe('ok')
  expect((await begin(stranger)).status).toBe(404)
  expect((await begin(school)).status).toBe(403)
  for (const [field, value] of [
    ['className', ' '],
    ['day', '11月10日'],
    ['variant', 'C'],
  ] as const)
    expect([(await begin(teacher, { [field]: value })).status, field]).toEqual([400, field])
  const made = await begin(colleague)
  expect(made.msg).toBe('ok')
  expect((await colleague.get<{ list: UseLine[] }>(base)).data.list).toMatchObject([
    { title: '九年级数学期中检测', className: '九年级 3 班', pupils: 0 },
  ])
  expect((await teacher.get<{ list: UseLine[] }>(base)).data.list).toEqual([])
  expect((await view(teacher, made.data.id)).status).toBe(404)
  expect((await teacher.put(`${base}/${made.data.id}/results`, { version: 1, rows: [['1']] })).status).toBe(
    404,
  )
  expect((await teacher.del(`${base}/${made.data.id}`)).status).toBe(404)
})

it('results are read without names; what is wrong is said at its cell; ten pupils bear rates only (40, 43)', async () => {
  const { teacher } = region.people
  const { id } = (await begin(teacher)).data
  const wrong = await bring(teacher, id, [['1', '2', '0', '', '0']])
  expect(wrong.status).toBe(400)
  expect(wrong.data.errors.map(({ field }) => field)).toEqual(['rows.0.1', 'rows.0.3'])
  expect(wrong.data.errors[0]?.message).toBe('第 1 行：第 2 题满分 1 分，填了 2 分')
  const few = await bring(teacher, id, [...worked, ['缺考']])
  expect(few.data).toMatchObject({ pupils: 10, absent: 1 })
  const { figures } = few.data
  expect(figures?.items.map(({ p }) => p)).toEqual([0.8, 0.7, 0.5, 0.3, 0.3])
  expect([figures?.mean, figures?.alpha, figures?.items[0]?.d]).toEqual([null, null, null])
  // The same version again: somebody else has read results since.
  const again = await teacher.put(`${base}/${id}/results`, { version: 1, rows: worked })
  expect(again.status).toBe(409)
})

it('letters are judged by the key of the paper the class had; thirty pupils bear the other figures', async () => {
  const { teacher } = region.people
  for (const variant of ['A', 'B']) {
    const { id } = (await begin(teacher, { variant })).data
    const { items } = (await view(teacher, id)).data
    const keys = items.map(({ key }) => key ?? '')
    expect(keys.every((key) => /^[ABC]$/.test(key))).toBe(true)
    const rows = [1, 2, 3].flatMap(() =>
      worked.map((row) => row.map((cell, at) => (cell === '1' ? (keys[at] ?? '') : 'H'))),
    )
    const { figures } = (await bring(teacher, id, rows)).data
    expect(figures).toMatchObject({ n: 30, isFew: true })
    expect(figures?.alpha).toBeCloseTo(0.613, 3)
    expect(figures?.items.map(({ p }) => p)).toEqual([0.8, 0.7, 0.5, 0.3, 0.3])
  }
})

it('rows of pupils go after two years, figures stay; a use is deleted with both', async () => {
  const { teacher } = region.people
  const { id } = (await begin(teacher)).data
  await bring(teacher, id, worked)
  await region.db.execute(sql`update paper_use set results_at = now() - interval '3 years' where id = ${id}`)
  await forgetPupils(region.db)
  expect(await region.db.one(sql`select scores from paper_use where id = ${id}`)).toEqual({ scores: null })
  expect((await view(teacher, id)).data.pupils).toBe(10)
  expect((await teacher.del(`${base}/${id}`)).msg).toBe('ok')
  expect((await view(teacher, id)).status).toBe(404)
})

it('classes of one teacher are taken together, whichever variant each had; a hundred pupils speak against a declared difficulty', async () => {
  const { teacher } = region.people
  await region.db.execute(sql`delete from paper_use`)
  const ids: number[] = []
  for (const variant of ['A', 'B'] as const) {
    const { id } = (await begin(teacher, { variant })).data
    ids.push(id)
    expect((await view(teacher, id)).data).toMatchObject({ classes: null, drift: [] })
    await bring(
      teacher,
      id,
      Array.from({ length: 60 }, () => ['1', '1', '1', '1', '1']),
    )
  }
  const [a = 0, b = 0] = ids
  // In paper B everybody misses its first question.
  const { items } = (await view(teacher, b)).data
  await bring(
    teacher,
    b,
    Array.from({ length: 60 }, () => items.map((_, at) => (at === 0 ? '0' : '1'))),
  )
  const seen = (await view(teacher, a)).data
  expect(seen.classes).toMatchObject({ count: 2, figures: { n: 120, isFew: false } })
  const rates = (seen.classes?.figures.items ?? []).map(({ p }) => p)
  expect(rates.toSorted()).toEqual([0.5, 1, 1, 1, 1])
  // The same question, found in either order.
  const missed = rates.indexOf(0.5)
  const inB = (await view(teacher, b)).data
  expect(inB.classes?.figures.items[0]?.p).toBe(0.5)
  expect(missed).toBeGreaterThanOrEqual(0)
  // .65 was declared: all right is (120 × 1 + 50 × .65) / 170 = .897, half right .544, which is near enough.
  expect(seen.drift.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5].filter((one) => one !== missed + 1))
  expect(seen.drift[0]).toMatchObject({ pupils: 120, declared: 650, measured: 897, proposed: '1' })
  // Nobody else's classes are in it.
  const { id } = (await begin(region.people.colleague)).data
  await bring(region.people.colleague, id, worked)
  expect((await view(region.people.colleague, id)).data.classes).toBe(null)
  expect((await view(teacher, a)).data.classes?.count).toBe(2)
})
