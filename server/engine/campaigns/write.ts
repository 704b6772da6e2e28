import type { Actor } from '../../../catalogue/access/access.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import type { CampaignRow } from './campaign.ts'

type CampaignKey = Pick<CampaignRow, 'institutionId' | 'id'>

/** Writes what a campaign says and where it stands; its row is locked. */
export const setCampaign = (
  tx: Tx,
  { institutionId, id }: CampaignKey,
  { state, title, value }: Pick<CampaignRow, 'state' | 'title' | 'value'>,
) =>
  tx.execute(sql`
    update campaign
    set state = ${state}, title = ${title}, value = ${sql.json(value)}, version = version + 1, updated_at = now()
    where institution_id = ${institutionId} and id = ${id}::uuid`)

interface Event {
  readonly actor: Actor | null
  readonly action: string
  readonly reason?: string
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Writes a line of what happened to a campaign, and its audit row. */
export async function writeCampaignEvent(
  tx: Tx,
  { institutionId, id }: CampaignKey,
  { actor, action, reason = '', facts = {} }: Event,
) {
  const by = actor?.identityId ?? null
  await tx.execute(sql`
    insert into campaign_event (institution_id, campaign_id, no, action, reason, facts, by_identity)
    select ${institutionId}::int, ${id}::uuid, coalesce(max(no), 0) + 1, ${action}::text, nullif(${reason}::text, ''),
      ${sql.json(facts)}, ${by}::int
    from campaign_event where institution_id = ${institutionId} and campaign_id = ${id}::uuid`)
  const audited = { act: action, ...(reason && { reason }) }
  await note(tx, { by, action: 'campaign.changed', recordId: id, facts: audited })
}

/** Records the files of a notice, so that its readers may read them. */
export async function holdCampaignFiles(
  tx: Tx,
  { institutionId, id }: CampaignKey,
  files: readonly string[],
) {
  if (files.length === 0) return
  await tx.execute(sql`
    insert into campaign_file (institution_id, campaign_id, file_id)
    select ${institutionId}::int, ${id}::uuid, f from unnest(${[...files]}::uuid[]) f
    on conflict do nothing`)
}
