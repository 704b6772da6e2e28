import { contents } from '../../../catalogue/contents/contents.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Effect } from '../../engine/processes/index.ts'
import { draft, type PublishingNeeds } from '../../engine/publishing/index.ts'

/** What the announcement takes from the request. */
const taken = [
  'title',
  'liveKind',
  'schoolStage',
  'subject',
  'lecturer',
  'startTime',
  'endTime',
  'way',
  'watchUrl',
  'introduction',
  'pupilsSeen',
  'consent',
  'visibility',
] as const

/** The school agreed: what the teacher wrote becomes a draft among its contents, which lacks the picture. */
export const broadcastDrafted = (publishing: Pick<PublishingNeeds, 'db'>): Effect => ({
  applied: async (tx, { actor, value }) => {
    if (!actor) throw new AppError('forbidden')
    const said = Object.fromEntries(taken.map((key) => [key, value[key] ?? null]))
    const body = { ...said, org: actor.institution.slice(0, 100) }
    const contentId = await draft(tx, publishing, { actor, definition: contents.liveBroadcast, body })
    return { handover: [], people: [], value: { contentId } }
  },
  voided: () => {
    throw new AppError('wrongState', { message: '直播预告已经生成，请在信息发布里处理' })
  },
})
