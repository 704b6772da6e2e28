import type { Actor } from '../../../catalogue/access/access.ts'
import type { LessonView, OwnSheet } from '../../../catalogue/contract/teaching/lessons.ts'
import { momentOf } from '../../../catalogue/seats/offer.ts'
import { meansOf, secondOf, totalOf, type Scores } from '../../../catalogue/teaching/scores.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { isOpen, lessonFor, recordingsOf, type Lesson } from './lesson.ts'
import { points, withdrawHours } from './sheets.ts'

/** Days after the end from which on the lecturer reads what is there (teaching-research.md, 4, Sheet). */
const waitDays = 3

interface SheetRow {
  readonly teacherId: number
  readonly name: string
  readonly scores: (number | 'unseen' | null)[]
  readonly summary: string
  readonly version: number
  readonly handedInAt: string | null
  readonly withdrawnAt: string | null
}

interface RemarkRow {
  readonly id: string
  readonly teacherId: number
  readonly kind: string
  readonly text: string
  readonly by: string
  readonly atS: number | null
  readonly wallAt: string | null
  readonly item: number | null
  readonly replyTo: string | null
}

/** A lesson as its reader sees it: own words always, those of others once the time has come. */
export async function viewOfLesson(db: Queryable, actor: Actor, id: string): Promise<LessonView> {
  const lesson = await lessonFor(db, actor, id)
  const [recordings, sheets, remarks, { observers }] = await Promise.all([
    recordingsOf(db, lesson),
    sheetsOf(db, lesson),
    remarksOf(db, lesson),
    db.one<{ observers: number }>(sql`
      select count(*)::int as observers from ${caseRows} k
      where k.campaign_id = ${lesson.activityId}::uuid and k.type = 'activityPlace'
        and k.state in ('confirmed', 'recorded') and k.teacher_id <> ${lesson.lecturerId}`),
  ])
  const handed = sheets.filter(({ handedInAt }) => handedInAt !== null)
  const closedBecause = closed(lesson, { observers, handedIn: handed.length })
  const own = sheets.find(({ teacherId }) => lesson.reader === 'observer' && teacherId === actor.teacherId)
  const shown = closedBecause === null ? handed : []
  const authors = new Set(shown.map(({ teacherId }) => teacherId))
  const seen = remarks.filter(
    (one) =>
      one.teacherId === actor.teacherId ||
      authors.has(one.teacherId) ||
      isAnswerTo(one, remarks, actor.teacherId),
  )
  return {
    id,
    activityId: lesson.activityId,
    activity: lesson.activity,
    title: lesson.title,
    lecturer: lesson.lecturer,
    institution: lesson.institution,
    state: lesson.activityState,
    reader: lesson.reader,
    rubric: [...lesson.rubric],
    open: isOpen(lesson),
    version: lesson.version,
    recording: lesson.frozen
      ? {
          fileId: lesson.fileId,
          captionsId: recordings.find((one) => one.id === lesson.fileId)?.captionsId ?? null,
          startedAt: lesson.startedAt,
          offset: lesson.offset,
        }
      : null,
    recordings:
      lesson.reader === 'observer' ? [] : recordings.map(({ id: one, name }) => ({ id: one, name })),
    reflection: lesson.reader === 'lecturer' ? lesson.reflection : '',
    own: own ? ownSheet(lesson, own) : null,
    counts: {
      observers,
      handedIn: handed.length,
      withdrawn: sheets.filter((one) => one.withdrawnAt !== null && one.handedInAt === null).length,
    },
    closedBecause,
    means: closedBecause === null ? meansOf(lesson.rubric, handed.map(scoresIn)) : null,
    sheets:
      lesson.reader === 'observer' ? [] : shown.map(({ name, summary }) => ({ observer: name, summary })),
    remarks: seen.map((one) => remarkView(lesson, one, actor)),
  }
}

const scoresIn = ({ scores }: SheetRow): Scores =>
  scores.map((kept) => (typeof kept === 'number' ? kept / 100 : null))

/** Why the reader does not see the sheets of others; null where they are shown. */
function closed(
  { reader, value }: Lesson,
  { observers, handedIn }: { readonly observers: number; readonly handedIn: number },
): string | null {
  if (reader === 'host') return null
  if (reader === 'observer') return value['scoresOpen'] === true ? null : '评分只有授课教师和主办单位看得到'
  const since = momentOf(String(value['endTime'])) + waitDays * 86_400_000
  if (handedIn >= observers && observers > 0) return null
  return Date.now() >= since ? null : `听课的教师都提交以后，或者活动结束 ${waitDays} 天以后可以看`
}

function ownSheet({ rubric }: Lesson, row: SheetRow): OwnSheet {
  const until = row.handedInAt === null ? null : Date.parse(row.handedInAt) + withdrawHours * 3_600_000
  return {
    version: row.version,
    scores: row.scores.map(points),
    summary: row.summary,
    total: totalOf(rubric, scoresIn(row)),
    handedInAt: row.handedInAt,
    withdrawUntil: until !== null && until > Date.now() ? new Date(until).toISOString() : null,
  }
}

const isAnswerTo = (
  { replyTo }: RemarkRow,
  remarks: readonly RemarkRow[],
  teacherId: number | null,
): boolean => replyTo !== null && remarks.some((one) => one.id === replyTo && one.teacherId === teacherId)

function remarkView(
  { startedAt, offset }: Lesson,
  { teacherId, atS, ...remark }: RemarkRow,
  actor: Actor,
): LessonView['remarks'][number] {
  const second =
    atS ??
    (remark.wallAt !== null && startedAt !== null
      ? secondOf(Date.parse(remark.wallAt), Date.parse(startedAt), offset)
      : null)
  return {
    ...remark,
    own: teacherId === actor.teacherId,
    second: second !== null && second >= 0 ? second : null,
  }
}

const sheetsOf = (db: Queryable, { activityId, id }: Lesson): Promise<SheetRow[]> =>
  db.query<SheetRow>(sql`
    select s.teacher_id as "teacherId", t.name, s.scores, s.summary, s.version, s.handed_in_at as "handedInAt",
      s.withdrawn_at as "withdrawnAt"
    from observation_sheet s join teacher t on t.id = s.teacher_id
    where s.campaign_id = ${activityId}::uuid and s.lesson_id = ${id}::uuid
    order by t.name_sort, t.id`)

const remarksOf = (db: Queryable, { activityId, id }: Lesson): Promise<RemarkRow[]> =>
  db.query<RemarkRow>(sql`
    select r.id, r.teacher_id as "teacherId", r.kind, r.text, t.name as by, r.at_s as "atS", r.wall_at as "wallAt", r.item,
      r.reply_to as "replyTo"
    from observation_remark r join teacher t on t.id = r.teacher_id
    where r.campaign_id = ${activityId}::uuid and r.lesson_id = ${id}::uuid and r.removed_at is null
    order by coalesce(r.at_s, 0), r.wall_at, r.made_at, r.id limit 1000`)
