import { AppError } from '../../../catalogue/errors.ts'
import { campaignById, type CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { Matter } from '../../engine/processes/index.ts'

/** The activity of a place. */
export async function activityOf(
  db: Queryable,
  { campaignId }: Pick<Matter, 'campaignId'>,
): Promise<CampaignRow> {
  const row = campaignId === null ? undefined : await campaignById(db, campaignId)
  if (!row) throw new AppError('missing')
  return row
}
