import { clockField, hasPlaces, isDue, saidBy } from '../../../catalogue/processes/campaign-reading.ts'
import { campaignOf, campaigns, type CampaignName } from '../../../catalogue/processes/campaigns.ts'
import type { AnyCampaign } from '../../../catalogue/processes/define-campaign.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { campaignColumns, currentMinute, type CampaignRow } from './campaign.ts'
import type { CampaignNeeds } from './campaigning.ts'
import { follow } from './move.ts'
import { noSweep } from './sweep.ts'
import { writeCampaignEvent } from './write.ts'

type ClockedRow = CampaignRow & { readonly returned: boolean; readonly swept: boolean }

const most = 20

/** Condition that something of `campaign c` is due: a move of the clock, or the return of unused places. */
const isDueNow: Sql = sql`(${sql.join(
  Object.values<AnyCampaign>(campaigns).flatMap((definition) => dueIn(definition)),
  ' or ',
)})`

function dueIn(definition: AnyCampaign): Sql[] {
  const { name, moves, named, states } = definition
  const moved = moves.flatMap((move) => {
    const field = clockField(definition, move)
    if (field === undefined) return []
    const after = move.by !== 'host' && 'after' in move.by
    return sql`(c.type = ${name} and c.state = any(${[...move.from]}::text[]) and ${noSweep}
      and c.value ->> ${field} ${after ? sql`<` : sql`<=`} ${currentMinute})`
  })
  if (named.quotaReturnsOn === undefined) return moved
  const placed = Object.keys(states).filter((state) => states[state]?.places)
  return [
    ...moved,
    sql`(c.type = ${name} and c.places_returned_at is null and c.state = any(${placed}::text[])
      and c.value ->> ${named.quotaReturnsOn} <= left(${currentMinute}, 10))`,
  ]
}

/** Makes the moves that are due and takes back unused places. Once, however many processes serve. */
export async function runCampaignClock(campaigning: CampaignNeeds): Promise<boolean> {
  const due = await campaigning.db.query<{ id: string; type: CampaignName }>(sql`
    select c.id, c.type from campaign c where ${isDueNow} order by c.id limit ${most}`)
  for (const { id, type } of due)
    await campaigning.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from campaign where id = ${id}::uuid for update`)
      const row = await tx.maybeOne<ClockedRow>(sql`
        select ${campaignColumns}, c.places_returned_at is not null as returned, not ${noSweep} as swept
        from campaign c where c.id = ${id}::uuid and ${isDueNow}`)
      if (row) await advance(campaigning, tx, campaignOf(type), row)
    })
  return due.length === most
}

async function advance(
  campaigning: CampaignNeeds,
  tx: Tx,
  definition: AnyCampaign,
  row: ClockedRow,
): Promise<void> {
  const move = definition.moves.find((one) => one.from.includes(row.state) && isDue(definition, one, row))
  if (move && !row.swept) await follow(campaigning, tx, { definition, row, move, actor: null, reason: '' })
  const returnsOn = saidBy(definition, row.value, 'quotaReturnsOn')
  if (row.returned || !hasPlaces(definition, row.state) || typeof returnsOn !== 'string') return
  if (returnsOn > row.now.slice(0, 10)) return
  const back = await campaigning.places.returned(tx, row)
  await tx.execute(sql`update campaign set places_returned_at = now() where id = ${row.id}::uuid`)
  await writeCampaignEvent(tx, row, { actor: null, action: 'placesReturned', facts: { back } })
}
