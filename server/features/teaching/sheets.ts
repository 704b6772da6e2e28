import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  recordingSet,
  reflectionWritten,
  Score,
  sheetWritten,
} from '../../../catalogue/contract/teaching/lessons.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import type { Database, Tx } from '../../engine/engine.ts'
import { note } from '../../platform/audit/note.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { keepLesson, lessonFor, recordingsOf, requireOpen, type Lesson } from './lesson.ts'

/** The fewest characters of what an observer sums up (teaching-research.md, 4, Sheet). */
const leastSummary = 20
/** Hours within which a sheet that was handed in may be taken back. */
export const withdrawHours = 24

/** Points as they are kept: in hundredths. */
const stored = (score: Score): number | 'unseen' | null =>
  typeof score === 'number' ? Math.round(score * 100) : score
export const points = (kept: number | 'unseen' | null): Score =>
  typeof kept === 'number' ? kept / 100 : kept

type SheetValues = z.infer<typeof sheetWritten>

/** The lesson of a call by somebody who observes it, and who that is. */
async function observed(tx: Tx, actor: Actor, id: string): Promise<{ lesson: Lesson; teacherId: number }> {
  const lesson = await lessonFor(tx, actor, id)
  if (lesson.reader !== 'observer' || actor.teacherId === null)
    throw new AppError('forbidden', { message: '听课的教师才能写听课表' })
  requireOpen(lesson)
  return { lesson, teacherId: actor.teacherId }
}

function requireScores({ rubric }: Lesson, scores: SheetValues['scores']): void {
  if (scores.length !== rubric.length) throw invalid('scores', `量表有 ${rubric.length} 项`)
  const faults = rubric.flatMap(({ item, weight }, n) => {
    const score = scores[n]
    return typeof score === 'number' && score > weight
      ? [{ field: `scores.${n}`, message: `“${item}”满分 ${weight} 分` }]
      : []
  })
  if (faults.length > 0) throw invalidFields(faults)
}

/**
 * Writes the own sheet of an observer at the version that was read; the first one freezes the rubric of the
 * lesson.
 */
export async function writeSheet(db: Database, actor: Actor, id: string, asked: SheetValues): Promise<void> {
  await db.transaction(async (tx) => {
    const { lesson, teacherId } = await observed(tx, actor, id)
    requireScores(lesson, asked.scores)
    await keepLesson(tx, lesson)
    const scores = sql.json(asked.scores.map(stored))
    const written =
      asked.version === 0
        ? await tx.query(sql`
          insert into observation_sheet (campaign_id, lesson_id, teacher_id, scores, summary)
          values (${lesson.activityId}::uuid, ${id}::uuid, ${teacherId}, ${scores}, ${asked.summary})
          on conflict (campaign_id, lesson_id, teacher_id) do nothing returning 1`)
        : await tx.query(sql`
          update observation_sheet set scores = ${scores}, summary = ${asked.summary}, version = version + 1
          where ${sheetOf(lesson, teacherId)} and version = ${asked.version} and handed_in_at is null returning 1`)
    if (written.length === 0) throw await notWritten(tx, lesson, teacherId)
  })
}

const sheetOf = ({ activityId, id }: Lesson, teacherId: number) => sql`
  campaign_id = ${activityId}::uuid and lesson_id = ${id}::uuid and teacher_id = ${teacherId}`

async function notWritten(tx: Tx, lesson: Lesson, teacherId: number): Promise<AppError> {
  const row = await tx.maybeOne<{ handedIn: boolean }>(sql`
    select handed_in_at is not null as "handedIn" from observation_sheet where ${sheetOf(lesson, teacherId)}`)
  return row?.handedIn
    ? new AppError('wrongState', { message: '听课表已经提交，要改请先撤回' })
    : new AppError('stale', { message: '听课表在别处改过，请刷新后再写' })
}

