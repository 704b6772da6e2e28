import type { Actor } from '../../../catalogue/access/access.ts'
import type { StudioBoard, StudioMember, TaskEvidence } from '../../../catalogue/contract/teaching/studios.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { networkRole } from '../../../catalogue/processes/membership.ts'
import {
  daysBetween,
  elapsedShare,
  yearAt,
  type StudioYear,
} from '../../../catalogue/teaching/studio-lights.ts'
import { measures } from '../../../catalogue/teaching/studio-measures.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { studioFaceOf } from './face.ts'
import { crewOf, factsFor, talliesOf } from './facts.ts'
import { countedTasks, frozenOver, type CountedTask } from './numbers.ts'
import { holdersOf, isRural, refusalFor, type PlaceHolder } from './places.ts'
import { mayPlan, plansOf, reportedYears, type ReportedYear } from './plan.ts'
import { isRunning, studioFor, yearsOfStudio, type ReaderKind, type StudioRow } from './studio.ts'

/** The year that is asked for, or the one that runs. @throws AppError `missing` */
function yearOf(studio: StudioRow, asked: number | undefined): StudioYear {
  const years = yearsOfStudio(studio)
  const found =
    asked === undefined ? yearAt(years, studio.closedOn ?? today()) : years.find(({ no }) => no === asked)
  if (!found) throw new AppError('missing')
  return found
}

