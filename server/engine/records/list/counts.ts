import type { z } from 'zod'
import type { Actor } from '../../../../catalogue/access/access.ts'
import type { tabCounts } from '../../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Engine } from '../../engine.ts'
import { isLate, late } from '../../ways/index.ts'
import { tableName } from '../../schema/index.ts'
import { recordScope } from '../../access/index.ts'
import { exactUpTo } from './list.ts'

const capped = (from: Sql): Sql => sql`(select count(*)::int from (select 1 ${from} limit ${exactUpTo}) n)`

/** The numbers on the tabs of a review page. */
export async function countsOf(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
): Promise<z.infer<typeof tabCounts>> {
  const open = sql`from revision v where v.type = ${definition.name}`
  const mine = heldByOffice(actor, 'v')
  const inScope = recordScope(actor, definition.owner, 'v')
  const forwarded = sql`${open}
    and v.state = 'inReview'
    and v.holder_role > ${actor.role}
    and ${inScope}`
  const approved = sql`from ${sql.id(tableName(definition.name))} r
    where ${recordScope(actor, definition.owner, 'r')} and r.voided_at is null`
  const returned = sql`${open}
    and v.state in ('returned', 'rejected')
    and v.replaced_at is null
    and ${inScope}`
  return engine.db.one(sql`
    select w.ages, w.waiting,
      ${capped(forwarded)} as forwarded,
      ${capped(approved)} as approved,
      ${capped(returned)} as returned
    from (
      select count(*)::int as waiting,
        json_build_object('short', count(*) filter (where days <= 3),
          'middle', count(*) filter (where days between 4 and 7),
          'long', count(*) filter (where days > 7), 'oldest', coalesce(max(days), 0)) as ages
      from (select floor(extract(epoch from now() - v.holder_since) / 86400)::int as days ${open} and ${mine}
        limit ${exactUpTo}) d) w`)
}

/**
 * Condition that a revision waits for the review of the actor's office. The index revision_queue serves it.
 */
export const heldByOffice = (actor: Actor, revision: string): Sql =>
  sql`${sql.id(revision, 'state')} = 'inReview'
    and ${sql.id(revision, 'holder_institution_id')} = ${actor.institutionId}
    and ${sql.id(revision, 'holder_role')} = ${actor.role}`

/** Condition that a revision waits for its owner: to be mended, handed in, or appealed. */
export const waitsForOwner = (revision: string): Sql =>
  sql`${sql.id(revision, 'replaced_at')} is null
    and ${sql.id(revision, 'state')} in ('draft', 'returned', 'rejected', 'withdrawn')`

/**
 * Revisions of each type that wait for the actor's office, and how many of them longer than their step
 * allows.
 */
export async function waitingByType(
  engine: Engine,
  actor: Actor,
): Promise<{ type: string; waiting: number; oldest: string; overdue: number }[]> {
  return engine.db.query(sql`
    select type, count(*)::int as waiting, min(holder_since) as oldest, count(late.days)::int as overdue
    from revision v left join ${late} on ${isLate(sql`v`)}
    where ${heldByOffice(actor, 'v')}
    group by type`)
}

/** The statement that counts what waits and what came back, by owner. */
export function openCountsStatement(ownerIds: readonly number[]): Sql {
  return sql`
    select owner_id, count(*) filter (where state = 'inReview')::int as pending,
      count(*) filter (where state <> 'inReview')::int as returned
    from revision where owner_id = any(${[...ownerIds]}::int[]) and replaced_at is null
      and state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
        and state in ('inReview', 'returned', 'rejected')
    group by owner_id`
}