/** Hands in the own sheet: every item is scored or said to be unseen, and it is summed up. */
export async function handInSheet(db: Database, actor: Actor, id: string, version: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { lesson, teacherId } = await observed(tx, actor, id)
    const row = await tx.maybeOne<{ scores: (number | 'unseen' | null)[]; summary: string }>(sql`
      select scores, summary from observation_sheet where ${sheetOf(lesson, teacherId)} for update`)
    if (!row) throw new AppError('missing')
    const bare = lesson.rubric.flatMap(({ item }, n) =>
      (row.scores[n] ?? null) === null
        ? [{ field: `scores.${n}`, message: `“${item}”请评分，或者选未观察` }]
        : [],
    )
    const short =
      row.summary.length < leastSummary
        ? [{ field: 'summary', message: `总评不少于 ${leastSummary} 个字，现有 ${row.summary.length} 个` }]
        : []
    if (bare.length + short.length > 0) throw invalidFields([...bare, ...short])
    const handed = await tx.execute(sql`
      update observation_sheet set handed_in_at = now(), version = version + 1
      where ${sheetOf(lesson, teacherId)} and version = ${version} and handed_in_at is null`)
    if (handed === 0) throw await notWritten(tx, lesson, teacherId)
  })
}

/** Takes the own sheet back within a day; the host sees that it was. */
export async function withdrawSheet(db: Database, actor: Actor, id: string, version: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { lesson, teacherId } = await observed(tx, actor, id)
    const taken = await tx.execute(sql`
      update observation_sheet set handed_in_at = null, withdrawn_at = now(), version = version + 1
      where ${sheetOf(lesson, teacherId)} and version = ${version}
        and handed_in_at > now() - make_interval(hours => ${withdrawHours})`)
    if (taken === 0)
      throw new AppError('wrongState', { message: `提交后 ${withdrawHours} 小时内才能撤回，请刷新后再看` })
  })
}

/** Says which file is the recording and when it began; the host or the lecturer does. */
export async function setRecording(
  db: Database,
  actor: Actor,
  id: string,
  { version, fileId, startedAt, offset }: z.infer<typeof recordingSet>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await lessonFor(tx, actor, id)
    if (lesson.reader === 'observer')
      throw new AppError('forbidden', { message: '录像由主办单位或授课教师设置' })
    if (fileId !== null && !(await recordingsOf(tx, lesson)).some(({ id: one }) => one === fileId))
      throw invalid('fileId', '请选择活动里上传的录像')
    requireChanged(
      await tx.execute(sql`
        update observed_lesson
        set file_id = ${fileId}::uuid, recording_started_at = ${startedAt}::timestamptz, offset_s = ${offset},
          version = version + 1
        where ${await atVersion(tx, lesson, version)}`),
    )
    await note(tx, { by: actor.identityId, action: 'teaching.recording', recordId: id, facts: { offset } })
  })
}

/** The lecturer's own words about the lesson; archiving puts them into the record of the lesson. */
export async function writeReflection(
  db: Database,
  actor: Actor,
  id: string,
  { version, reflection }: z.infer<typeof reflectionWritten>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await lessonFor(tx, actor, id)
    if (lesson.reader !== 'lecturer') throw new AppError('forbidden', { message: '反思由授课教师本人写' })
    requireOpen(lesson)
    requireChanged(
      await tx.execute(sql`
        update observed_lesson set reflection = ${reflection}, version = version + 1
        where ${await atVersion(tx, lesson, version)}`),
    )
  })
}

/** Condition of the lesson at the version that was read; where nothing was kept of it yet, it is kept now. */
async function atVersion(tx: Tx, lesson: Lesson, version: number): Promise<Sql> {
  if (!lesson.frozen && version === 0) await keepLesson(tx, lesson)
  return sql`campaign_id = ${lesson.activityId}::uuid and lesson_id = ${lesson.id}::uuid
    and version = ${lesson.frozen ? version : 1}`
}

function requireChanged(changed: number): void {
  if (changed === 0) throw new AppError('stale', { message: '该课在别处改过，请刷新后再办' })
}
