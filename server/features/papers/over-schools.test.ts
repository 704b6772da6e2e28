import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaperFiguresAnswer, QuestionFigures } from '../../../catalogue/contract/paper-uses.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let paper: number
const questions: number[] = []
/** Schools of the district that nobody works at. */
let schools: number[]
beforeAll(async () => {
  region = await testRegion('papers-over-schools')
  const { teacher, school, area } = region.people
  for (const word of ['判别式', '圆周角']) {
    const made = await teacher.post<{ id: number }>('/api/v1/question', {
      questionKind: 'single',
      questionForm: '01',
      schoolStage: '3',
      subject: '14',
      difficulty: '3',
      licence: '2',
      stem: `<p>关于${word}</p>`,
      options: ['甲', '乙'].map((text, at) => ({ key: 'AB'.charAt(at), content: `${word}${text}` })),
      answer: 'A',
      shareScope: '2',
    })
    await moved(
      'question',
      made.data.id,
      [teacher, 'submit', { knowing: true }],
      [school, 'approve'],
      [area, 'approve'],
    )
    questions.push(made.data.id)
  }
  const made = await teacher.post<{ id: number }>('/api/v1/examPaper', {
    title: '联考小卷',
    examPaperKind: '03',
    schoolStage: '3',
    grade: '09',
    subject: '14',
    totalScore: 2,
    shareScope: '2',
    sections: [
      { title: '选择题', form: '01', scorePer: 1, items: questions.map((question) => ({ question, no: 1 })) },
    ],
  })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  paper = made.data.id
  await moved('examPaper', paper, [teacher, 'publish'], [area, 'approve'])
  schools = (
    await region.db.query<{ id: number }>(sql`
      insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
      select parent_id, level, province_id, city_id, district_id, 'T' || n, '无名学校' || n, kind, area_code
      from institution, generate_series(1, 5) n
      where id = ${region.places.sibling}
      returning id`)
  ).map(({ id }) => id)
})
afterAll(() => region.close())

async function moved(
  kind: string,
  id: number,
  ...steps: readonly (readonly [Person, string, object?])[]
): Promise<void> {
  for (const [who, name, more = {}] of steps) {
    const { version } = (await who.get<{ version: number }>(`/api/v1/${kind}/${id}`)).data
    const done = await who.post(`/api/v1/${kind}/${id}/${name}`, { version, ...more })
    expect(done.msg, JSON.stringify(done.data)).toBe('ok')
  }
}

/** A class of a school with its results: the rate of each item of paper A. */
async function used(school: number, n: number, rates: readonly number[], variant = 'A'): Promise<void> {
  const items = rates.map((p) => ({ n, p, interval: null, d: null, r: null }))
  const figures = { n, mean: null, sd: null, alpha: null, sem: null, items }
  await region.db.execute(sql`
    insert into paper_use (paper_id, paper_no, variant, by_identity, institution_id, class_name, day, figures, scores)
    values (${paper}, 1, ${variant}, ${region.people.teacher.identityId}, ${school}, '一班', '2026-11-10',
      ${sql.json(figures)}, ${sql.json(Array.from({ length: n }, () => [10, 0]))})`)
}
const figures = (who: Person) => who.get<PaperFiguresAnswer>(`/api/v1/examPaper/${paper}/figures`)

it('an authority sees nothing below five schools with thirty pupils each, then how they lie, without a name', async () => {
  const { area, city, province } = region.people
  for (const [at, school] of schools.slice(0, 4).entries()) await used(school, 30, [0.2 * (at + 1), 0.5])
  expect((await figures(area)).data).toEqual({ school: null, region: null })
  const [, , , , fifth = 0] = schools
  await used(fifth, 29, [1, 0.5])
  expect((await figures(area)).data.region).toBeNull()
  // A second class of the same school; together they are enough.
  await used(fifth, 1, [1, 0.5])
  const { data } = await figures(area)
  expect(data.region).toMatchObject({ schools: 5, pupils: 150 })
  expect(data.region?.items.map(({ p, low, middle, high }) => [p, low, middle, high])).toEqual([
    [0.6, 0.4, 0.6, 0.8],
    [0.5, 0.5, 0.5, 0.5],
  ])
  expect(JSON.stringify(data)).not.toContain('学校')
  for (const who of [city, province]) expect((await figures(who)).status).toBe(404)
})

it('a school sees its own classes alone, and teachers only theirs', async () => {
  const { school, teacher, stranger } = region.people
  expect((await figures(school)).data).toEqual({ school: null, region: null })
  await used(region.places.school, 12, [0.5, 0.5])
  const { data } = await figures(school)
  expect(data.school).toMatchObject({ classes: 1, figures: { n: 12, mean: null } })
  expect(data.school?.items.map(({ number }) => number)).toEqual([1, 2])
  expect(data.region).toBeNull()
  for (const who of [teacher, stranger]) expect((await figures(who)).status).toBe(403)
})

it('the writer of a question sees its rate over all papers, and nobody else does', async () => {
  const { teacher, colleague, school, area } = region.people
  const [first = 0] = questions
  const url = `/api/v1/question/${first}/figures`
  const { data } = await teacher.get<QuestionFigures>(url)
  // 150 pupils of five schools at .6 and 12 of the own one at .5.
  expect(data.versions).toMatchObject([{ no: 1, pupils: 162, declared: 650 }])
  expect(data.versions[0]?.rate).toBe(593)
  for (const who of [colleague, school, area]) expect((await who.get(url)).status).toBe(404)
})
