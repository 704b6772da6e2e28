import { attributes, type Source } from '../../../catalogue/figures/attributes.ts'
import { schoolNumbers, subjectQuotas } from '../../../catalogue/figures/students.ts'
import { sql } from '../../platform/db/sql.ts'
import type { EventName, Queryable } from '../engine.ts'

/** Events after which a value in force may be another one. */
const events: readonly EventName[] = [
  'record.created',
  'record.edited',
  'record.deleted',
  'record.applied',
  'record.voided',
  'flow.approved',
  'flow.undone',
]

const types: readonly string[] = [
  ...new Set(
    Object.values(attributes).flatMap((source: Source) => ('record' in source ? [source.record] : [])),
  ),
]

/** Records of institutions that figures read, too. */
const ofSchools: readonly string[] = [schoolNumbers.record, subjectQuotas.record]

/** A transaction that began so long ago has ended: its rows are there to be read, or never will be. */
const settled = sql`now() - interval '2 minutes'`

/**
 * How far a copy has followed. Rows of the last two minutes are read again: some of them become visible late.
 */
export interface FollowedState {
  event: number
  act: number
  teacher: number
  examined: number
  /** Lines behind those marks that were taken already. */
  taken: Set<string>
}

interface Line {
  readonly kind: 'event' | 'act' | 'undone' | 'teacher' | 'examined'
  readonly id: number
  readonly owner: number
  readonly type: string
  readonly old: boolean
}

/**
 * Where a copy begins that is read from now on. Asked before the rows are read, so that nothing falls
 * between.
 */
export async function beginFollowing(db: Queryable): Promise<FollowedState> {
  const marks = await db.one<{ event: number; act: number; teacher: number; examined: number }>(sql`
    select (select coalesce(max(id), 0) from outbox) as event, (select coalesce(max(id), 0) from movement) as act,
      (select coalesce(max(id), 0) from teacher_journal) as teacher,
      (select coalesce(max(change_no), 0) from quality_check) as examined`)
  const { event, act, teacher, examined } = marks
  // Transactions under way when the copy is begun have lower numbers.
  return {
    event: Math.max(0, event - 2000),
    act: Math.max(0, act - 2000),
    teacher: Math.max(0, teacher - 2000),
    examined: Math.max(0, examined - 2000),
    taken: new Set(),
  }
}

const changes = ({ event, act, teacher, examined }: FollowedState, most: number) => sql`
  (select 'event' as kind, id, owner_id as owner, type, at < ${settled} as old
  from outbox
  where id > ${event} and event = any(${[...events]}::text[])
    and type = any(${[...types, ...ofSchools]}::text[])
  order by id
  limit ${most})
  union all
  (select 'act', id, teacher_id, '', at < ${settled}
  from movement
  where id > ${act}
  order by id
  limit ${most})
  union all
  (select 'undone', id, teacher_id, '', false
  from movement
  where taken_back_at > ${settled}
  limit ${most})
  union all
  (select 'teacher', id, teacher_id, '', at < ${settled}
  from teacher_journal
  where id > ${teacher}
  order by id
  limit ${most})
  union all
  (select 'examined', change_no, owner_id, '', changed_at < ${settled}
  from quality_check
  where change_no > ${examined}
  order by change_no
  limit ${most})`

/** Does what follows a change wholly or not at all: after a failure the same changes are read again. */
export async function wholly<T>(followed: FollowedState, work: () => Promise<T>): Promise<T> {
  const before = { ...followed }
  try {
    return await work()
  } catch (error) {
    Object.assign(followed, before)
    throw error
  }
}

/** What changed since. `many`: so much that reading all anew is quicker. */
export interface Changes {
  readonly teachers: readonly number[]
  /** Whether archives were opened, taken out or moved: such a change also concerns days that are over. */
  readonly moved: boolean
  readonly schools: boolean
  readonly many: boolean
}

/** Reads what changed since the last time and moves on; at most `most` lines of each kind. */
export async function changesSince(db: Queryable, followed: FollowedState, most = 50_000): Promise<Changes> {
  const lines = await db.query<Line>(changes(followed, most))
  const fresh = lines.filter(({ kind, id }) => !followed.taken.has(`${kind}${id}`))
  for (const { kind, id, old } of lines)
    if (kind !== 'undone' && old) followed[kind] = Math.max(followed[kind], id)
  followed.taken = new Set(lines.filter(({ old }) => !old).map(({ kind, id }) => `${kind}${id}`))
  const teachers = new Set(fresh.flatMap(({ type, owner }) => (ofSchools.includes(type) ? [] : [owner])))
  return {
    teachers: [...teachers],
    moved: fresh.some(({ kind }) => kind === 'act' || kind === 'undone' || kind === 'teacher'),
    schools: fresh.some(({ type }) => ofSchools.includes(type)),
    many: lines.length >= most,
  }
}
