import { sql } from '../../platform/db/sql.ts'
import { campaignColumns, currentMinute, type CampaignRow } from './campaign.ts'
import { setCampaignState, writeCampaignEvent } from './write.ts'
import type { CampaignNeeds } from './campaigning.ts'
import { returnPlaces } from './quota.ts'

/**
 * Closes what is past its end, and takes back places that nobody used by their day. Once, however many
 * processes serve.
 */
export async function runCampaignClock({ db }: CampaignNeeds): Promise<boolean> {
  const due = await db.query<{ id: string }>(sql`
    select id from campaign c
    where (c.state = 'open' and c.value ->> 'applyEnd' < ${currentMinute})
      or (c.places_returned_at is null and c.state in ('open', 'closed')
        and c.value ->> 'quotaReturnsOn' <= left(${currentMinute}, 10))
    order by c.id limit 20`)
  for (const { id } of due)
    await db.transaction(async (tx) => {
      await tx.query(sql`select 1 from campaign where id = ${id}::uuid for update`)
      const row = await tx.one<CampaignRow & { returned: boolean }>(sql`
        select ${campaignColumns}, c.places_returned_at is not null as returned from campaign c where c.id = ${id}::uuid`)
      const { institutionId, value, state, now } = row
      if (state === 'open' && String(value['applyEnd']) < now) {
        await setCampaignState(tx, row, { state: 'closed', value })
        await writeCampaignEvent(tx, { actor: null, institutionId, id, action: 'close' })
      }
      const returnsOn = value['quotaReturnsOn']
      if (!row.returned && typeof returnsOn === 'string' && returnsOn <= now.slice(0, 10)) {
        const back = await returnPlaces(tx, row)
        await tx.execute(sql`update campaign set places_returned_at = now() where id = ${id}::uuid`)
        await writeCampaignEvent(tx, {
          actor: null,
          institutionId,
          id,
          action: 'placesReturned',
          facts: { back },
        })
      }
    })
  return due.length === 20
}
