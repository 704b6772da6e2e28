import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trainingStatistics, type TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import { surveyOpener } from '../../app/survey-opener.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { projectExecution } from '../../../catalogue/contract/training/execution.ts'
import { answerSurvey } from '../../engine/surveys/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import { openProjectSurveys } from '../training/index.ts'
import { addProject, enrol, failed, followed, learning, passed } from './test-enrolments.ts'

const year = Number(today().slice(0, 4))
const ended = addDays(today(), -60)
const plan = '阳江市教师培训计划'
let region: Region
let people: number[] = []
let [rated, small] = ['', '']

beforeAll(async () => {
  region = await testRegion('training-execution')
  const { school, sibling } = region.places
  const of = (placeId: number) => ({
    placeId,
    since: '2015-09-01',
    recordedOn: '2020-01-01',
    records: {
      basicInfo: [
        { name: '数', staffCategory: '11', schoolStage: '3', mainSubject: '14', teachStartMonth: '2010-09' },
      ],
    },
  })
  people = await countPeople(region, [
    ...Array.from({ length: 6 }, () => of(school)),
    ...Array.from({ length: 4 }, () => of(sibling)),
  ])
  const shared = { endDate: ended, rated: true, followUp: true, plan }
  rated = await addProject(region, {
    ...shared,
    title: '大班',
    undertaker: '粤海师范大学',
    paid: 1.2,
    classes: [
      { className: '一班', headTeacher: '韦南星', tutors: '', maxCount: 3 },
      { className: '二班', headTeacher: '陶叙白', tutors: '', maxCount: 3 },
    ],
  })
  small = await addProject(region, { ...shared, title: '小班', undertaker: '粤海师范大学', paid: 0.5 })
  // What somebody is going to gives exactly the hours that are missing.
  const inTime = { title: '在途', creditKind: '2', creditHours: 42, endDate: `${year}-12-31` }
  const six = []
  for (const teacher of people.slice(0, 6))
    six.push(await enrol(region, rated, teacher, teacher === people[5] ? failed : passed))
  for (const [at, id] of six.entries())
    await region.db.execute(sql`
      update process_case set value = value || ${sql.json({ className: at < 2 ? '一班' : '二班' })}::jsonb
      where id = ${id}::uuid`)
  for (const teacher of people.slice(5, 9)) await enrol(region, small, teacher, passed)
  await enrol(region, await addProject(region, inTime), people[9] ?? 0, learning)
  await region.db.execute(sql`update campaign set state = 'finished' where value ->> 'plan' = ${plan}`)
  const [first = 0, second = 0] = people
  const coming = people[9] ?? 0
  await region.db.execute(sql`
    insert into ledger_balance (owner_id, account, year, category, raw, counted, rule_version)
    select x.owner, 'training', ${year}::int, x.category, x.counted, x.counted, 1
    from (values (${first}::int, '1', 300), (${first}::int, '2', 420), (${first}::int, '3', 180),
      (${second}::int, '1', 300), (${coming}::int, '1', 300), (${coming}::int, '2', 0), (${coming}::int, '3', 200))
      as x(owner, category, counted)`)
  await followed(region)
})
afterAll(() => region.close())

async function read(who: Person, query: string): Promise<TrainingStatistics> {
  const answer = await who.get(`/api/v1/page/training_statistics?${query}`)
  expect([query, answer.msg]).toEqual([query, 'ok'])
  return trainingStatistics.parse(answer.data)
}
const named = ({ table }: TrainingStatistics, name: string) =>
  table.find((row) => row.name.startsWith(name))?.cells

/** Opens what is due on a day and answers for so many of those who are asked. */
async function answered(project: string, purpose: string, marks: readonly number[]) {
  const day = addDays(ended, purpose === 'satisfaction' ? 1 : 31)
  while (await openProjectSurveys(region.db, surveyOpener, day)) continue
  const survey = await region.db.maybeOne<{ id: string }>(sql`
    select event_id as id from training_survey where campaign_id = ${project}::uuid and purpose = ${purpose}`)
  if (!survey) return null
  const asked = await region.db.query<{ teacherId: number }>(sql`
    select teacher_id as "teacherId" from survey_answered where event_id = ${survey.id} order by 1`)
  for (const [at, mark] of marks.entries())
    await region.db.transaction((tx) =>
      answerSurvey(
        tx,
        { eventId: survey.id, teacherId: asked[at]?.teacherId ?? 0 },
        purpose === 'satisfaction' ? { q1: mark, q2: 5, q3: mark } : { q1: mark },
        day,
      ),
    )
  return asked.length
}

