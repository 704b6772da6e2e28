import type { Actor } from '../../../catalogue/access/access.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import type { CampaignRow } from './campaign.ts'

/** Writes state and values of a campaign, whose row is locked. */
export const setCampaignState = (
  tx: Tx,
  { institutionId, id }: CampaignRow,
  { state, value }: Pick<CampaignRow, 'state' | 'value'>,
) =>
  tx.execute(sql`
    update campaign set state = ${state}, value = ${sql.json(value)}, version = version + 1, updated_at = now()
    where institution_id = ${institutionId} and id = ${id}::uuid`)

interface Event {
  readonly actor: Actor | null
  readonly institutionId: number
  readonly id: string
  readonly action: string
  readonly reason?: string
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Writes a line of what happened to a campaign, and its audit row. */
export async function writeCampaignEvent(
  tx: Tx,
  { actor, institutionId, id, action, reason, facts = {} }: Event,
) {
  const by = actor?.identityId ?? null
  await tx.execute(sql`
    insert into campaign_event (institution_id, campaign_id, no, action, reason, facts, by_identity)
    select ${institutionId}::int, ${id}::uuid, coalesce(max(no), 0) + 1, ${action}::text, ${reason ?? null}::text,
      ${sql.json(facts)}, ${by}::int
    from campaign_event where institution_id = ${institutionId} and campaign_id = ${id}::uuid`)
  await note(tx, {
    by,
    action: 'campaign.changed',
    recordId: id,
    facts: { act: action, ...(reason && { reason }) },
  })
}

/** Keeps which files a notice holds, so that whoever reads it may read them. */
export async function holdCampaignFiles(tx: Tx, institutionId: number, id: string, files: readonly string[]) {
  if (files.length === 0) return
  await tx.execute(sql`
    insert into campaign_file (institution_id, campaign_id, file_id)
    select ${institutionId}::int, ${id}::uuid, f from unnest(${[...files]}::uuid[]) f
    on conflict do nothing`)
}
