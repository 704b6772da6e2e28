import { z } from 'zod'
import {
  liveAsked,
  liveLesson,
  liveRecordAsked,
  liveReleased,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { LiveNeeds } from './needs.ts'
import { recordOf, release } from './replay.ts'

const url = '/api/v1/lives/:id'

/** What whoever conducted a broadcast does with its recordings. */
export function replayRoutes(server: Server, needs: LiveNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    access: [2, 3, 4, 5, 6],
    tag: '直播',
    method: 'PUT',
    url: `${url}/replay`,
    summary: '发布回放，能看该直播的人都能看录像；或者撤回；重复无妨',
    params: liveAsked,
    body: liveReleased,
    answer: z.literal(true),
    handle: async ({ params: { id }, body: { on } }, request) => {
      await release(needs.publishing, actorOn(request), id, on)
      return true as const
    },
  })
  register(server, {
    access: [3, 4, 5, 6],
    tag: '直播',
    method: 'POST',
    url: `${url}/records/:no/lesson`,
    summary: '把一段录像加到本单位的教研课程，作为最后一个课时，带上字幕',
    params: liveRecordAsked,
    body: liveLesson,
    answer: z.literal(true),
    perMinute: 60,
    handle: async ({ params, body: { courseId, title } }, request) => {
      const actor = actorOn(request)
      const { live, fileId, seconds } = await recordOf(db, actor, params)
      await needs.requireOwnCourse(db, actor, courseId)
      const own = (id: string | null) => (id === null ? null : needs.fileFor(db, id, actor.identityId))
      await needs.addLesson(actor, courseId, {
        title,
        fileId: (await own(fileId)) ?? null,
        captionsId: (await own(live.captionsId)) ?? null,
        slidesId: null,
        seconds,
      })
      return true as const
    },
  })
}
