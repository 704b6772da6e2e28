import type { Actor } from '../../../catalogue/access/access.ts'
import type { HandKind, TodoHand } from '../../../catalogue/contract/todo-hands.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { FoundTodo } from './found.ts'

/** Condition that identity `a` is a colleague: another account of the actor's office and role that may be used. */
export const isColleague = ({ institutionId, role, identityId, personId }: Actor): Sql => sql`
  a.institution_id = ${institutionId} and a.role = ${role} and a.state = 'enabled' and a.id <> ${identityId}
    and a.person_id <> ${personId} and a.lent_by is null`

/** Who an item may be handed to. */
export const colleaguesOf = (db: Queryable, actor: Actor): Promise<{ id: number; name: string }[]> =>
  db.query(sql`
    select a.id, p.name from identity a join person p on p.id = a.person_id
    where ${isColleague(actor)} order by p.name, a.id limit 200`)

/** Condition that `todo_hand h` is of the actor's office and in force. */
export const ofOffice = ({ institutionId, role }: Actor): Sql =>
  sql`h.office_id = ${institutionId} and h.role = ${role} and h.ended_at is null`

/** What was handed or asked about these items since they came to their step, by item. */
export async function handsOf(
  db: Queryable,
  actor: Actor,
  found: readonly FoundTodo[],
): Promise<ReadonlyMap<string, TodoHand[]>> {
  if (found.length === 0) return new Map()
  const rows = await db.query<TodoHand & { source: string; item: string; since: string }>(sql`
    select h.source, h.item, h.since::text as since, h.id, h.kind, b.name as by, t.name as to, h.words, h.answer,
      h.answered_at as "answeredAt", h.at, h.by_identity = ${actor.identityId} as "byMe",
      h.to_identity = ${actor.identityId} as "toMe"
    from todo_hand h
      join unnest(${found.map(({ source }) => source)}::text[], ${found.map(({ item }) => item)}::text[]) f (source, item)
        using (source, item)
      join identity bi on bi.id = h.by_identity join person b on b.id = bi.person_id
      join identity ti on ti.id = h.to_identity join person t on t.id = ti.person_id
    where ${ofOffice(actor)}
    order by h.at, h.id`)
  const by = Map.groupBy(rows, ({ source, item, since }) => `${source} ${item} ${since}`)
  return new Map(
    [...by].map(([key, of]) => [key, of.map(({ source: _s, item: _i, since: _t, ...hand }) => hand)]),
  )
}

/** Items that were handed to the actor, or about which the actor was asked and has not answered, by source. */
export async function handedTo(
  db: Queryable,
  actor: Actor,
  kind: HandKind,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ source: string; item: string }>(sql`
    select h.source, h.item from todo_hand h
    where h.to_identity = ${actor.identityId} and h.kind = ${kind} and ${ofOffice(actor)}
      and (h.kind = 'hand' or h.answered_at is null)
    order by h.at desc limit 1000`)
  return new Map(
    [...Map.groupBy(rows, ({ source }) => source)].map(([source, of]) => [
      source,
      of.map(({ item }) => item),
    ]),
  )
}
