import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { faceAsked, faceShown } from '../../../catalogue/contract/campaign-face.ts'
import { activityParams } from '../../../catalogue/contract/teaching/activities.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { researchActivity } from '../../../catalogue/processes/research-activity.ts'
import { campaignFor, type HostedRow } from '../../engine/campaigns/index.ts'
import { facesOf } from '../../engine/publishing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TeachingNeeds } from './index.ts'

const faces = facesOf(contents.teachingActivity, 'teaching_face')

/** The content that shows an activity; null where it has none. */
export const faceOf = faces.of

/** The level of the host's office in the dictionary trainingLevel. */
const levelOf: Readonly<Record<number, string>> = { 3: '5', 4: '4', 5: '3', 6: '2' }

/** What the portal shows of an activity: taken from it, so that nobody types it twice. */
const shownOf = (actor: Actor, { title, value, host }: HostedRow, visibility: string) => ({
  title: title.slice(0, 100),
  activityKind: value['activityKind'],
  activityMode: value['activityMode'],
  adminLevel: levelOf[actor.role] ?? '5',
  schoolStage: value['schoolStage'] ?? [],
  subject: value['subject'] ?? [],
  organizer: host.slice(0, 100),
  host: value['leader'],
  startTime: value['startTime'],
  endTime: value['endTime'],
  place: value['place'] ?? null,
  quota: value['quota'],
  content: value['introduction'],
  summary: value['summary'] ?? null,
  visibility,
})

/** The calls by which a host shows an activity on the portal, and takes it down again. */
export function faceRoutes(
  server: Server,
  { db, actorOn, publishing }: Pick<TeachingNeeds, 'db' | 'actorOn' | 'publishing'>,
): void {
  const shared = {
    url: '/api/v1/teaching/activity/:id/face',
    access: [3, 4, 5, 6],
    tag: '教研',
    params: activityParams,
    answer: faceShown,
    perMinute: 30,
  } as const
  const own = async (actor: Actor, id: string) => {
    const activity = await campaignFor(db, actor, researchActivity, id)
    if (!activity.isMine) throw new AppError('forbidden', { message: '本次活动由其他单位主办' })
    return activity
  }
  register(server, {
    ...shared,
    method: 'POST',
    summary: '在门户上展示本次活动，或者更新展示的内容；全网公开的须上级同意',
    body: faceAsked,
    handle: async ({ params: { id }, body: { visibility } }, request) => {
      const actor = actorOn(request)
      const activity = await own(actor, id)
      if (['draft', 'cancelled'].includes(activity.state))
        throw new AppError('wrongState', { message: '开放报名以后、没有取消的活动才能展示' })
      await faces.show(publishing, { actor, campaignId: id, body: shownOf(actor, activity, visibility) })
      return { face: await faceOf(db, id) }
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    summary: '不再在门户上展示本次活动',
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await own(actor, id)
      await faces.takeDown(publishing, actor, id)
      return { face: await faceOf(db, id) }
    },
  })
}
