import { trainingEnrolment } from '../catalogue/processes/training-enrolment.ts'
import { trainingProject } from '../catalogue/processes/training-project.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import { beginCaseFor, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { grantPlaces } from '../server/engine/seats/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { city, officer, rich } from './research.ts'

const [school, district, other, province] = [
  '江城区听潮中学',
  '江城区教育局',
  '阳东区教育局',
  '广东省教育厅',
] as const

/** A move of an entry: its name, who makes it (the teacher without), and the reason. */
type EntryMove = readonly [action: string, by?: string | undefined, reason?: string]

interface ProjectStory {
  readonly host: string
  readonly title: string
  readonly says: Readonly<Record<string, unknown>>
  readonly grants?: readonly (readonly [by: string, to: string, granted: number])[]
  /** Entries of teachers of the school, one after the other. */
  readonly entries: readonly (readonly EntryMove[])[]
  /** Which of them leaves when all are in: the seat is offered to the first who waits. */
  readonly leaves?: number
}

const upToCity: readonly EntryMove[] = [
  ['approve', school],
  ['approve', district],
  ['approve', city],
]
const waits: readonly EntryMove[] = [['waitlist', school]]

/** Sessions of five mornings from the Monday after the first day on, of 8.0 hours each. */
const sessionsFrom = (start: string) =>
  ['单元整体设计', '学习任务与评价', '课例研磨', '同课异构', '成果展示与考核'].map((title, day) => ({
    title,
    lecturer: ['陶叙白', '韦南星', '谭若棠', '柏见山', '司徒望舒'][day],
    startsAt: `${addDays(start, day)}T08:30`,
    endsAt: `${addDays(start, day)}T17:00`,
    hours: 8,
    className: null,
    place: '阳江市第一中学 报告厅',
    mode: '1',
  }))

/** The first Monday that is so many days ahead. */
function mondayAfter(today: string, days: number): string {
  const day = addDays(today, days)
  return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
}

/** Seats go down level by level; all of the school are taken, three wait and one is asked. */
const ofCity = (start: string): ProjectStory => ({
  host: city,
  title: '初中数学大单元教学骨干研修',
  says: {
    startDate: start,
    endDate: addDays(start, 4),
    trainingKind: '03',
    trainingWay: '3',
    trainingLevel: '3',
    undertaker: '阳江市教师发展中心',
    plan: '阳江市 2026 年中小学教师培训计划',
    costPerPerson: 1_200,
    quota: 12,
    pooled: false,
    byNeed: true,
    quotaReturnsOn: addDays(start, -5),
    classes: [
      {
        className: '一班',
        headTeacher: '陶叙白',
        tutors: '谭若棠、柏见山',
        maxCount: 6,
        place: '报告厅',
      },
      { className: '二班', headTeacher: '韦南星', tutors: '司徒望舒', maxCount: 6, place: '阶梯教室' },
    ],
    sessions: sessionsFrom(start),
  },
  grants: [
    [city, district, 8],
    [city, other, 3],
    [district, school, 4],
  ],
  entries: [upToCity, upToCity, upToCity, upToCity, waits, waits, waits, []],
  leaves: 3,
})

/** A pool of two that is full. */
const ofDistrict = (start: string): ProjectStory => ({
  host: district,
  title: '江城区作业设计工作坊',
  says: {
    startDate: start,
    endDate: addDays(start, 4),
    trainingKind: '02',
    trainingWay: '7',
    trainingLevel: '4',
    quota: 2,
    pooled: true,
    notTrainedYears: 1,
    notTrainedLevel: '5',
    advisory: true,
    sessions: sessionsFrom(start),
  },
  entries: [
    [
      ['approve', school],
      ['approve', district],
    ],
    [
      ['approve', school],
      ['approve', district],
    ],
    [
      ['approve', school],
      ['approve', district],
    ],
    [['approve', school]],
    [],
    [],
  ],
})

/** Training of the own school. */
const ofSchool = (start: string): ProjectStory => ({
  host: school,
  title: '听潮中学校本研修：课堂观察与改进',
  says: {
    startDate: start,
    endDate: addDays(start, 4),
    trainingKind: '13',
    trainingWay: '5',
    trainingLevel: '5',
    quota: 60,
    pooled: true,
    creditKind: '4',
    sessions: sessionsFrom(start),
  },
  entries: [[['approve', school]], [['approve', school]], [['approve', school]], []],
})

