import type { Actor } from '../../../catalogue/access/access.ts'
import type { QuotaBoard } from '../../../catalogue/contract/campaigns.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Queryable, Tx } from '../engine.ts'

/** Gives the host of a campaign its places. */
export async function openPlaces(
  tx: Tx,
  { id, institutionId }: { readonly id: string; readonly institutionId: number },
  granted: number,
): Promise<void> {
  await tx.execute(sql`
    insert into seat_pool (event_id, institution_id, granted_by, granted)
    values (${id}::uuid, ${institutionId}, null, ${granted})
    on conflict do nothing`)
}

/** The places of an institution in a campaign; undefined where it was granted none. */
export const placesOf = (db: Queryable, campaignId: string, institutionId: number) =>
  db.maybeOne<{ granted: number; given: number; used: number }>(sql`
    select sum(granted)::int as granted, sum(given)::int as given, sum(used)::int as used from seat_pool
    where event_id = ${campaignId}::uuid and institution_id = ${institutionId}
    group by institution_id`)

/** The places of the actor's office in a campaign, and those of each institution right below it. */
export async function quotaBoard(
  db: Queryable,
  actor: Actor,
  campaignId: string,
): Promise<Pick<QuotaBoard, 'own' | 'list'>> {
  const [own, list] = await Promise.all([
    placesOf(db, campaignId, actor.institutionId),
    db.query<QuotaBoard['list'][number]>(sql`
      select i.id, i.name, i.level, coalesce(q.granted, 0) as granted, coalesce(q.given, 0) as given,
        coalesce(q.used, 0) as used
      from institution i
      left join seat_pool q on q.event_id = ${campaignId}::uuid and q.institution_id = i.id
      where i.parent_id = ${actor.institutionId} and i.closed_on is null
      order by i.level, i.name_sort, i.id limit 1000`),
  ])
  return { own: own ?? null, list }
}

interface Grants {
  readonly actor: Actor
  readonly campaignId: string
  readonly grants: readonly { readonly institution: number; readonly granted: number }[]
  /** Hears whose places changed, in the same transaction. */
  readonly changed?: ((tx: Tx, institutions: readonly number[]) => Promise<void>) | undefined
}

/**
 * Says how many places each of those right below has from now on. What is granted in all stays within what
 * the office has: one conditional update decides, whoever else is granting.
 * @throws AppError `invalid` with how many are left, or who used more than it would keep
 */
export async function grantPlaces(
  db: Database,
  { actor, campaignId, grants, changed }: Grants,
): Promise<void> {
  const ids = grants.map(({ institution }) => institution)
  if (new Set(ids).size < ids.length) throw invalid('grants', '同一个单位只能写一次')
  await db.transaction(async (tx) => {
    const own = await tx.query(sql`
      select 1 from seat_pool
      where event_id = ${campaignId}::uuid and institution_id = ${actor.institutionId} for update`)
    if (own.length > 1) throw invalid('grants', '这里的名额由各单位共用，不分到下级')
    const below = await tx.query<{ id: number; name: string }>(sql`
      select id, name from institution
      where id = any(${ids}::int[]) and parent_id = ${actor.institutionId} and closed_on is null`)
    if (below.length < ids.length) throw invalid('grants', '只能分给直接下级单位')
    // The rows of those below in the order of their numbers, so that two who grant do not wait for each
    // other.
    for (const { institution, granted } of grants.toSorted((a, b) => a.institution - b.institution)) {
      const written = await tx.maybeOne(sql`
        insert into seat_pool as q (event_id, institution_id, granted_by, granted)
        values (${campaignId}::uuid, ${institution}, ${actor.institutionId}, ${granted})
        on conflict (event_id, institution_id, stripe) do update set granted = excluded.granted
        where q.given + q.used <= excluded.granted
        returning 1`)
      if (!written) throw invalid('grants', await tooFew(tx, campaignId, institution))
    }
    await requireWithin(tx, actor, campaignId)
    await changed?.(tx, [actor.institutionId, ...ids])
    await note(tx, {
      by: actor.identityId,
      action: 'campaign.granted',
      recordId: campaignId,
      facts: { grants },
    })
  })
}