describe('what learners say of a project', () => {
  it('is asked of those who stayed to the end, once, and not where fewer than five could be hidden', async () => {
    expect(await answered(rated, 'satisfaction', [5, 4, 4, 3, 2])).toBe(6)
    expect(await answered(small, 'satisfaction', [])).toBeNull()
    const many = await region.db.one<{ n: number }>(sql`select count(*)::int as n from training_survey`)
    expect(many.n).toBe(1)
    expect(await openProjectSurveys(region.db, surveyOpener, addDays(ended, 2))).toBe(false)
  })

  it('is shown once the survey has ended, and not of fewer than five answers', async () => {
    expect(await answered(rated, 'used30', [5, 4, 4, 5])).toBe(6)
    const projects = await read(region.people.city, 'group_by=project')
    // (5+4+4+3+2) twice and five times 5, of fifteen marks.
    expect(named(projects, '大班')).toMatchObject({
      satisfaction: 4.07,
      answers: 5,
      used30: null,
      replies30: null,
    })
    await region.db.execute(
      sql`update survey set closes_on = ${addDays(today(), 3)}::date where title like '大班%满意%'`,
    )
    expect(named(await read(region.people.city, 'group_by=project'), '大班')).toMatchObject({
      satisfaction: null,
      answers: null,
    })
    await region.db.execute(
      sql`update survey set closes_on = ${addDays(ended, 20)}::date where title like '大班%满意%'`,
    )
  })
})

describe('a project', () => {
  it('shows its host what learners answered, others the mean alone', async () => {
    const { city, area, teacher } = region.people
    const url = `/api/v1/train/project/${rated}/execution`
    const answer = await city.get<unknown>(url)
    expect(projectExecution.parse(answer.data)).toMatchObject({
      plan,
      paid: 1.2,
      qualified: 5,
      costEach: 2_400,
      surveys: [
        { purpose: 'satisfaction', state: 'closed', asked: 6, answered: 5, mean: 4.07 },
        { purpose: 'used30', state: 'closed', asked: 6, answered: 4, mean: null },
        { purpose: 'used90', state: 'due', id: null },
      ],
    })
    const [first] = projectExecution.parse((await area.get(url)).data).surveys
    expect(first).toMatchObject({ mean: 4.07, id: null, asked: null, answered: null })
    expect((await teacher.get(url)).status).toBe(403)
    expect((await city.get('/api/v1/train/project/x/execution')).status).toBe(400)
  })
})

describe('tables of execution', () => {
  it('put projects together by who undertook them', async () => {
    const answer = await read(region.people.city, 'group_by=undertaker')
    // 1.7 万元 of nine people who passed.
    expect(named(answer, '粤海师范大学')).toMatchObject({
      projects: 2,
      used: 10,
      qualified: 9,
      passRate: 90,
      satisfaction: 4.07,
      costEach: 1_889,
    })
  })

  it('set what was planned beside what its projects came to', async () => {
    const { city, area } = region.people
    const live = {
      title: plan,
      planYear: year,
      trainingLevel: '3',
      targetCount: 20,
      budget: '3.40',
      items: [{ name: '骨干', people: 20, hours: '40.0' }],
    }
    await region.db.execute(sql`
      insert into content (type, value, state, live, live_no, publish_at, institution_id, city_id, province_id, by_identity)
      values ('trainingPlan', ${sql.json(live)}, 'published', ${sql.json(live)}, 1, now(), ${city.institutionId},
        ${city.institutionId}, ${region.places.province}, ${city.identityId})`)
    expect(named(await read(city, 'group_by=plan'), plan)).toMatchObject({
      projects: 2,
      planned: 20,
      qualified: 9,
      doneRate: 45,
      plannedHours: 800,
      hours: 360,
      budget: 3.4,
      paid: 1.7,
      paidRate: 50,
    })
    // The plan of the office above is not one of the district.
    expect((await read(area, 'group_by=plan')).total).toBe(0)
  })

  it('count the learners of a tutor’s own classes', async () => {
    const answer = await read(region.people.city, 'group_by=tutor')
    expect(named(answer, '韦南星')).toMatchObject({ classes: 1, learners: 2, passRate: 100, lecturers: 5 })
    expect(named(answer, '陶叙白')).toMatchObject({ classes: 1, learners: 4, passRate: 75 })
  })

  it('tell of each school who met the lines, who will, and who cannot any more', async () => {
    const answer = await read(region.people.city, 'group_by=school')
    const row = answer.table.find(({ key }) => key === `p${region.places.school}`)
    expect(row?.cells).toMatchObject({ staff: 6, met: 1, missing: 420 })
    const sibling = answer.table.find(({ key }) => key === `p${region.places.sibling}`)
    expect(sibling?.cells).toMatchObject({ staff: 4, met: 0, reach: 1 })
    for (const { cells: one } of answer.table)
      expect(
        [one['met'], one['reach'], one['short'], one['late']].reduce<number>((sum, n) => sum + Number(n), 0),
      ).toBe(one['staff'])
  })

  it('say what each tenth of the teachers had of the seats of five years', async () => {
    const answer = await read(region.people.city, 'group_by=fair')
    expect(answer.total).toBe(10)
    const rows = answer.table.slice(1)
    expect(rows.map(({ cells }) => cells['people'])).toEqual(Array.from({ length: 10 }, () => 1))
  })
})
