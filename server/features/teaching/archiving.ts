import type { Actor } from '../../../catalogue/access/access.ts'
import { categories, isCategory } from '../../../catalogue/hours/rule.ts'
import { leastSummary, wordsIn } from '../../../catalogue/processes/research-activity-fields.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Engine, Queryable, Tx } from '../../engine/engine.ts'
import { counterEntries, nextVersion, postEntry } from '../../engine/ledger/index.ts'
import { addFacts, dropFacts, type PersonFact } from '../../engine/person-facts/index.ts'
import { fixAttendance } from '../../engine/presence/index.ts'
import {
  caseRows,
  roleAt,
  teacherOf,
  type Effect,
  type Matter,
  noOutcome,
} from '../../engine/processes/index.ts'
import { keepResult, takeBackResult } from '../../engine/results/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { activityOf } from './activity.ts'
import { attended, marksOf, sittingsOf, type ActivitySession } from './sittings.ts'

/** The account of hours to which activities add. */
const account = 'training'
/** Days within which an archived activity may be opened again (teaching-research.md, 3.3). */
const unarchiveDays = 30

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const dayOf = (moment: number): string => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10)

/** Lessons of an activity without a sheet that was handed in, by their lecturers. */
export const unobserved = (db: Queryable, activityId: string): Promise<{ name: string; lesson: string }[]> =>
  db.query(sql`
    select t.name, k.value ->> 'lessonTitle' as lesson
    from ${caseRows} k
      join teacher t on t.id = k.teacher_id
    where k.campaign_id = ${activityId}::uuid and k.type = 'activityPlace' and k.state = 'confirmed'
      and k.value ->> 'lessonTitle' is not null
      and not exists (
        select 1 from observation_sheet s
        where s.campaign_id = ${activityId}::uuid and s.lesson_id = k.id and s.handed_in_at is not null)
    order by t.name_sort, t.id`)

/** What an activity lacks to be archived, in sentences. */
export async function lacksForArchive(db: Queryable, { id, value }: CampaignRow): Promise<string[]> {
  const words = wordsIn(value['summary']).length
  const bare = text(value['noSheets']) === '' ? await unobserved(db, id) : []
  return [
    ...(words < leastSummary ? [`活动纪要不少于 ${leastSummary} 个字，现有 ${words} 个`] : []),
    ...bare.map(({ name, lesson }) => `${name}的《${lesson}》没有提交的听课表，请补交或在活动里写明原因`),
  ]
}

/** Refuses to archive what is not whole; fixes who was there. */
export async function readyForArchive(tx: Tx, activity: CampaignRow): Promise<void> {
  const lacks = await lacksForArchive(tx, activity)
  if (lacks.length > 0) throw new AppError('wrongState', { message: lacks.join('；') })
  const sittings = await sittingsOf(tx, activity.id)
  if (sittings.some(({ fixed }) => !fixed))
    await fixAttendance(tx, activity.id, { by: null, now: Date.now() })
}

/** The record types into which activities write, with their tables and titles. */
const written = { activityRecord: '教研活动', lessonRecord: '课程教学' } as const

/**
 * Refuses to open an archived activity again when it is too late, or when one of the rows that it wrote was
 * changed since: that person and row are named.
 */
export async function readyForUnarchive(tx: Tx, { id, updatedAt }: CampaignRow): Promise<void> {
  const last = addDays(dayOf(Date.parse(updatedAt)), unarchiveDays)
  if (today() > last) throw new AppError('wrongState', { message: `撤销归档须在 ${last} 前办理，已经超过` })
  const rows = await tx.query<{ type: string; record: string; version: number; name: string }>(sql`
    select r.record_type as type, r.record_id as record, r.version, t.name
    from ${caseRows} k
      join case_result r on r.case_id = k.id and r.taken_back_at is null
      join teacher t on t.id = k.teacher_id
    where k.campaign_id = ${id}::uuid and k.type = 'activityPlace' and k.state = 'recorded'
    order by t.name_sort, t.id`)
  const now = await versionsOf(tx, rows)
  const changed = rows.find(({ record, version }) => now.get(record) !== version)
  if (!changed) return
  const title = changed.type === 'lessonRecord' ? written.lessonRecord : written.activityRecord
  throw new AppError('wrongState', {
    message: `${changed.name}的“${title}”在归档以后改过，请先改回，再撤销归档`,
  })
}

async function versionsOf(
  tx: Tx,
  rows: readonly { readonly type: string; readonly record: string }[],
): Promise<Map<string, number>> {
  const of = (type: string) => rows.flatMap((row) => (row.type === type ? [row.record] : []))
  const [activities, lessons] = await Promise.all([
    tx.query<{ id: string; version: number }>(sql`
      select id, version from rec_activity_record where id = any(${of('activityRecord')}::uuid[]) and voided_at is null`),
    tx.query<{ id: string; version: number }>(sql`
      select id, version from rec_lesson_record where id = any(${of('lessonRecord')}::uuid[]) and voided_at is null`),
  ])
  return new Map([...activities, ...lessons].map(({ id, version }) => [id, version]))
}

/** The level of an institution by the role of its office, in the dictionary adminLevel. */
const levelOf: Readonly<Record<number, string>> = { 3: '60', 4: '51', 5: '41', 6: '31' }