/** The page of a studio as the actor may see it: applications are the host's alone. */
export async function boardOfStudio(
  db: Queryable,
  actor: Actor,
  id: string,
  asked: number | undefined,
): Promise<StudioBoard> {
  const { studio, as } = await studioFor(db, actor, id)
  const year = yearOf(studio, asked)
  const [counted, reported, plans, holders, face, notices] = await Promise.all([
    countedTasks(db, [{ studio, year }]),
    reportedYears(db, [id]),
    plansOf(db, [id]),
    holdersOf(db, id),
    studioFaceOf(db, id),
    as === 'host' && isRunning(studio) ? noticesFor(db, studio) : [],
  ])
  const kept = reported.find(({ yearNo }) => yearNo === year.no)
  const { value } = studio
  return {
    id,
    name: studio.name,
    state: studio.state,
    kind: String(value['studioKind']),
    level: studio.level,
    subject: textIn(value['subject']),
    stage: textIn(value['schoolStage']),
    host: studio.host,
    institution: studio.institution,
    office: studio.office,
    closedOn: studio.closedOn,
    as,
    years: yearsOfStudio(studio).map((one) => assessedYear(one, reported)),
    year: {
      ...year,
      daysLeft: Math.max(0, daysBetween(today(), year.to)),
      gone: Math.round(elapsedShare(year, today()) * 1000) / 10,
      frozenOn: kept?.frozenOn ?? null,
      version: plans.find(({ yearNo }) => yearNo === year.no)?.version ?? 0,
      mayPlan: as === 'host' && mayPlan(studio, year, reported),
    },
    tasks: counted
      .of(id)
      .map((task, index) => taskShown(frozenOver(task, year, kept?.tasks[index], kept?.frozenOn), actor, as)),
    members: await membersOf(db, studio, year),
    applications: as === 'host' ? await applicationsOf(db, studio, holders) : [],
    places: placesOf(studio, holders),
    face: face ? { contentId: face.contentId, state: face.state, named: await namedIn(db, id) } : null,
    notices: notices.flatMap(({ countedTo, ...notice }) =>
      notice.entry !== null || !isReported(studio, reported, countedTo) ? notice : [],
    ),
  }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function assessedYear(year: StudioYear, reported: readonly ReportedYear[]): StudioBoard['years'][number] {
  const found = reported.find(({ yearNo }) => yearNo === year.no)
  const isOut = found !== undefined && ['published', 'failed'].includes(found.state)
  return {
    ...year,
    state: found?.state ?? null,
    score: isOut ? found.score : null,
    result: isOut ? found.result : null,
  }
}

const taskShown = (
  { no, measure, label, target, dueOn, note, done, light, expected, tally }: CountedTask,
  { teacherId }: Actor,
  as: ReaderKind,
) => ({
  no,
  measure,
  label,
  target,
  dueOn,
  note,
  done,
  light,
  expected,
  own: as === 'member' && measure !== 'stated' ? (tally.byTeacher.get(teacherId ?? 0) ?? 0) : null,
})

/** Members and who was invited, with what each did in the year. */
async function membersOf(
  db: Queryable,
  studio: StudioRow,
  { from, to }: StudioYear,
): Promise<StudioMember[]> {
  const rows = await db.query<
    Omit<StudioMember, 'activities' | 'lessons' | 'sheets'> & { teacherId: number }
  >(sql`
    select m.id, m.teacher_id as "teacherId", t.name, coalesce(i.name, '') as institution, ${isRural} as rural,
      m.value ->> 'memberRole' as role, m.state, m.value ->> 'joinedOn' as "joinedOn",
      m.value ->> 'answerBy' as "answerBy"
    from ${caseRows} m
      join teacher t on t.id = m.teacher_id
      left join institution i on i.id = t.institution_id
    where m.of_case = ${studio.id}::uuid and m.type = 'membership'
      and m.state in (${isRunning(studio) ? sql`'joined', 'invited'` : sql`'left'`})
      and (m.state <> 'left' or m.value ->> 'leftOn' = ${studio.closedOn ?? ''})
    order by m.state desc, m.value ->> 'memberRole', m.value ->> 'joinedOn', t.name_sort, m.id limit 200`)
  const crew = await crewOf(db, [{ studio: studio.id, from, to: to < today() ? to : today() }])
  const tally = await talliesOf(db, crew, ['activitiesAttended', 'lessonsShown', 'lessonsObserved'])
  return rows.map(({ teacherId, ...row }) => {
    const did = (measure: Parameters<typeof tally>[1]) =>
      tally(studio.id, measure).byTeacher.get(teacherId) ?? 0
    return {
      ...row,
      activities: did('activitiesAttended'),
      lessons: did('lessonsShown'),
      sheets: did('lessonsObserved'),
    }
  })
}

type Application = StudioBoard['applications'][number]

/** Applications that wait, the oldest first, each with the reason for which there is no place. */
async function applicationsOf(
  db: Queryable,
  studio: StudioRow,
  holders: readonly PlaceHolder[],
): Promise<Application[]> {
  const rows = await db.query<Omit<Application, 'refusal'> & { institutionId: number | null }>(sql`
    select m.id, t.name, coalesce(i.name, '') as institution, t.institution_id as "institutionId", ${isRural} as rural,
      m.value ->> 'memberRole' as role, coalesce(m.value ->> 'reason', '') as reason, m.holder_since as since, m.version
    from ${caseRows} m
      join teacher t on t.id = m.teacher_id
      left join institution i on i.id = t.institution_id
    where m.of_case = ${studio.id}::uuid and m.type = 'membership' and m.state = 'applied'
    order by m.holder_since, m.id limit 100`)
  return rows.map(({ institutionId, ...row }) => ({
    ...row,
    since: String(row.since),
    refusal: refusalFor(studio, holders, { role: row.role, institutionId, rural: row.rural }),
  }))
}

function placesOf(
  { capacity, schoolCap, ruralShare }: StudioRow,
  holders: readonly PlaceHolder[],
): StudioBoard['places'] {
  const inRoom = holders.filter(({ role }) => role !== networkRole)
  const joined = inRoom.filter(({ state }) => state === 'joined')
  const rural = joined.filter((one) => one.rural).length
  return {
    capacity,
    schoolCap,
    ruralShare,
    urban: joined.length - rural,
    rural,
    invited: inRoom.length - joined.length,
    network: holders.length - inRoom.length,
  }
}

const namedIn = async (db: Queryable, id: string): Promise<number> =>
  (
    await db.one<{ many: number }>(sql`
      select count(*)::int as many from ${caseRows} m
      where m.of_case = ${id}::uuid and m.type = 'membership' and m.state = 'joined'
        and coalesce((m.value ->> 'named')::boolean, true)`)
  ).many

/** Whether the year of a day was handed in, to this notice or another one. */
const isReported = (studio: StudioRow, reported: readonly ReportedYear[], day: string): boolean =>
  yearsOfStudio(studio).some(
    ({ no, from, to }) => from <= day && day <= to && reported.some(({ yearNo }) => yearNo === no),
  )

/** Notices of the studio's office that take its report now, with the entry that the host began. */
const noticesFor = (db: Queryable, studio: StudioRow) =>
  db.query<StudioBoard['notices'][number] & { countedTo: string }>(sql`
    select c.id, c.title, c.value ->> 'countedTo' as "countedTo", c.value ->> 'reportEnd' as until, (
      select k.id from ${caseRows} k
      where k.campaign_id = c.id and k.type = 'studioYear' and k.teacher_id = ${studio.hostId} and k.state <> 'cancelled'
      order by k.id desc limit 1) as entry
    from campaign c
    where c.type = 'studioNotice' and c.state in ('open', 'closed') and c.institution_id = ${studio.officeId}
      and c.value ->> 'studioLevel' = ${studio.level}
    order by c.id desc limit 5`)

/** The list behind the number of a task: whose records, of which day. Members read their own alone. */
export async function evidenceFor(
  db: Queryable,
  actor: Actor,
  { id, year: asked, no }: { readonly id: string; readonly year: number; readonly no: number },
): Promise<TaskEvidence> {
  const { studio, as } = await studioFor(db, actor, id)
  const year = yearOf(studio, asked)
  const [plans, reported] = await Promise.all([plansOf(db, [id]), reportedYears(db, [id])])
  const task = plans.find(({ yearNo }) => yearNo === year.no)?.tasks.find((one) => one.no === no)
  if (!task) throw new AppError('missing')
  const kept = reported.find(({ yearNo }) => yearNo === year.no)
  const until = [year.to, today(), kept?.frozenOn ?? year.to].toSorted()[0] ?? year.to
  const everybody = await crewOf(db, [{ studio: id, from: year.from, to: until }])
  const crew = as === 'member' ? everybody.filter(({ teacher }) => teacher === actor.teacherId) : everybody
  const facts = await factsFor(db, crew, task.measure, 1_000)
  const names = await db.query<{ id: number; name: string }>(sql`
    select id, name from teacher where id = any(${[...new Set(facts.map(({ teacher }) => teacher))]}::int[])`)
  const called = new Map(names.map((one) => [one.id, one.name]))
  const list = new Map<string, TaskEvidence['list'][number]>()
  for (const { ref, day, title, teacher } of facts) {
    const people = [list.get(ref)?.people, called.get(teacher)].filter(Boolean).join('、')
    list.set(ref, { ref, day, title, people })
  }
  const done = task.measure === 'stated' ? task.stated : list.size
  return { label: task.label, counted: measures[task.measure].counted, done, list: [...list.values()] }
}
