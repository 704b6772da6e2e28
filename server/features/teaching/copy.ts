import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { linesOf } from '../../../catalogue/processes/research-activity-fields.ts'
import { researchActivity } from '../../../catalogue/processes/research-activity.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import { createCampaign, type CampaignNeeds, type HostedRow } from '../../engine/campaigns/index.ts'

const later = (value: unknown, days: number): string | null =>
  typeof value === 'string' ? minuteOf(Date.parse(`${value}:00+08:00`) + days * 86_400_000) : null

/** What a copy does not take over: files are held by one campaign, and what came of the activity is its own. */
const left = { files: null, summary: null, noSheets: null, outputs: null }

/**
 * Begins an activity like another one of the own office, so many days later: what it says, its sittings and
 * its rubric, without people and summary. Answers its id.
 */
export async function copyActivity(
  needs: CampaignNeeds,
  actor: Actor,
  activity: HostedRow,
  days: number,
): Promise<string> {
  const { value, title, isMine } = activity
  if (!isMine) throw new AppError('forbidden', { message: '本次活动由其他单位主办' })
  const times = ['signupStart', 'signupEnd', 'startTime', 'endTime'].map((key) => [
    key,
    later(value[key], days),
  ])
  const sittings = linesOf(value['sittings']).map((one) => ({
    ...one,
    startsAt: later(one['startsAt'], days),
    endsAt: later(one['endsAt'], days),
  }))
  return createCampaign(needs, {
    actor,
    definition: researchActivity,
    collects: 'activityPlace',
    title,
    value: { ...value, ...left, ...Object.fromEntries(times), sittings },
  })
}
