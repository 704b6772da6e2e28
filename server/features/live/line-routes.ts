import { z } from 'zod'
import {
  lineAsked,
  lineDecided,
  lineMuted,
  lineSaid,
  liveLines,
} from '../../../catalogue/contract/teaching/live-lines.ts'
import { liveAsked } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { register } from '../../platform/http/call.ts'
import { parsed } from '../../platform/http/body.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { lineStreams } from './line-streams.ts'
import { decideLine, linesFor, mute, say } from './lines.ts'
import { broadcastFor, type RoomNeeds } from './room.ts'

const access = [2, 3, 4, 5, 6] as const
const shared = { access, tag: '直播' } as const
const url = '/api/v1/lives/:id/lines'

/** What people say and ask beside a broadcast. */
export function lineRoutes(server: Server, needs: RoomNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '直播旁的交流：最近 200 条；主持的人看得到全部，其他人看得到已显示的和本人的',
    params: liveAsked,
    answer: liveLines,
    handle: ({ params: { id } }, request) => linesFor(db, actorOn(request), id),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '发言：200 字以内，每 10 秒一次；先审后发的由主持的人放出',
    params: liveAsked,
    body: lineSaid,
    answer: z.literal(true),
    perMinute: 30,
    handle: async ({ params: { id }, body: { text } }, request) => {
      await say(db, actorOn(request), id, text)
      return true as const
    },
  })
  streamRoute(server, needs)
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:no`,
    summary: '主持的人显示或者隐藏一条发言，隐藏要写原因',
    params: lineAsked,
    body: lineDecided,
    answer: z.literal(true),
    perMinute: 240,
    handle: async ({ params, body }, request) => {
      await decideLine(db, actorOn(request), params, body)
      return true as const
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:no/mute`,
    summary: '主持的人将一条发言的人禁言，或者解除；只对这一场',
    params: lineAsked,
    body: lineMuted,
    answer: z.literal(true),
    handle: async ({ params, body }, request) => {
      await mute(db, actorOn(request), params, body)
      return true as const
    },
  })
}

/** The call whose answer goes on: lines as they come. */
function streamRoute(server: Server, { db, log, actorOn }: RoomNeeds): void {
  const streams = lineStreams({ db, log })
  server.route<{ Params: { id: string } }>({
    method: 'GET',
    url: `${url}/stream`,
    config: { access, ...fewer(30) },
    schema: { summary: '直播旁的交流，每 2 秒一起送到（text/event-stream）', tags: ['直播'] },
    handler: async (request, reply) => {
      const { id } = parsed(liveAsked, request.params)
      const actor = actorOn(request)
      const { host } = await broadcastFor(db, actor, id)
      streams.join(id, { personId: actor.personId, host }, { request, reply })
      return reply
    },
  })
}
