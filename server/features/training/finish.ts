import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sharesByYear } from '../../../catalogue/hours/shares.ts'
import type { Attendance } from '../../../catalogue/presence/attendance.ts'
import { late, present } from '../../../catalogue/presence/rules.ts'
import { saidBy } from '../../../catalogue/processes/campaign-reading.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Tx } from '../../engine/engine.ts'
import {
  caseRows,
  numberCase,
  teacherOf,
  type Consequences,
  type Effect,
  type EffectOutcome,
  type Matter,
  noOutcome,
} from '../../engine/processes/index.ts'
import { keepResult, takeBackResult } from '../../engine/results/index.ts'
import { addDays, dateOf, today } from '../../platform/clock/clock.ts'
import { onceWithin } from '../../platform/db/once-within.ts'
import { sql } from '../../platform/db/sql.ts'
import { attendedBy, isOfClass, rateOf, timetableOf, type CourseTimetable } from './attendance.ts'
import { keepShares } from './follow-registrations.ts'
import { projectOf, type SeatNeeds } from './seats.ts'
import { courseSessions, type CourseSession } from './sessions.ts'

type Effects = Pick<
  Consequences['effects'],
  'classGiven' | 'attendanceNoted' | 'trainingRegistered' | 'retakeBegun'
>

const unchanged = async () => noOutcome
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What happens to an enrolment from the start of its project to its end. */
export const finishEffects = (needs: SeatNeeds): Effects => ({
  classGiven: { applied: giveClass, voided: unchanged },
  attendanceNoted: { applied: noteAttendance, voided: unchanged },
  trainingRegistered: registered(needs),
  retakeBegun: { applied: beginRetake, voided: unchanged },
})

/**
 * The class of a learner: the one that is named, if it has room; at the start the first with room. A project
 * without classes has none.
 */
async function giveClass(tx: Tx, matter: Matter): Promise<EffectOutcome> {
  const project = await projectOf(tx, matter)
  const classes = listOf(project.value['classes'])
  const asked = text(matter.value['className'])
  if (classes.length === 0) {
    if (asked !== '') throw invalid('className', '该项目没有分班')
    return noOutcome
  }
  if (asked !== '' && !classes.some((one) => one['className'] === asked))
    throw invalid('className', `没有该班，请填${classes.map((one) => text(one['className'])).join('或')}`)
  // Two learners must not both take the last place of a class.
  await tx.query(sql`select 1 from campaign where id = ${project.id}::uuid for no key update`)
  const taken = await tx.query<{ name: string; many: number }>(sql`
    select k.value ->> 'className' as name, count(*)::int as many
    from ${caseRows} k
    where k.campaign_id = ${project.id}::uuid and k.type = 'trainingEnrolment' and k.state = 'learning'
      and k.value ->> 'className' is not null and k.id <> ${matter.id}::uuid
    group by 1`)
  const many = new Map(taken.map((one) => [one.name, one.many]))
  const found = classes.find(
    (one) =>
      (asked === '' || one['className'] === asked) &&
      (many.get(text(one['className'])) ?? 0) < Number(one['maxCount']),
  )
  if (!found) throw new AppError('wrongState', { message: asked === '' ? '各班都满了' : `${asked}已经满员` })
  return { ...noOutcome, value: { className: found['className'] } }
}

const learnerIn = (matter: Matter) => ({
  teacherId: teacherOf(matter),
  className: text(matter.value['className']) || null,
})

interface EndedCourse {
  readonly project: CampaignRow
  readonly timetable: CourseTimetable
}

/** A sweep ends hundreds of enrolments of one project in a transaction, and neither project nor timetable changes. */
const courses = onceWithin<EndedCourse>()
const courseOf = (tx: Tx, matter: Matter): Promise<EndedCourse> =>
  courses(tx, matter.campaignId ?? '', async () => {
    const project = await projectOf(tx, matter)
    return { project, timetable: await timetableOf(tx, project.id) }
  })

interface OwnAttendance {
  readonly attendance: Attendance | undefined
}

/** Noted and judged by one move: asked once. */
const attended = onceWithin<OwnAttendance>()
const attendedIn = (tx: Tx, matter: Matter): Promise<OwnAttendance> =>
  attended(tx, matter.id, async () => {
    const { project, timetable } = await courseOf(tx, matter)
    const learner = learnerIn(matter)
    const of = await attendedBy(tx, { projectId: project.id, timetable, now: Date.now() }, [learner])
    return { attendance: of.get(learner.teacherId) }
  })

async function noteAttendance(tx: Tx, matter: Matter): Promise<EffectOutcome> {
  const { attendance } = await attendedIn(tx, matter)
  return { ...noOutcome, value: { attendance: attendance ? rateOf(attendance) : null } }
}

/** A learner who failed may try again so many days long. */
const retakeDays = 90

async function beginRetake(tx: Tx, { id }: Matter): Promise<EffectOutcome> {
  const { day } = await tx.one<{ day: string }>(sql`
    select to_char(max(e.at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
    from process_event e where e.case_id = ${id}::uuid and e.move in ('fail', 'revoke')`)
  const last = addDays(day, retakeDays)
  if (today() > last) throw new AppError('wrongState', { message: `重修须在 ${last} 前办理，已经超过` })
  return { ...noOutcome, value: { retakes: 1, score: null } }
}

