import type { Actor } from '../../../catalogue/access/access.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { reaches, standing } from '../sharing/index.ts'
import { writtenBy } from './row.ts'

/**
 * Condition that the actor may take the live version of `question q`: put it into a paper or a file. Who reads a
 * question only because he reviews it may not.
 */
export const mayTake = (actor: Actor): Sql => sql`(q.live_no is not null and (${writtenBy(actor)} or exists (
  select 1 from shelf s
  where s.kind = 'question' and s.item_id = q.id and ${standing} and ${reaches(actor)})))`

/** A question as its taker reads it: his own as he left it, others' as they are shared. */
export interface TakenQuestion {
  readonly id: number
  /** The version; 0 for a working copy that says something else than its newest version. */
  readonly no: number
  readonly value: QuestionValue
  readonly own: boolean
}

interface TakenRow {
  readonly id: number
  readonly no: number
  readonly value: unknown
  readonly own: boolean
}

/** The questions of some numbers that the actor may take, in the order of the numbers; others are left out. */
export async function questionsToTake(
  db: Queryable,
  actor: Actor,
  ids: readonly number[],
): Promise<TakenQuestion[]> {
  if (ids.length === 0) return []
  const own = sql`coalesce(${writtenBy(actor)}, false)`
  const rows = await db.query<TakenRow>(sql`
    select q.id, ${own} as own, case when ${own} then q.value else v.value end as value,
      case when not ${own} then q.live_no when w.value = q.value then w.no else 0 end as no
    from unnest(${[...ids]}::int[]) with ordinality asked (id, place)
    join question q on q.id = asked.id
    left join question_version v on v.question_id = q.id and v.no = q.live_no
    left join question_version w on w.question_id = q.id and w.no = q.last_no
    where ${own} or ${mayTake(actor)}
    order by asked.place`)
  return rows.map((row) => ({ ...row, value: questionValue.parse(row.value) }))
}

/**
 * Versions of questions that the actor may take, as an earlier file may hold them; what is out of his reach or
 * never was is left out.
 */
export async function versionsToTake(
  db: Queryable,
  actor: Actor,
  pins: readonly { readonly id: number; readonly no: number }[],
): Promise<TakenQuestion[]> {
  if (pins.length === 0) return []
  const own = sql`coalesce(${writtenBy(actor)}, false)`
  const rows = await db.query<TakenRow>(sql`
    select q.id, v.no, v.value, ${own} as own
    from unnest(${pins.map(({ id }) => id)}::int[], ${pins.map(({ no }) => no)}::int[]) asked (id, no)
    join question q on q.id = asked.id
    join question_version v on v.question_id = q.id and v.no = asked.no
    where ${own} or (v.no <= q.live_no and ${mayTake(actor)})`)
  return rows.map((row) => ({ ...row, value: questionValue.parse(row.value) }))
}
