import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import {
  activityParams,
  faceAsked,
  faceShown,
  type FaceShown,
} from '../../../catalogue/contract/teaching/activities.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { researchActivity } from '../../../catalogue/processes/research-activity.ts'
import { campaignFor, type HostedRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import {
  changing,
  create,
  edit,
  hostsOf,
  publish,
  takeDown,
  type PublishingNeeds,
} from '../../engine/publishing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TeachingNeeds } from './index.ts'

const definition = contents.teachingActivity

/** The content that shows an activity; null where it has none. */
export async function faceOf(db: Queryable, activityId: string): Promise<FaceShown['face']> {
  const row = await db.maybeOne<NonNullable<FaceShown['face']>>(sql`
    select f.content_id as "contentId", c.state, c.value ->> 'visibility' as visibility
    from teaching_face f join content c on c.id = f.content_id
    where f.campaign_id = ${activityId}::uuid`)
  return row ?? null
}

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

/**
 * Writes what the activity says into the content that shows it, and publishes it: at once, or when the
 * authority that agrees to what everybody reads has agreed (docs/decisions/0053).
 */
async function show(
  publishing: PublishingNeeds,
  actor: Actor,
  activity: HostedRow,
  visibility: string,
): Promise<void> {
  const { db } = publishing
  const body = shownOf(actor, activity, visibility)
  const before = await faceOf(db, activity.id)
  if (before?.state === 'inReview')
    throw new AppError('wrongState', { message: '正在等上级同意公开，办完以后再更新' })
  if (before) await edit(publishing, { actor, definition, id: before.contentId, version: null }, body)
  const id = before?.contentId ?? (await newFace(publishing, actor, activity, body))
  const hosts = await hostsOf(db)
  await changing(publishing, { actor, definition, id, version: null }, (acting) =>
    publish(acting, { publishAt: null, takeDownAt: null, opinion: '' }, hosts),
  )
}

async function newFace(
  publishing: PublishingNeeds,
  actor: Actor,
  activity: HostedRow,
  body: ReturnType<typeof shownOf>,
): Promise<number> {
  const { id } = await create(publishing, { actor, definition, body, key: activity.id, asked: 'whole' })
  await publishing.db.execute(sql`
    insert into teaching_face (campaign_id, content_id) values (${activity.id}::uuid, ${id})
    on conflict (campaign_id) do nothing`)
  return id
}

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
      await show(publishing, actor, activity, visibility)
      return { face: await faceOf(db, id) }
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    summary: '不再在门户上展示本次活动',
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const activity = await own(actor, id)
      const face = await faceOf(db, activity.id)
      if (!face) throw new AppError('missing')
      const change = { actor, definition, id: face.contentId, version: null }
      await changing(publishing, change, takeDown)
      return { face: await faceOf(db, id) }
    },
  })
}
