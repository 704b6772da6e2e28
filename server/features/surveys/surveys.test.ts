import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  MayBeAsked,
  NeedFigures,
  OwnSurvey,
  OwnSurveyLine,
  SurveyLine,
  SurveyResults,
} from '../../../catalogue/contract/training/surveys.ts'
import type { TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import { questionSets } from '../../../catalogue/surveys/sets.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
/** Eight teachers of the school. */
let teachers: Person[]
beforeAll(async () => {
  region = await testRegion('surveys')
  const { people, places } = region
  teachers = [people.teacher, people.colleague]
  for (const label of ['甲', '乙', '丙', '丁', '戊', '己'])
    teachers.push(await region.add(2, places.school, label))
})
afterAll(() => region.close())

const base = '/api/v1/surveys'
const [satisfaction] = questionSets
const draft = (more: object = {}) => ({
  title: '满意度',
  anonymous: true,
  opensOn: today(),
  closesOn: addDays(today(), 7),
  questions: satisfaction?.questions,
  people: { teachers: teachers.map(({ teacherId }) => teacherId) },
  ...more,
})
const plan = (who: Person, more: object = {}): Promise<Answer<{ id: string; errors: { field: string }[] }>> =>
  who.post(base, draft(more))
const planned = async (more: object = {}) => (await plan(region.people.school, more)).data.id
const answer = (who: Person, id: string, answers: object = {}) =>
  who.post<{ errors: { field: string; message: string }[] }>(`${base}/mine/${id}`, {
    answers: { q1: 5, q2: 4, q3: 5, ...answers },
  })
const results = async (id: string) => (await region.people.school.get<SurveyResults>(`${base}/${id}`)).data

describe('a survey', () => {
  it('is planned with everything that is wrong named', async () => {
    const { school, area, stranger } = region.people
    const faults = async (who: Person, more: object) => {
      const { status, data, msg } = await plan(who, more)
      return [status, data.errors[0]?.field, msg]
    }
    expect(await faults(school, { title: '' })).toEqual([400, 'title', '请填写名称'])
    expect(await faults(school, { questions: [] })).toEqual([400, 'questions', '请至少写一道题'])
    const broken = { key: 'q1', kind: 'choice', title: '选哪个', required: true, options: ['甲'] }
    expect((await faults(school, { questions: [broken] }))[2]).toBe('选择题至少要有两个选项')
    expect((await faults(school, { questions: [{ ...broken, kind: 'words' }] }))[2]).toBe('这种题没有选项')
    expect((await faults(school, { questions: [{ ...broken, kind: 'other' }] }))[2]).toBe('没有这种题型')
    expect(await faults(school, { closesOn: addDays(today(), -1), opensOn: addDays(today(), -3) })).toEqual([
      400,
      'closesOn',
      '结束日期已过',
    ])
    expect((await faults(school, { opensOn: addDays(today(), 9) }))[1]).toBe('closesOn')
    expect(await faults(school, { people: { teachers: [stranger.teacherId] } })).toEqual([
      400,
      'people',
      '所选的人不都在您的范围内',
    ])
    expect((await faults(area, { people: { institutions: [region.places.otherSchool] } }))[2]).toBe(
      '所选的学校不都在您的范围内',
    )
    expect((await region.people.teacher.post(base, draft())).status).toBe(403)
    expect((await region.people.expert.get(base)).status).toBe(403)
  })

  it('is answered once by who is asked, within its days, with every wrong answer named', async () => {
    const { teacher, stranger } = region.people
    const id = await planned()
    const mine = await teacher.get<OwnSurvey>(`${base}/mine/${id}`)
    expect(mine.data).toMatchObject({ title: '满意度', answered: false, state: 'open', anonymous: true })
    expect((await stranger.get(`${base}/mine/${id}`)).status).toBe(404)
    expect((await answer(stranger, id)).status).toBe(404)
    const wrong = await teacher.post<{ errors: { field: string }[] }>(`${base}/mine/${id}`, {
      answers: { q1: 6, q2: 'x', q4: [0, 9], q9: 1 },
    })
    expect([wrong.status, wrong.data.errors.map(({ field }) => field)]).toEqual([
      400,
      ['q1', 'q2', 'q3', 'q4', 'q9'],
    ])
    expect((await answer(teacher, id)).status).toBe(200)
    const again = await answer(teacher, id)
    expect([again.status, again.msg]).toEqual([409, '您已经答过该调查'])
    const { list } = (await teacher.get<{ list: OwnSurveyLine[] }>(`${base}/mine`)).data
    expect(list.find((one) => one.id === id)?.answered).toBe(true)
    const later = await planned({ opensOn: addDays(today(), 2) })
    expect((await answer(teacher, later)).msg).toBe('该调查尚未开始')
    await region.people.school.post(`${base}/${later}/close`)
    expect((await answer(teacher, later)).msg).toBe('该调查已结束')
    const told = await teacher.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=50')
    expect(JSON.stringify(told.data)).toContain('请填写调查：满意度')
  })

  it('shows nothing while it is anonymous and open, then nothing that fewer than five said', async () => {
    const { school } = region.people
    const id = await planned()
    for (const [place, who] of teachers.slice(0, 4).entries())
      await answer(who, id, { q4: [0], ...(place === 0 && { q5: '多做课例' }) })
    expect(await results(id)).toMatchObject({ asked: 8, answered: 4, results: null, named: [] })
    const few = await planned()
    for (const who of teachers.slice(0, 4)) await answer(who, few)
    await school.post(`${base}/${few}/close`)
    expect((await results(few)).results?.every(({ hidden, counts }) => hidden && counts.length === 0)).toBe(
      true,
    )
    await answer(teachers[4] ?? school, id, { q1: 1 })
    expect((await school.post(`${base}/${id}/close`)).status).toBe(200)
    expect((await school.post(`${base}/${id}/close`)).status).toBe(409)
    const [first, , , ways, texts] = (await results(id)).results ?? []
    expect(first).toMatchObject({ answered: 5, hidden: false, mean: 4.2 })
    expect(first?.counts.map(({ count }) => count)).toEqual([1, 0, 0, 0, 4])
    expect(ways).toMatchObject({ hidden: true, answered: 0, counts: [] })
    expect(texts).toMatchObject({ hidden: true, texts: [] })
  })

  it('with names tells its office who said what, at any time', async () => {
    const id = await planned({ anonymous: false })
    await answer(region.people.teacher, id, { q5: '多做课例' })
    const { named, results: list } = await results(id)
    expect(named).toMatchObject([{ name: '林疏影', answers: { q1: 5, q5: '多做课例' } }])
    expect(list?.[4]?.texts).toEqual(['多做课例'])
  })

  it('is its own office’s, and of nobody else', async () => {
    const id = await planned()
    const { siblingSchool, area, city, province, otherArea } = region.people
    for (const who of [siblingSchool, area, city, province, otherArea]) {
      const answers = [await who.get(`${base}/${id}`), await who.post(`${base}/${id}/close`)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect((await who.get<{ list: SurveyLine[] }>(base)).data.list.map((one) => one.id)).not.toContain(id)
    }
    expect((await region.people.school2.get(`${base}/${id}`)).status).toBe(200)
    expect((await region.app.inject({ url: base })).statusCode).toBe(401)
    expect((await region.people.school.get(`${base}/x`)).status).toBe(400)
  })

  it('of a district asks the teachers of its schools', async () => {
    const { area, teacher } = region.people
    const { institutions } = (await area.get<MayBeAsked>(`${base}/people`)).data
    expect(institutions.map(({ id }) => id)).toContain(region.places.school)
    expect(institutions.map(({ id }) => id)).not.toContain(region.places.otherSchool)
    const made = await plan(area, { people: { institutions: [region.places.school] } })
    expect(made.status).toBe(200)
    expect((await teacher.get(`${base}/mine/${made.data.id}`)).status).toBe(200)
  })
})

describe('an anonymous answer', () => {
  it('cannot be joined to a person from the tables, not even by the marks of their rows', async () => {
    const id = await planned()
    for (const [place, who] of teachers.slice(0, 6).entries()) await answer(who, id, { q1: 1 + (place % 5) })
    const answers = await region.db.query<{
      id: string
      teacher_id: number | null
      xmin: string
      day: string
    }>(
      sql`select id, teacher_id, xmin::text, to_char(day, 'YYYY-MM-DD') as day from survey_answer where event_id = ${id}`,
    )
    const people = await region.db.query<{ xmin: string }>(
      sql`select xmin::text from survey_answered where event_id = ${id} and answered`,
    )
    expect([answers.length, people.length]).toEqual([6, 6])
    expect(answers.every(({ teacher_id: teacher, day }) => teacher === null && day === today())).toBe(true)
    // Everybody's row was written by the same transaction, so none of them names an answer.
    expect(new Set(people.map(({ xmin }) => xmin)).size).toBe(1)
    // No column of either table is a time, and answers are numbered by chance.
    const columns = await region.db.query<{ type: string }>(sql`
      select data_type as type from information_schema.columns
      where table_name in ('survey_answer', 'survey_answered')`)
    expect(columns.filter(({ type }) => type.startsWith('timestamp'))).toEqual([])
    expect(answers.every((one) => one.id[14] === '4')).toBe(true)
    // Nothing else in the database tells who answered when.
    const { lines } = await region.db.one<{ lines: number }>(
      sql`select count(*)::int as lines from audit where record_id = ${id} and action <> 'survey.opened'`,
    )
    expect(lines).toBe(0)
  })

  it('cannot be written with a person, nor one with a name without', async () => {
    const id = await planned()
    const write = (anonymous: boolean, teacherId: number | null) =>
      region.db.execute(sql`
        insert into survey_answer (event_id, anonymous, teacher_id, answers, day)
        values (${id}, ${anonymous}, ${teacherId}::int, '{}', current_date)`)
    await expect(write(true, region.people.teacher.teacherId)).rejects.toThrow(/check/)
    await expect(write(false, region.people.teacher.teacherId)).rejects.toThrow(/foreign key/)
  })

  it('counts once, however often it is sent at once', async () => {
    const id = await planned()
    const sent = await Promise.all(Array.from({ length: 5 }, () => answer(region.people.teacher, id)))
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    const all = await Promise.all(teachers.slice(1).map((who) => answer(who, id)))
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect((await results(id)).answered).toBe(8)
  })
})

describe('needs', () => {
  const needs = questionSets.find(({ name }) => name === 'needs')
  const topics = needs?.questions[0]?.options ?? []
  const year = 2031
  const asked = (more: object = {}) => ({
    title: '2031 年培训需求调查',
    questions: needs?.questions,
    need: { year, question: 'q1' },
    ...more,
  })
  const said = (who: Person, id: string, topics: readonly number[]) =>
    who.post(`${base}/mine/${id}`, { answers: { q1: topics, q2: 0 } })
  const read = async (who: Person, of = year) => (await who.get<NeedFigures>(`${base}/needs?year=${of}`)).data
  const countOf = ({ list }: NeedFigures, label: string | undefined) =>
    list.find((one) => one.label === label)?.people

  it('are told to who plans once an anonymous survey has ended, added up, and to nobody elsewhere', async () => {
    const { school, area, city, siblingSchool, otherSchool, teacher } = region.people
    const id = await planned(asked())
    for (const who of teachers.slice(0, 4)) await said(who, id, [0, 2])
    const fifth = teachers[4]
    if (fifth) await said(fifth, id, [0])
    // Open: the next answer would show itself as the difference.
    expect(await read(school)).toMatchObject({
      answered: 0,
      list: [],
      surveys: [{ id, told: false, state: 'open', answered: 5, asked: 8 }],
    })
    await school.post(`${base}/${id}/close`)
    const own = await read(school)
    expect([own.answered, countOf(own, topics[0]), countOf(own, topics[2]), countOf(own, topics[1])]).toEqual(
      [5, 5, 4, 0],
    )
    expect(own.years).toContain(year)
    for (const who of [area, city]) {
      const above = await read(who)
      expect(countOf(above, topics[0])).toBe(5)
      expect(above.surveys).toMatchObject([{ id: null, office: '东区一中', told: true }])
    }
    for (const who of [siblingSchool, otherSchool]) expect((await read(who)).surveys).toEqual([])
    expect((await read(area, year + 1)).surveys).toEqual([])
    expect((await teacher.get(`${base}/needs`)).status).toBe(403)
    expect((await area.get(`${base}/needs?year=abc`)).status).toBe(400)
    expect((await area.get(`${base}/needs?year=3000`)).msg).toBe('年度应在 2000 到 2100 之间')
    // The figures page counts the same.
    const figures = await area.get<TrainingStatistics>(
      `/api/v1/page/training_statistics?group_by=need&year=${year}`,
    )
    expect(figures.data.table.find(({ name }) => name === topics[0])?.cells).toMatchObject({
      people: 5,
      share: 100,
      planned: 0,
    })
  })

  it('that fewer than five told stay hidden, with names only from other offices', async () => {
    const { school, area } = region.people
    const few = await planned(asked({ need: { year: 2032, question: 'q1' } }))
    const named = await planned(asked({ anonymous: false, need: { year: 2032, question: 'q1' } }))
    for (const who of teachers.slice(0, 4)) {
      await said(who, few, [3])
      await said(who, named, [4])
    }
    await school.post(`${base}/${few}/close`)
    const own = await read(school, 2032)
    expect([countOf(own, topics[3]), countOf(own, topics[4])]).toEqual([0, 4])
    expect((await read(area, 2032)).list).toEqual([])
  })

  it('are asked by one question of choices for one year', async () => {
    // Another account of the school: one may plan so many surveys a minute.
    const { school2: school } = region.people
    const refused = async (need: object) => {
      const { status, data, msg } = await plan(school, asked({ need }))
      return [status, data.errors[0]?.field, msg]
    }
    expect(await refused({ year, question: 'q4' })).toEqual([400, 'need', '需求题要是单选或多选题'])
    expect(await refused({ year, question: 'q9' })).toEqual([400, 'need', '需求题要是单选或多选题'])
    expect(await refused({ year: 26, question: 'q1' })).toEqual([
      400,
      'need.year',
      '计划年度应在 2000 到 2100 之间',
    ])
  })
})
