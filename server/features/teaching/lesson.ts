import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { rubricOf, type RubricItem } from '../../../catalogue/teaching/scores.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** A lesson of an activity as one reader comes to it. */
export interface Lesson {
  readonly id: string
  readonly activityId: string
  readonly activity: string
  readonly activityState: string
  readonly value: Readonly<Record<string, unknown>>
  readonly title: string
  readonly lecturerId: number
  readonly lecturer: string
  readonly institution: string
  readonly reader: 'host' | 'lecturer' | 'observer'
  /** As it was frozen; of the activity where no sheet was opened yet. */
  readonly rubric: readonly RubricItem[]
  readonly frozen: boolean
  readonly version: number
  readonly fileId: string | null
  readonly startedAt: string | null
  readonly offset: number
  readonly reflection: string
}

type Row = Omit<Lesson, 'reader' | 'rubric' | 'frozen'> & {
  readonly host: number
  readonly rubric: readonly RubricItem[] | null
  readonly takesPart: boolean
}

/**
 * A lesson as its lecturer, somebody with a place in the activity, or the host reads it. For everybody else it
 * is missing.
 */
export async function lessonFor(db: Queryable, actor: Actor, id: string): Promise<Lesson> {
  const row = await db.maybeOne<Row>(sql`
    select k.id, c.id as "activityId", c.title as activity, c.state as "activityState", c.value,
      k.value ->> 'lessonTitle' as title, k.teacher_id as "lecturerId", t.name as lecturer,
      coalesce(i.name, '') as institution, c.institution_id as host, o.rubric,
      coalesce(o.version, 0) as version, o.file_id as "fileId", o.recording_started_at as "startedAt",
      coalesce(o.offset_s, 0) as offset, coalesce(o.reflection, '') as reflection,
      exists (
        select 1 from ${caseRows} p
        where p.campaign_id = c.id and p.type = 'activityPlace' and p.teacher_id = ${actor.teacherId ?? 0}
          and p.state in ('confirmed', 'recorded', 'missed')) as "takesPart"
    from ${caseRows} k
      join campaign c on c.id = k.campaign_id
      join teacher t on t.id = k.teacher_id
      left join institution i on i.id = t.institution_id
      left join observed_lesson o on o.campaign_id = c.id and o.lesson_id = k.id
    where k.id = ${id}::uuid and k.type = 'activityPlace' and k.value ->> 'lessonTitle' is not null
      and k.state in ('confirmed', 'recorded', 'missed') and c.state not in ('draft', 'cancelled')`)
  const reader = row && readerOf(row, actor)
  if (!row || !reader) throw new AppError('missing')
  return { ...row, reader, rubric: row.rubric ?? rubricOf(row.value['rubric']), frozen: row.rubric !== null }
}

function readerOf({ host, lecturerId, takesPart }: Row, actor: Actor): Lesson['reader'] | null {
  if (actor.role >= 3 && actor.role <= 6) return actor.institutionId === host ? 'host' : null
  if (actor.role !== 2 || actor.teacherId === null) return null
  if (actor.teacherId === lecturerId) return 'lecturer'
  return takesPart ? 'observer' : null
}

interface ActivityFile {
  readonly id: string
  readonly name: string
  readonly mime: string
}

const bareName = (name: string): string => name.replace(/\.[^.]*$/, '')

/** The recordings of the activity of a lesson, each with the captions of its name; null where it has none. */
export async function recordingsOf(db: Queryable, { value }: Pick<Lesson, 'value'>) {
  const ids = Array.isArray(value['recordings'])
    ? value['recordings'].filter((id): id is string => typeof id === 'string')
    : []
  const files = await db.query<ActivityFile>(
    sql`select id, name, mime from file where id = any(${ids}::uuid[]) order by name, id`,
  )
  const captions = files.filter(({ mime }) => mime === 'text/vtt')
  return files
    .filter(({ mime }) => mime.startsWith('video/'))
    .map(({ id, name }) => ({
      id,
      name,
      captionsId: captions.find((one) => bareName(one.name) === bareName(name))?.id ?? null,
    }))
}

/** Whether sheets and remarks may be written. */
export const isOpen = ({ activityState }: Pick<Lesson, 'activityState'>): boolean =>
  ['ongoing', 'ended'].includes(activityState)

/** Refuses what comes before the activity begins, or after it was archived. */
export function requireOpen(lesson: Lesson): void {
  if (isOpen(lesson)) return
  const message = lesson.activityState === 'archived' ? '活动已经归档，不能再写' : '活动开始以后才能写'
  throw new AppError('wrongState', { message })
}

/** Keeps what is said of a lesson, with the rubric as it stands now; it does not change any more. */
export async function keepLesson(tx: Tx, { activityId, id, rubric }: Lesson): Promise<void> {
  await tx.execute(sql`
    insert into observed_lesson (campaign_id, lesson_id, rubric)
    values (${activityId}::uuid, ${id}::uuid, ${sql.json(rubric)})
    on conflict (campaign_id, lesson_id) do nothing`)
}