/** A course of the province, with few places. */
const ofProvince = (start: string): ProjectStory => ({
  host: province,
  title: '广东省中小学骨干教师省级培训',
  says: {
    startDate: addDays(start, 14),
    endDate: addDays(start, 18),
    trainingKind: '03',
    trainingWay: '1',
    trainingLevel: '2',
    quota: 40,
    pooled: false,
  },
  grants: [
    [province, city, 12],
    [city, district, 4],
    [district, school, 2],
  ],
  entries: [
    [
      ['approve', school],
      ['approve', district],
      ['approve', city],
    ],
    [['approve', school]],
  ],
})

/** Tells projects of training with seats, entries and people who wait, by the portal's own calls. */
export async function tellTrainingProjects(processing: CaseNeeds, today: string): Promise<void> {
  const start = mondayAfter(today, 15)
  for (const story of [ofCity, ofDistrict, ofSchool, ofProvince])
    await tellOne(processing, story(start), today)
}

async function tellOne(processing: CaseNeeds, story: ProjectStory, today: string): Promise<void> {
  const actor = await officer(processing, story.host)
  const definition = trainingProject
  const id = await createCampaign(processing, {
    actor,
    definition,
    collects: 'trainingEnrolment',
    title: story.title,
    value: {
      projectYear: Number(today.slice(0, 4)),
      introduction: rich('围绕课堂里的真实问题，边学边做：专家讲授、课例研磨、分组实践和成果展示。'),
      signupStart: `${addDays(today, -12)}T08:00`,
      signupEnd: `${addDays(today, 8)}T18:00`,
      place: '阳江市第一中学',
      creditKind: '2',
      creditHours: 40,
      noOverlap: false,
      ...story.says,
    },
  })
  await actOnCampaign(processing, { actor, definition, id, action: 'open', version: 1, reason: '' })
  for (const [by, to, granted] of story.grants ?? []) {
    const { institutionId } = await officer(processing, to)
    await grantPlaces(processing.db, {
      actor: await officer(processing, by),
      campaignId: id,
      grants: [{ institution: institutionId, granted }],
    })
  }
  const people = await teachersOf(processing, story.entries.length)
  for (const [at, identity] of people.entries())
    await enter(processing, id, identity, story.entries[at] ?? [])
  const leaver = story.leaves === undefined ? undefined : people[story.leaves]
  if (leaver !== undefined) await leave(processing, id, leaver)
}

/** Lets a teacher leave a project. */
async function leave(processing: CaseNeeds, campaignId: string, identity: number): Promise<void> {
  const found = await actorOfIdentity(processing.db, identity)
  if (!found) return
  const { actor } = found
  const { id, version } = await processing.db.one<{ id: string; version: number }>(sql`
    select id, version from process_case
    where campaign_id = ${campaignId}::uuid and teacher_id = ${actor.teacherId}`)
  const move = { definition: trainingEnrolment, id, action: 'cancel', version, reason: '家里有事', value: {} }
  await makeMove(processing, { actor, ...move })
}

/** Teachers of the school with an account, the first one known from the list of accounts. */
async function teachersOf({ db }: CaseNeeds, many: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select a.id
    from teacher t
    join institution i on i.id = t.institution_id and i.name = ${school}
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.status = '11'
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
    order by t.id limit ${many}`)
  return rows.map(({ id }) => id)
}

async function enter(
  processing: CaseNeeds,
  campaignId: string,
  identity: number,
  moves: readonly EntryMove[],
): Promise<void> {
  const { db } = processing
  const found = await actorOfIdentity(db, identity)
  const campaign = await campaignById(db, campaignId)
  const teacherId = found?.actor.teacherId
  if (!found || !campaign || !teacherId) return
  const id = await beginCaseFor(processing, {
    actor: found.actor,
    definition: trainingEnrolment,
    teacherId,
    given: {
      trainingRole: '1',
      reason: '希望把大单元设计用到本学期的课堂里。',
      exceptionReason: '承担区级课题，需要系统学习作业设计。',
    },
    campaign,
  })
  const submit: EntryMove = ['submit']
  for (const [action, by, reason = ''] of [submit, ...moves]) {
    const actor = by === undefined ? found.actor : await officer(processing, by)
    const { version } = await db.one<{ version: number }>(
      sql`select version from process_case where id = ${id}::uuid`,
    )
    const move = { definition: trainingEnrolment, id, action, version, reason, value: {} }
    await makeMove(processing, { actor, ...move })
  }
}
