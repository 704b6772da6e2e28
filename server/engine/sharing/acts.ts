import type { Actor } from '../../../catalogue/access/access.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** An item of a library, by its kind and number. */
export interface SharedItem {
  readonly kind: string
  readonly id: number
}

/** Keeps an item among the actor's own, or lets it go. */
export async function keep(
  tx: Tx,
  { personId }: Actor,
  { kind, id }: SharedItem,
  on: boolean,
): Promise<void> {
  await tx.execute(
    on
      ? sql`insert into favourite (kind, item_id, person_id) values (${kind}, ${id}, ${personId})
          on conflict do nothing`
      : sql`delete from favourite where kind = ${kind} and item_id = ${id} and person_id = ${personId}`,
  )
}

/** Writes the actor's rating of an item in the place of his former one. */
export async function rate(
  tx: Tx,
  { personId }: Actor,
  { kind, id }: SharedItem,
  score: number,
): Promise<void> {
  await tx.execute(sql`
    insert into rating (kind, item_id, person_id, score, at) values (${kind}, ${id}, ${personId}, ${score}, now())
    on conflict (kind, item_id, person_id) do update set score = excluded.score, at = excluded.at`)
}

/**
 * Notes that the actor opened an item or took it, once a day. The first taking of a person in a month from
 * another institution counts as one use (resources.md, 4.8).
 */
export async function noteUse(
  tx: Tx,
  actor: Actor,
  { kind, id }: SharedItem,
  act: 'view' | 'download' | 'adapt',
): Promise<void> {
  // A row lock of the item: two downloads of a person at one time are counted one after the other.
  await tx.query(sql`select 1 from shelf where kind = ${kind} and item_id = ${id} for update`)
  // The rows themselves: a distributed PostgreSQL counts those that conflict, too.
  const noted = await tx.query(sql`
    insert into use_event (day, kind, item_id, version, person_id, institution_id, act)
    select ${today()}::date, s.kind, s.item_id, s.version, ${actor.personId}, ${actor.institutionId}, ${act}
    from shelf s
    where s.kind = ${kind} and s.item_id = ${id}
    on conflict do nothing
    returning 1`)
  if (noted.length === 0 || act === 'view') return
  await tx.execute(sql`
    update shelf s
    set uses = s.uses + 1
    where s.kind = ${kind} and s.item_id = ${id} and s.institution_id <> ${actor.institutionId}
      and 1 = (select count(*) from use_event u
        where u.kind = s.kind and u.item_id = s.item_id and u.person_id = ${actor.personId}
          and u.act <> 'view' and u.institution_id <> s.institution_id
          and date_trunc('month', u.day) = date_trunc('month', ${today()}::date))`)
}

/**
 * Whether a person who could not read an item at an earlier reach has opened it since a moment. `before` is
 * the reach key of then, null where its author alone read it.
 */
export async function wasOpenedBeyond(
  db: Queryable,
  { kind, id }: SharedItem,
  since: string,
  before: number | null,
): Promise<boolean> {
  // Everybody could read it.
  if (before === 0) return false
  const use = await db.maybeOne(sql`
    select 1
    from use_event u
    join institution i on i.id = u.institution_id
    where u.kind = ${kind} and u.item_id = ${id} and u.at > ${since}::timestamptz
      and (${before}::int is null
        or ${before}::int not in (i.id, coalesce(i.district_id, 0), coalesce(i.city_id, 0), coalesce(i.province_id, 0)))
    limit 1`)
  return use !== undefined
}