/**
 * The row of numbers that a project has. Remembered once it is found: a row that this transaction made may be taken
 * back with the entry that made it.
 */
const madeSeries = onceWithin<string | undefined>()
const seriesMade = (tx: Tx, id: string): Promise<string | undefined> =>
  madeSeries(tx, id, async () => {
    const row = await tx.maybeOne<{ prefix: string; year: number; no: number }>(
      sql`select prefix, year, no from training_series where campaign_id = ${id}::uuid`,
    )
    return row && seriesText(row)
  })

/** The row of numbers of a project, made with its first certificate: no two projects of a year share one. */
async function seriesOf(tx: Tx, { id, value }: CampaignRow): Promise<string> {
  const known = await seriesMade(tx, id)
  if (known !== undefined) return known
  const prefix = text(saidBy(trainingProject, value, 'numberPrefix')) || 'PX'
  const year = Number(saidBy(trainingProject, value, 'year'))
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('training_series'), ${year})`)
  await tx.execute(sql`
    insert into training_series (campaign_id, prefix, year, no)
    select ${id}::uuid, ${prefix}, ${year}, coalesce(max(s.no), 0) + 1
    from training_series s where s.prefix = ${prefix} and s.year = ${year}
    on conflict (campaign_id) do nothing`)
  const made = await tx.one<{ prefix: string; year: number; no: number }>(
    sql`select prefix, year, no from training_series where campaign_id = ${id}::uuid`,
  )
  return seriesText(made)
}

const seriesText = ({ prefix, year, no }: { prefix: string; year: number; no: number }): string =>
  `${prefix}${year}-${String(no).padStart(4, '0')}`

/**
 * The number of a certificate: the row of its project and the seat, which nobody else ever had at the end. It
 * stays with the enrolment, also when that is passed a second time.
 */
async function certificateNumber(tx: Tx, matter: Matter, project: CampaignRow): Promise<string> {
  const seat = matter.value['seatNo']
  if (typeof seat === 'number') {
    const made = `${await seriesOf(tx, project)}-${String(seat).padStart(5, '0')}`
    if (await numberCase(tx, matter.id, made)) return made
  }
  const { number } = await tx.one<{ number: string | null }>(
    sql`select number from ${caseRows} k where id = ${matter.id}::uuid`,
  )
  if (number === null) throw new AppError('wrongState', { message: '没有席位号，不能编发证书' })
  return number
}

interface SharedHours {
  readonly matter: Matter
  readonly project: CampaignRow
  readonly certificateNo: string
  readonly creditHours: number
  readonly attendance: Attendance | undefined
}

/** Parts the hours of a project by the years of its sessions: of all, or of those that this learner attended. */
async function shareByYear(tx: Tx, parting: SharedHours): Promise<void> {
  const { matter, project, certificateNo, creditHours, attendance } = parting
  const own = (await courseSessions(tx, project.id)).filter((one) => isOfClass(one, learnerIn(matter)))
  const isCounted = ({ sessionId }: CourseSession) => {
    const status = attendance?.statuses.get(sessionId)
    return project.value['byAttended'] !== true || !attendance || status === present || status === late
  }
  const sessions = own
    .filter(isCounted)
    .map(({ startsAt, tenths }) => ({ day: dateOf(new Date(startsAt)), tenths }))
  await keepShares(
    tx,
    { ownerId: teacherOf(matter), certificate: certificateNo },
    sharesByYear(Math.round(10 * creditHours), sessions),
  )
}

/** 培训登记 of whoever passed, in force at once: the ledger posts its hours. */
const registered = ({ engine }: SeatNeeds): Effect => ({
  applied: async (tx, matter) => {
    const { project } = await courseOf(tx, matter)
    const { actor } = matter
    if (!actor) throw new AppError('wrongState', { message: '办理结业的账号已停用，请由主办单位重新办理' })
    const { attendance } = await attendedIn(tx, matter)
    if (attendance && !attendance.enough)
      return { ...noOutcome, instead: `到课率 ${rateOf(attendance)}%，没有达到要求` }
    const { value } = project
    const creditHours =
      value['byAttended'] === true && attendance ? attendance.tenths / 10 : Number(value['creditHours'])
    const certificateNo = await certificateNumber(tx, matter, project)
    if (value['bySessionYear'] === true)
      await shareByYear(tx, { matter, project, certificateNo, creditHours, attendance })
    await keepResult(
      { engine, actor },
      tx,
      { id: matter.id, teacherId: teacherOf(matter) },
      {
        type: 'trainingRegistration',
        values: {
          trainingYear: Number(text(value['endDate']).slice(0, 4)),
          trainingKind: value['trainingKind'],
          projectName: project.title.slice(0, 100),
          organizer: actor.institution.slice(0, 100),
          trainingLevel: value['trainingLevel'],
          trainingWay: value['trainingWay'],
          startDate: value['startDate'],
          endDate: value['endDate'],
          creditKind: value['creditKind'],
          creditHours,
          certificateNo,
        },
      },
    )
    const projectDays = `${text(value['startDate'])} 至 ${text(value['endDate'])}`
    return { ...noOutcome, value: { creditHours, projectName: project.title.slice(0, 100), projectDays } }
  },
  voided: async (tx, matter) => {
    const wording = { reason: '结业已撤销', after: '结业' }
    await takeBackResult({ engine, actor: matter.actor }, tx, matter, wording)
    return noOutcome
  },
})
