import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { AnyCampaignMove } from '../../../catalogue/processes/define-campaign.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Database, Queryable, Tx } from '../engine.ts'
import type { CampaignRow } from './campaign.ts'

/** Refused entries that are kept with their reason. */
const mostRefused = 200

/** Entries of a campaign that are moved in batches. */
export interface Sweep {
  readonly campaignId: string
  readonly no: number
  readonly moves: readonly string[]
  readonly from: readonly string[]
  /** The identity that moved the campaign; null for the clock. */
  readonly by: number | null
  readonly reached: string | null
}

/** Moves one entry in a transaction, with what is written into it. An AppError leaves it where it is. */
export type MoveEntry = (tx: Tx, by: EntryMove, caseId: string) => Promise<boolean>
type EntryMove = Pick<Sweep, 'moves' | 'from' | 'by'> & { readonly value?: CampaignRow['value'] }

/** Condition that no sweep of `campaign c` is under way. */
export const noSweep: Sql = sql`not exists (
  select 1 from campaign_sweep s where s.campaign_id = c.id and s.ended_at is null)`

/** Writes down that a move of a campaign moves its entries: the queue does it. */
export async function beginSweep(
  tx: Tx,
  { id }: CampaignRow,
  { move, by }: { readonly move: AnyCampaignMove; readonly by: number | null },
): Promise<void> {
  if (!move.sweep) return
  const { moves, from } = move.sweep
  await tx.execute(sql`
    insert into campaign_sweep (campaign_id, no, action, moves, from_states, by_identity, total)
    select ${id}::uuid, (select count(*)::int + 1 from campaign_sweep o where o.campaign_id = ${id}::uuid),
      ${move.name}::text, ${[...moves]}::text[], ${[...from]}::text[], ${by}::int, count(*)::int
    from process_case k where k.campaign_id = ${id}::uuid and k.state = any(${[...from]}::text[])`)
}

type Progress = CampaignView['sweeps'][number]

/** The sweeps of a campaign, newest first. */
export const sweepsOf = (db: Queryable, { id }: Pick<CampaignRow, 'id'>): Promise<Progress[]> =>
  db.query<Progress>(sql`
    select action, total, moved, refused, begun_at as "begunAt", ended_at as "endedAt"
    from campaign_sweep where campaign_id = ${id}::uuid order by no desc limit 50`)

export const isSwept = (sweeps: readonly Progress[]): boolean =>
  sweeps.some(({ endedAt }) => endedAt === null)

/** Refuses a move of a campaign whose entries are still being moved. */
export async function requireNoSweep(tx: Tx, row: CampaignRow): Promise<void> {
  const going = (await sweepsOf(tx, row)).find(({ endedAt }) => endedAt === null)
  if (!going) return
  const message = `正在逐件办理，已办 ${going.moved} 件，共 ${going.total} 件；办完以后再办`
  throw new AppError('wrongState', { message })
}

/** Moves one batch of the oldest sweep, whole or not at all. Answers whether there may be more to do. */
export async function runSweeps(
  db: Database,
  stopping: AbortSignal,
  moveEntry: MoveEntry,
  batch = 500,
): Promise<boolean> {
  const next = await db.maybeOne<Pick<Sweep, 'campaignId' | 'no'>>(sql`
    select campaign_id as "campaignId", no from campaign_sweep
    where ended_at is null order by begun_at, campaign_id limit 1`)
  if (!next || stopping.aborted) return false
  const { campaignId, no } = next
  await db.transaction(async (tx) => {
    const sweep = await tx.maybeOne<Sweep>(sql`
      select campaign_id as "campaignId", no, moves, from_states as "from", by_identity as by, reached
      from campaign_sweep
      where campaign_id = ${campaignId}::uuid and no = ${no} and ended_at is null
      for update`)
    if (!sweep) return
    const entries = await tx.query<{ id: string }>(sql`
      select id from process_case
      where campaign_id = ${campaignId}::uuid and state = any(${[...sweep.from]}::text[])
        ${sweep.reached === null ? sql.empty : sql`and id > ${sweep.reached}::uuid`}
      order by id limit ${batch}`)
    let moved = 0
    const refused: Progress['refused'] = []
    for (const { id } of entries) {
      const because = await tried(tx, () => moveEntry(tx, sweep, id))
      if (because === true) moved += 1
      if (typeof because === 'string') refused.push({ id, message: because })
    }
    await tx.execute(sql`
      update campaign_sweep
      set moved = moved + ${moved}, reached = ${entries.at(-1)?.id ?? sweep.reached}::uuid,
        refused = case when jsonb_array_length(refused) < ${mostRefused} then refused || ${sql.json(refused)} else refused end,
        ended_at = ${entries.length < batch ? sql`now()` : sql`null`}
      where campaign_id = ${campaignId}::uuid and no = ${no}`)
  })
  return true
}

/** Whether one entry was moved, or why not. A refusal rolls back what was written for that entry alone. */
async function tried(tx: Tx, move: () => Promise<boolean>): Promise<boolean | string> {
  await tx.execute(sql`savepoint entry`)
  try {
    const moved = await move()
    await tx.execute(sql`release savepoint entry`)
    return moved
  } catch (error) {
    const because = refusedBecause(error)
    if (because === null) throw error
    await tx.execute(sql`rollback to savepoint entry`)
    return because
  }
}