/** Writes the sum of places passed on, if it stays within the places granted. */
async function requireWithin(tx: Tx, actor: Actor, campaignId: string): Promise<void> {
  const { given } = await tx.one<{ given: number }>(sql`
    select coalesce(sum(granted), 0)::int as given from seat_pool
    where event_id = ${campaignId}::uuid and granted_by = ${actor.institutionId}`)
  const written = await tx.maybeOne(sql`
    update seat_pool set given = ${given}
    where event_id = ${campaignId}::uuid and institution_id = ${actor.institutionId} and used + ${given} <= granted
    returning 1`)
  if (written) return
  const own = await tx.maybeOne<{ granted: number; used: number }>(sql`
    select granted, used from seat_pool
    where event_id = ${campaignId}::uuid and institution_id = ${actor.institutionId}`)
  throw invalid(
    'grants',
    own
      ? `共有 ${own.granted} 个名额，本单位已推荐 ${own.used} 个，分配合计 ${given} 个，超出 ${given + own.used - own.granted} 个`
      : '上级尚未分配本单位推荐名额',
  )
}

async function tooFew(tx: Tx, campaignId: string, institution: number): Promise<string> {
  const { name, held } = await tx.one<{ name: string; held: number }>(sql`
    select i.name, q.given + q.used as held
    from seat_pool q join institution i on i.id = q.institution_id
    where q.event_id = ${campaignId}::uuid and q.institution_id = ${institution}`)
  return `${name}已经用掉或分下去 ${held} 个，不能少于这个数`
}

/**
 * Changes how many places there are in all, of whoever holds the campaign.
 * @throws AppError `invalid` with how many are taken already
 */
export async function resizePlaces(
  tx: Tx,
  { id, institutionId }: { readonly id: string; readonly institutionId: number },
  total: number,
): Promise<void> {
  const rows = await tx.query<{ stripe: number; held: number }>(sql`
    select stripe, given + used as held from seat_pool
    where event_id = ${id}::uuid and institution_id = ${institutionId} and granted_by is null
    order by stripe for update`)
  const held = rows.reduce((sum, row) => sum + row.held, 0)
  if (held > total) throw invalid('quota', `已占 ${held} 个，不能少于这个数`)
  let left = total - held
  for (const [n, row] of rows.entries()) {
    const more = Math.ceil(left / (rows.length - n))
    left -= more
    await tx.execute(sql`
      update seat_pool set granted = ${row.held + more}
      where event_id = ${id}::uuid and institution_id = ${institutionId} and stripe = ${row.stripe}`)
  }
}

/**
 * Takes back what nobody used, from the lowest level up; each keeps what it used and what those below it
 * keep. Answers how many.
 * @param served hears who got places back, before what is left of them goes on
 */
export async function returnPlaces(
  tx: Tx,
  id: string,
  served?: (institutionId: number) => Promise<void>,
): Promise<number> {
  // Locked from the highest level down, the order in which granting and freeing lock.
  for (const level of ['province', 'city', 'district', 'school'])
    await tx.query(sql`
      select 1 from seat_pool
      where event_id = ${id}::uuid and institution_id in (select id from institution where level = ${level})
      order by institution_id, stripe for update`)
  let back = 0
  for (const level of ['school', 'district', 'city']) {
    const rows = await tx.query<{ by: number; many: number }>(sql`
      with old as materialized (
        select o.institution_id, o.granted
        from seat_pool o
        join institution i on i.id = o.institution_id
        where o.event_id = ${id}::uuid and i.level = ${level}),
      lowered as (
        update seat_pool q set granted = q.given + q.used
        from old
        where q.event_id = ${id}::uuid and q.institution_id = old.institution_id
          and q.granted_by is not null and q.granted > q.given + q.used
        returning q.granted_by as by, old.granted - q.granted as many)
      select by, sum(many)::int as many from lowered group by by order by by`)
    for (const { by, many } of rows) {
      await tx.execute(sql`
        update seat_pool set given = given - ${many} where event_id = ${id}::uuid and institution_id = ${by}`)
      back += many
      await served?.(by)
    }
  }
  return back
}
