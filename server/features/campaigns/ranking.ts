import { caseRows } from '../../engine/processes/index.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { RankingList } from '../../../catalogue/contract/campaigns.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Database, Queryable } from '../../engine/engine.ts'
import type { CampaignNeeds } from './index.ts'

interface RankedEntry {
  readonly id: string
  readonly type: ProcessName
  readonly state: string
  readonly name: string
  readonly own: string | null
  readonly institution: string
}

/**
 * What the actor's office recommended to a campaign, in its order.
 * @param titled the field by which its entries are called
 */
export async function ranking(
  db: Queryable,
  actor: Actor,
  { id: campaignId, titled }: { readonly id: string; readonly titled: string | undefined },
): Promise<RankingList['list']> {
  const rows = await db.query<RankedEntry>(sql`
    select k.id, k.type, k.state, k.value ->> ${titled ?? ''} as own,
      coalesce(t.name, i.name) as name, i.name as institution
    from (
      select p.case_id, p.rank from campaign_place p
      where p.campaign_id = ${campaignId}::uuid and p.institution_id = ${actor.institutionId}
      order by p.rank, p.case_id limit 2000) p
    join ${caseRows} k on k.id = p.case_id
    left join teacher t on t.id = k.teacher_id
    join institution i on i.id = k.institution_id
    order by p.rank, p.case_id`)
  return rows.map(({ id, type, state, own, name, institution }) => {
    const { title, states } = processOf(type)
    return { id, type, name, institution, state: states[state]?.label ?? state, title: own ?? title }
  })
}

interface NewOrder {
  readonly actor: Actor
  readonly campaign: CampaignRow
  readonly order: readonly string[]
}

/** Writes the order in which the actor's office ranks what it recommended. */
export async function rankEntries(
  { db, ranked }: { db: Database } & Pick<CampaignNeeds, 'ranked'>,
  { actor, campaign, order }: NewOrder,
): Promise<void> {
  const campaignId = campaign.id
  await db.transaction(async (tx) => {
    const held = await tx.query<{ id: string }>(sql`
      select case_id as id from campaign_place
      where campaign_id = ${campaignId}::uuid and institution_id = ${actor.institutionId} for update`)
    const ids = new Set(held.map(({ id }) => id))
    if (order.length !== ids.size || new Set(order).size !== ids.size || order.some((id) => !ids.has(id)))
      throw new AppError('stale', { message: '推荐的名单刚有变化，请刷新后再排序' })
    await tx.execute(sql`
      update campaign_place p set rank = o.rank
      from unnest(${[...order]}::uuid[]) with ordinality o (id, rank)
      where p.campaign_id = ${campaignId}::uuid and p.institution_id = ${actor.institutionId} and p.case_id = o.id`)
    await ranked(tx, campaign, actor.institutionId)
    await note(tx, {
      by: actor.identityId,
      action: 'campaign.ranked',
      recordId: campaignId,
      facts: { order },
    })
  })
}