/** Writes the row of whoever was there, and posts the hours of the sittings that count. */
export const archiveEffect = ({ engine }: { readonly engine: Engine }): Effect => ({
  applied: async (tx, matter) => {
    const { actor } = matter
    if (!actor) throw new AppError('wrongState', { message: '办理归档的账号已停用，请由主办单位重新办理' })
    const activity = await activityOf(tx, matter)
    const sittings = await sittingsOf(tx, activity.id)
    const came = attended(sittings, await marksOf(tx, sittings), teacherOf(matter))
    const [first] = came
    if (!first) return { ...noOutcome, instead: '没有签到' }
    const teacherId = teacherOf(matter)
    const row = await rowOf(tx, { activity, actor, matter, first })
    await keepResult({ engine, actor }, tx, { id: matter.id, teacherId }, row)
    const tenths = came.reduce((sum, one) => sum + one.tenths, 0)
    await postHours(tx, { matter, activity, tenths, came })
    const facts = await factsOf(tx, { matter, activity, came, first })
    await addFacts(engine, tx, { ownerId: teacherId, source: matter.id }, facts)
    return { ...noOutcome, value: { sittings: came.length, hours: tenths / 10 } }
  },
  voided: async (tx, matter) => {
    const wording = { reason: '教研活动撤销归档', after: '归档' }
    await takeBackResult({ engine, actor: matter.actor }, tx, matter, wording)
    const of = { type: 'activityPlace', id: matter.id }
    await counterEntries(
      tx,
      { ownerId: teacherOf(matter), account, of },
      { reason: wording.reason, by: matter.by },
    )
    await dropFacts(tx, { ownerId: teacherOf(matter), source: matter.id })
    return { ...noOutcome, value: { sittings: null, hours: null } }
  },
})

/** What statistics count of somebody who was there: each sitting, the lesson taught, and each lesson observed. */
async function factsOf(
  tx: Tx,
  {
    matter,
    activity,
    came,
    first,
  }: Pick<ArchiveRow, 'matter' | 'activity' | 'first'> & { readonly came: readonly ActivitySession[] },
): Promise<PersonFact[]> {
  const observed = await tx.query<{ lesson: string }>(sql`
    select s.lesson_id as lesson from observation_sheet s
    where s.campaign_id = ${activity.id}::uuid and s.teacher_id = ${teacherOf(matter)} and s.handed_in_at is not null`)
  const day = dayOf(first.startsAt)
  return [
    ...came.map(({ sessionId, startsAt, tenths }) => ({
      kind: 'present',
      ref: sessionId,
      day: dayOf(startsAt),
      tenths,
    })),
    ...(text(matter.value['lessonTitle']) === '' ? [] : [{ kind: 'taught', ref: matter.id, day, tenths: 0 }]),
    ...observed.map(({ lesson }) => ({ kind: 'observed', ref: lesson, day, tenths: 0 })),
  ]
}

interface ArchiveRow {
  readonly activity: CampaignRow
  readonly actor: Actor
  readonly matter: Matter
  readonly first: ActivitySession
}

/** The record of somebody: the lesson of who taught one, else that of taking part. */
async function rowOf(tx: Tx, { activity, actor, matter, first }: ArchiveRow) {
  const { value } = matter
  const day = dayOf(first.startsAt)
  const { value: said, title } = activity
  const shared = {
    adminLevel: levelOf[await roleAt(tx, activity.institutionId)] ?? '60',
    organizer: actor.institution.slice(0, 100),
    place: first.place.slice(0, 100) || null,
  }
  if (text(value['lessonTitle']) !== '') {
    const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
    return {
      type: 'lessonRecord',
      values: {
        ...shared,
        schoolYear: month >= 8 ? year : year - 1,
        semester: month >= 2 && month < 8 ? '2' : '1',
        title: text(value['lessonTitle']).slice(0, 100),
        lessonKind: said['activityKind'] === '04' ? '5' : '2',
        subject: value['lessonSubject'] ?? null,
        grade: value['lessonGrade'] ?? null,
        lessonDate: day,
        reflection: await reflectionOf(tx, activity.id, matter.id),
      },
    }
  }
  const subjects = Array.isArray(said['subject']) ? said['subject'] : []
  return {
    type: 'activityRecord',
    values: {
      ...shared,
      title: title.slice(0, 100),
      activityKind: said['activityKind'],
      activityMode: said['activityMode'],
      activityDate: day,
      memberRole: value['memberRole'] ?? '9',
      subject: subjects.length === 1 ? subjects[0] : null,
      speechTitle: value['speechTitle'] ?? null,
    },
  }
}

async function reflectionOf(tx: Tx, activityId: string, lessonId: string): Promise<string | null> {
  const row = await tx.maybeOne<{ reflection: string }>(sql`
    select reflection from observed_lesson where campaign_id = ${activityId}::uuid and lesson_id = ${lessonId}::uuid`)
  return row?.reflection.slice(0, 2000) || null
}

async function postHours(
  tx: Tx,
  {
    matter,
    activity,
    tenths,
    came,
  }: Pick<ArchiveRow, 'matter' | 'activity'> & {
    readonly tenths: number
    readonly came: readonly ActivitySession[]
  },
): Promise<void> {
  const said = text(activity.value['creditKind'])
  const category = isCategory(said) ? said : categories[categories.length - 1]
  const [first, last] = [came[0], came.at(-1)]
  if (tenths === 0 || category === undefined || !first || !last) return
  const key = { ownerId: teacherOf(matter), account, of: { type: 'activityPlace', id: matter.id } }
  await postEntry(tx, {
    ...key,
    year: Number(dayOf(first.startsAt).slice(0, 4)),
    category,
    source: 'teachingResearch',
    tenths,
    from: dayOf(first.startsAt),
    to: dayOf(last.startsAt),
    certificate: '',
    version: await nextVersion(tx, key),
    by: matter.by,
  })
}
