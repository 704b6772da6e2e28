import { caseRows } from '../../engine/processes/index.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { ChainVersion } from '../../../catalogue/contract/archive/chains.ts'
import type { Step } from '../../../catalogue/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sameChain } from '../../../catalogue/flows/chain.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { addChainVersion, chainOf } from '../../engine/ways/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { note } from '../../platform/audit/note.ts'

/** City whose chains the actor edits (role 5); null for the chains of everybody (role 6). */
export const scopeOfChains = (actor: Actor): number | null => (actor.role === 5 ? actor.institutionId : null)

/**
 * What is under review, of records, of contents and of cases that climb, with the version of the chain it
 * runs on.
 */
export const underReview = sql`(
  select type, flow_version, district_id, city_id, province_id from revision where state = 'inReview'
  union all
  select type, flow_version, district_id, city_id, province_id
  from content
  where state = 'inReview'
  union all
  select k.type, k.flow_version, i.district_id, i.city_id, i.province_id
  from ${caseRows} k join institution i on i.id = k.institution_id
  where k.open and k.flow_version is not null) v`

/** Condition on `v`: the chain belongs to the actor's scope. */
export function inChainScope(actor: Actor): Sql {
  const city = scopeOfChains(actor)
  return city === null
    ? sql`v.province_id = ${actor.institutionId}`
    : sql`v.city_id = ${city} and v.district_id is null`
}

/** Items under review in the actor's scope, by type. */
export async function openByType(db: Queryable, actor: Actor): Promise<Map<string, number>> {
  const rows = await db.query<{ type: string; count: number }>(sql`
    select v.type, count(*)::int as count from ${underReview} where ${inChainScope(actor)} group by v.type`)
  return new Map(rows.map((row) => [row.type, row.count]))
}

/** All versions of the actor's scope, newest first, numbered from 1 within it. */
export async function versionsOf(db: Queryable, actor: Actor, type: string): Promise<ChainVersion[]> {
  return db.query<ChainVersion>(sql`
    select f.version, row_number() over (order by f.version)::int as no, f.chain, f.published_at as at,
      p.name as by, f.note
    from flow f left join identity a on a.id = f.published_by left join person p on p.id = a.person_id
    where f.type = ${type} and f.city_id is not distinct from ${scopeOfChains(actor)}::int
    order by f.version desc
    limit 200`)
}

export interface Publication {
  /** Null gives a city's own chain up. */
  readonly chain: readonly Step[] | null
  readonly basedOn: number
  readonly note: string
  /** The earlier version this one repeats. */
  readonly restored?: number
}

/**
 * Writes a new version for the actor's scope, with its audit row. What was based on another version than the
 * one in force answers 409; the same chain again answers 400.
 */
export async function publish(
  db: Database,
  actor: Actor,
  definition: ReviewedType,
  given: Publication,
): Promise<number> {
  const city = scopeOfChains(actor)
  return db.transaction(async (tx) => {
    // One writer per type at a time: the version is read and counted on in the same breath.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`flow ${definition.name}`}))`)
    const now = await chainOf(tx, definition, city)
    if (now.version !== given.basedOn)
      throw new AppError('stale', { message: '审核流程刚被改过，请看过最新的再改' })
    const same = given.chain === null ? now.cityId === null : sameChain(given.chain, now.chain)
    if (same) refuseSame()
    const version = await addChainVersion(tx, {
      type: definition.name,
      chain: given.chain,
      cityId: city,
      by: actor.identityId,
      note: given.note,
    })
    const facts = {
      version,
      basedOn: now.version,
      note: given.note,
      city,
      ...(given.restored !== undefined && { restored: given.restored }),
    }
    await note(tx, { by: actor.identityId, action: 'chain.published', type: definition.name, facts })
    return version
  })
}

function refuseSame(): never {
  const message = '和现行的审核流程一样，没有要发布的改动'
  throw invalid('chain', message)
}
