import { z } from 'zod'
import {
  liveKept,
  liveParams,
  lives,
  livesAsked,
  videos,
  videosAsked,
} from '../../../catalogue/contract/teaching/lives.ts'
import type { Feature } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { askRooms } from './ask-rooms.ts'
import { hookRoute } from './hook.ts'
import { keepLive, livesFor } from './lives.ts'
import { operatorRoutes } from './operator.ts'
import { lineRoutes } from './line-routes.ts'
import { listedRoutes } from './listed-routes.ts'
import type { LiveNeeds } from './needs.ts'
import { replayRoutes } from './replay-routes.ts'
import type { RoomNeeds } from './room.ts'
import { roomRoutes } from './room-routes.ts'
import { standInRoutes } from './stand-in-routes.ts'
import { sumUp } from './sum-up.ts'
import { takeOver } from './take-over.ts'
import { videosOf } from './videos.ts'

export { broadcastDrafted } from './effects.ts'
export { forgottenLines } from './lines.ts'
export { keptLives } from './lives.ts'

/** Broadcasts and films of a teacher (docs/decisions/0201), and rooms at a live server (0244 to 0246). */
export const live: Feature<LiveNeeds> = {
  name: 'live',
  jobs: (needs) => [askRooms(needs), takeOver(needs), sumUp(needs)],
  routes: (server, needs) => {
    ownRoutes(server, needs)
    roomRoutes(server, needs)
    replayRoutes(server, needs)
    listedRoutes(server, needs)
    lineRoutes(server, needs)
    hookRoute(server, needs)
    operatorRoutes(server, needs)
    standInRoutes(server, needs)
  },
}

/** What a teacher may watch, keeps, and has as films. */
function ownRoutes(server: Server, { db, actorOn }: RoomNeeds): void {
  const shared = { access: [2], tag: '教研' } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/teaching/lives',
    summary: '本人能看的直播：正在进行的、将要开始的和可以回放的；kept=1 为自己收藏的',
    query: livesAsked,
    answer: lives,
    handle: ({ query }, request) => livesFor(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/teaching/lives/:id/kept',
    summary: '收藏一场直播，或者取消收藏；重复无妨',
    params: liveParams,
    body: liveKept,
    answer: z.literal(true),
    perMinute: 60,
    handle: async ({ params: { id }, body: { on } }, request) => {
      await db.transaction((tx) => keepLive(tx, actorOn(request), id, on))
      return true as const
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/teaching/videos',
    summary: '本人的视频：上传到资源的、课堂录像、申请的直播的回放',
    query: videosAsked,
    answer: videos,
    handle: ({ query }, request) => videosOf(db, actorOn(request), query),
  })
}
