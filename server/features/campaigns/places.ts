import { AppError } from '../../../catalogue/errors.ts'
import { draft, isOver } from '../../../catalogue/processes/campaign-reading.ts'
import { campaignOf } from '../../../catalogue/processes/campaigns.ts'
import { quotaOf, type PlaceKeeper } from '../../engine/campaigns/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import type { MovedEntry } from '../../engine/processes/index.ts'
import { leavePlace, openPlaces, placesOf, returnPlaces, takePlace } from '../../engine/seats/index.ts'

/**
 * Takes a place of whoever recommends an entry, and gives all its places back where it comes to a state that
 * holds none.
 * @throws AppError `wrongState` with how many places are left, and who holds them
 */
export async function keepPlaces(tx: Tx, entry: MovedEntry): Promise<void> {
  const { campaignId, id, recommendedBy, definition, state } = entry
  if (campaignId === null) return
  if (recommendedBy !== null) await recommend(tx, campaignId, recommendedBy, id)
  if (definition.campaign?.placeless.includes(state)) await giveBack(tx, campaignId, id)
}

/** Places of notices whose entries are recommended level by level. */
export const recommendedPlaces: PlaceKeeper = {
  moved: async (tx, campaign, to) => {
    const quota = quotaOf(campaign)
    const opens = campaign.state === draft && !isOver(campaignOf(campaign.type), to)
    if (opens && quota !== null) await openPlaces(tx, campaign, quota)
  },
  returned: (tx, { id }) => returnPlaces(tx, id),
}

/**
 * Keeps the place of an entry in the order of an institution where its seats are kept elsewhere. Asked again it
 * stays where it was.
 */
export async function keepRank(
  tx: Tx,
  { campaignId, caseId, institutionId }: RankKey & { readonly institutionId: number },
): Promise<void> {
  await tx.execute(sql`
    insert into campaign_place (campaign_id, institution_id, case_id, rank, takes)
    select ${campaignId}::uuid, ${institutionId}::int, ${caseId}::uuid, coalesce(max(rank), 0) + 1, false
    from campaign_place
    where campaign_id = ${campaignId}::uuid and institution_id = ${institutionId}
    on conflict do nothing`)
}

/** An entry of a campaign. */
interface RankKey {
  readonly campaignId: string
  readonly caseId: string
}

/** Takes an entry out of the orders in which it stands. */
export const dropRank = (tx: Tx, { campaignId, caseId }: RankKey): Promise<number> =>
  tx.execute(sql`
    delete from campaign_place where campaign_id = ${campaignId}::uuid and case_id = ${caseId}::uuid`)

/** The place of each entry in the order of an institution, from 1 on without gaps. */
export async function ranksIn(
  db: Queryable,
  campaignId: string,
  institutionId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; rank: number }>(sql`
    select case_id as id, row_number() over (order by rank, case_id)::int as rank
    from campaign_place
    where campaign_id = ${campaignId}::uuid and institution_id = ${institutionId}`)
  return new Map(rows.map(({ id, rank }) => [id, rank]))
}

async function recommend(tx: Tx, campaignId: string, institutionId: number, caseId: string): Promise<void> {
  // Whoever holds the campaign has places from its opening on, where there is a quota.
  const limited = await tx.maybeOne(sql`
    select 1 from seat_pool where event_id = ${campaignId}::uuid and granted_by is null limit 1`)
  // The places of those below come out of the places above: an entry that holds one below needs no second one
  // here.
  const covered = await tx.maybeOne(sql`
    select 1 from campaign_place where campaign_id = ${campaignId}::uuid and case_id = ${caseId}::uuid limit 1`)
  const takes = limited !== undefined && covered === undefined
  if (takes && (await takePlace(tx, { eventId: campaignId, institutionId })) === null)
    throw new AppError('wrongState', { message: await noneLeft(tx, campaignId, institutionId) })
  await tx.execute(sql`
    insert into campaign_place (campaign_id, institution_id, case_id, rank, takes)
    select ${campaignId}::uuid, ${institutionId}::int, ${caseId}::uuid, coalesce(max(rank), 0) + 1, ${takes}
    from campaign_place
    where campaign_id = ${campaignId}::uuid and institution_id = ${institutionId}`)
}

/** Says how many places there were and where they are. */
async function noneLeft(tx: Tx, campaignId: string, institutionId: number): Promise<string> {
  const row = await placesOf(tx, campaignId, institutionId)
  if (!row) return '上级尚未分配本单位推荐名额'
  const parts = [`已推荐 ${row.used} 个`, ...(row.given > 0 ? [`已分给下级 ${row.given} 个`] : [])]
  return `推荐名额已经用完：共 ${row.granted} 个，${parts.join('，')}`
}

async function giveBack(tx: Tx, campaignId: string, caseId: string): Promise<void> {
  const left = await tx.query<{ institution_id: number; takes: boolean }>(sql`
    delete from campaign_place where case_id = ${caseId}::uuid returning institution_id, takes`)
  const held = left.filter(({ takes }) => takes)
  // Rows of the quota are locked from the lower number on, so that two entries do not wait for each other.
  for (const { institution_id: id } of held.toSorted((a, b) => a.institution_id - b.institution_id))
    await leavePlace(tx, { eventId: campaignId, institutionId: id })
}
