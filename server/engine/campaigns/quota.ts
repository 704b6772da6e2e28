import type { Actor } from '../../../catalogue/access/access.ts'
import type { QuotaBoard, RankingList } from '../../../catalogue/contract/campaigns.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { processNames, processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { CampaignRow } from './campaign.ts'
import type { CampaignNeeds } from './campaigning.ts'

/** Gives whoever holds a campaign its places, where it has a quota. */
export async function openOwnPlaces(tx: Tx, { id, institutionId, value }: CampaignRow): Promise<void> {
  const granted = value['quota']
  if (typeof granted !== 'number') return
  await tx.execute(sql`
    insert into campaign_quota (campaign_id, institution_id, granted_by, granted)
    values (${id}::uuid, ${institutionId}, null, ${granted})
    on conflict do nothing`)
}

/** The places of the actor's office in a campaign, and those of each institution right below it. */
export async function quotaBoard(db: Queryable, actor: Actor, campaign: CampaignRow): Promise<QuotaBoard> {
  const [own, list] = await Promise.all([
    db.maybeOne<{ granted: number; given: number; used: number }>(sql`
      select granted, given, used from campaign_quota
      where campaign_id = ${campaign.id}::uuid and institution_id = ${actor.institutionId}`),
    db.query<QuotaBoard['list'][number]>(sql`
      select i.id, i.name, i.level, coalesce(q.granted, 0) as granted, coalesce(q.given, 0) as given,
        coalesce(q.used, 0) as used
      from institution i
      left join campaign_quota q on q.campaign_id = ${campaign.id}::uuid and q.institution_id = i.id
      where i.parent_id = ${actor.institutionId} and i.closed_on is null
      order by i.level, i.name_sort, i.id limit 1000`),
  ])
  const { quota, quotaReturnsOn } = campaign.value
  return {
    own: own ?? null,
    limited: typeof quota === 'number',
    returnsOn: typeof quotaReturnsOn === 'string' ? quotaReturnsOn : null,
    list,
  }
}

interface Grants {
  readonly actor: Actor
  readonly campaign: CampaignRow
  readonly grants: readonly { readonly institution: number; readonly granted: number }[]
}

/**
 * Says how many places each of those right below has from now on. What is granted in all stays within what
 * the office has: one conditional update decides, whoever else is granting.
 * @throws AppError `invalid` with how many are left, or who used more than it would keep
 */
export async function grantPlaces({ db }: CampaignNeeds, { actor, campaign, grants }: Grants): Promise<void> {
  if (typeof campaign.value['quota'] !== 'number')
    throw new AppError('wrongState', { message: '这项征集不限名额，不用分配' })
  if (campaign.state !== 'open' && campaign.state !== 'closed')
    throw new AppError('wrongState', { message: '这项征集开放以后才能分配名额' })
  const ids = grants.map(({ institution }) => institution)
  if (new Set(ids).size < ids.length) throw invalid('grants', '同一个单位只能写一次')
  await db.transaction(async (tx) => {
    await tx.query(sql`
      select 1 from campaign_quota
      where campaign_id = ${campaign.id}::uuid and institution_id = ${actor.institutionId} for update`)
    const below = await tx.query<{ id: number; name: string }>(sql`
      select id, name from institution
      where id = any(${ids}::int[]) and parent_id = ${actor.institutionId} and closed_on is null`)
    if (below.length < ids.length) throw invalid('grants', '只能分给直接下级单位')
    // The rows of those below in the order of their numbers, so that two who grant do not wait for each
    // other.
    for (const { institution, granted } of grants.toSorted((a, b) => a.institution - b.institution)) {
      const written = await tx.maybeOne(sql`
        insert into campaign_quota as q (campaign_id, institution_id, granted_by, granted)
        values (${campaign.id}::uuid, ${institution}, ${actor.institutionId}, ${granted})
        on conflict (campaign_id, institution_id) do update set granted = excluded.granted
        where q.given + q.used <= excluded.granted
        returning 1`)
      if (!written) throw invalid('grants', await tooFew(tx, campaign.id, institution))
    }
    await requireWithin(tx, actor, campaign.id)
    await note(tx, {
      by: actor.identityId,
      action: 'campaign.granted',
      recordId: campaign.id,
      facts: { grants },
    })
  })
}

/** Writes what is given in all, where it stays within what was granted. */
async function requireWithin(tx: Tx, actor: Actor, campaignId: string): Promise<void> {
  const { given } = await tx.one<{ given: number }>(sql`
    select coalesce(sum(granted), 0)::int as given from campaign_quota
    where campaign_id = ${campaignId}::uuid and granted_by = ${actor.institutionId}`)
  const written = await tx.maybeOne(sql`
    update campaign_quota set given = ${given}
    where campaign_id = ${campaignId}::uuid and institution_id = ${actor.institutionId} and used + ${given} <= granted
    returning 1`)
  if (written) return
  const own = await tx.maybeOne<{ granted: number; used: number }>(sql`
    select granted, used from campaign_quota
    where campaign_id = ${campaignId}::uuid and institution_id = ${actor.institutionId}`)
  throw invalid(
    'grants',
    own
      ? `共有 ${own.granted} 个名额，本单位已推荐 ${own.used} 个，分配合计 ${given} 个，超出 ${given + own.used - own.granted} 个`
      : '上级还没有给您单位分配推荐名额',
  )
}

