import { waitOrder, type WaitOrder } from '../../../catalogue/seats/order.ts'
import { campaignById, type CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import type { MovedEntry } from '../../engine/processes/index.ts'
import { reorderLine } from '../../engine/seats/index.ts'

interface RankKey {
  readonly campaignId: string
  readonly caseId: string
}

/** The order in which schools rank what they recommend, which the feature of campaigns keeps. */
export interface EntryRanks {
  /** Puts an entry at the end of the order of an institution; where it stands already, it stays. */
  readonly keep: (tx: Tx, key: RankKey & { readonly institutionId: number }) => Promise<void>
  readonly drop: (tx: Tx, key: RankKey) => Promise<number>
  /** The place of each entry, from 1 on. */
  readonly ranksIn: (
    db: Queryable,
    campaignId: string,
    institutionId: number,
  ) => Promise<ReadonlyMap<string, number>>
}

interface RankNeeds {
  readonly ranks: EntryRanks
}

/** Whether the waiting lists of a project follow the schools' own orders. */
export const isRanked = ({ value }: Pick<CampaignRow, 'value'>): boolean => value['byRank'] === true

const orderAt = (rank: number | null): WaitOrder =>
  waitOrder('rank', { rank, trainedUntil: null, locality: null, gap: 0 })

/** States in which an entry asks for no seat. */
const gone: readonly string[] = ['draft', 'returned', 'cancelled']

/** Keeps an entry in the order of its school from the school's recommendation on, until it is given up. */
export async function ranksFollow({ ranks }: RankNeeds, tx: Tx, entry: MovedEntry): Promise<void> {
  const { campaignId, id: caseId, state, recommendedBy } = entry
  const institutionId = entry.parties['school'] ?? null
  if (campaignId === null || institutionId === null) return
  const enters =
    ['recommend', 'waitlist'].includes(entry.move) ||
    recommendedBy === institutionId ||
    state === 'waitlisted'
  if (!enters && !gone.includes(state)) return
  const project = await campaignById(tx, campaignId)
  if (!project || !isRanked(project)) return
  if (!gone.includes(state)) return ranks.keep(tx, { campaignId, caseId, institutionId })
  if ((await ranks.drop(tx, { campaignId, caseId })) > 0)
    await rerankLine({ ranks }, tx, project, institutionId)
}

/** Where an entry comes in a waiting list: by the order of its school. */
export async function rankedOrder({ ranks }: RankNeeds, tx: Tx, entry: MovedEntry): Promise<WaitOrder> {
  const { campaignId, id, parties } = entry
  const school = parties['school'] ?? null
  if (campaignId === null || school === null) return orderAt(null)
  return orderAt((await ranks.ranksIn(tx, campaignId, school)).get(id) ?? null)
}

/** Gives whoever of a school waits the place that the school's order says now. */
export async function rerankLine(
  { ranks }: RankNeeds,
  tx: Tx,
  project: Pick<CampaignRow, 'id' | 'value'>,
  institutionId: number,
): Promise<void> {
  if (!isRanked(project)) return
  const order = await ranks.ranksIn(tx, project.id, institutionId)
  await reorderLine(
    tx,
    project.id,
    [...order].map(([holder, rank]) => ({ holder, ...orderAt(rank) })),
  )
}