async function tooFew(tx: Tx, campaignId: string, institution: number): Promise<string> {
  const { name, held } = await tx.one<{ name: string; held: number }>(sql`
    select i.name, q.given + q.used as held
    from campaign_quota q join institution i on i.id = q.institution_id
    where q.campaign_id = ${campaignId}::uuid and q.institution_id = ${institution}`)
  return `${name}已经用掉或分下去 ${held} 个，不能少于这个数`
}

/**
 * Takes back what nobody used, from the lowest level up; each keeps what it used and what those below it
 * keep. Answers how many.
 */
export async function returnPlaces(tx: Tx, { id }: CampaignRow): Promise<number> {
  let back = 0
  for (const level of ['school', 'district', 'city']) {
    const rows = await tx.query<{ by: number; many: number }>(sql`
      with old as materialized (
        select o.institution_id, o.granted
        from campaign_quota o
        join institution i on i.id = o.institution_id
        where o.campaign_id = ${id}::uuid and i.level = ${level}),
      lowered as (
        update campaign_quota q set granted = q.given + q.used
        from old
        where q.campaign_id = ${id}::uuid and q.institution_id = old.institution_id
          and q.granted_by is not null and q.granted > q.given + q.used
        returning q.granted_by as by, old.granted - q.granted as many)
      select by, sum(many)::int as many from lowered group by by order by by`)
    for (const { by, many } of rows) {
      await tx.execute(sql`
        update campaign_quota set given = given - ${many} where campaign_id = ${id}::uuid and institution_id = ${by}`)
      back += many
    }
  }
  return back
}

/** The field by which entries of a campaign are called. */
const titledBy = ({ collects }: CampaignRow): string | undefined => {
  const name = processNames.find((one) => one === collects)
  return name && processOf(name).titled
}

interface RankedEntry {
  readonly id: string
  readonly type: ProcessName
  readonly state: string
  readonly name: string
  readonly own: string | null
  readonly institution: string
}

/** What the actor's office recommended to a campaign, in its order. */
export async function ranking(db: Queryable, actor: Actor, campaign: CampaignRow): Promise<RankingList> {
  const rows = await db.query<RankedEntry>(sql`
    select k.id, k.type, k.state, k.value ->> ${titledBy(campaign) ?? ''} as own,
      coalesce(t.name, i.name) as name, i.name as institution
    from (
      select p.case_id, p.rank from campaign_place p
      where p.campaign_id = ${campaign.id}::uuid and p.institution_id = ${actor.institutionId}
      order by p.rank, p.case_id limit 2000) p
    join process_case k on k.id = p.case_id
    left join teacher t on t.id = k.teacher_id
    join institution i on i.id = k.institution_id
    order by p.rank, p.case_id`)
  return {
    list: rows.map(({ id, type, state, own, name, institution }) => {
      const { title, states } = processOf(type)
      return { id, type, name, institution, state: states[state]?.label ?? state, title: own ?? title }
    }),
    canRank: campaign.state === 'open' || campaign.state === 'closed',
  }
}

/** Writes the order in which the actor's office ranks what it recommended. */
export async function rankEntries(
  { db }: CampaignNeeds,
  { actor, campaign, order }: { actor: Actor; campaign: CampaignRow; order: readonly string[] },
): Promise<void> {
  if (campaign.state !== 'open' && campaign.state !== 'closed')
    throw new AppError('wrongState', { message: '这项征集已经结束，不能再排序' })
  await db.transaction(async (tx) => {
    const held = await tx.query<{ id: string }>(sql`
      select case_id as id from campaign_place
      where campaign_id = ${campaign.id}::uuid and institution_id = ${actor.institutionId} for update`)
    const ids = new Set(held.map(({ id }) => id))
    if (order.length !== ids.size || new Set(order).size !== ids.size || order.some((id) => !ids.has(id)))
      throw new AppError('stale', { message: '推荐的名单刚有变化，请刷新后再排序' })
    await tx.execute(sql`
      update campaign_place p set rank = o.rank
      from unnest(${[...order]}::uuid[]) with ordinality o (id, rank)
      where p.campaign_id = ${campaign.id}::uuid and p.institution_id = ${actor.institutionId} and p.case_id = o.id`)
    await note(tx, {
      by: actor.identityId,
      action: 'campaign.ranked',
      recordId: campaign.id,
      facts: { order },
    })
  })
}
