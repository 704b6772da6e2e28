import { z } from 'zod'
import {
  conductedAsked,
  conductedLives,
  liveAsked,
  liveAttendance,
  liveBeat,
  liveBeatHeard,
  liveChecks,
  liveView,
  pushAccess,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { attendanceList, beat, beatMs, viewersOf } from './attendance.ts'
import { endLive, openRoom, renewKey } from './conduct.ts'
import type { LiveNeeds } from './needs.ts'
import { broadcastFor, conducted, conductedPage } from './room.ts'
import { checksOf, viewOf } from './view.ts'

const ofLive = { params: liveAsked, tag: '直播' } as const
const readers = { ...ofLive, access: [2, 3, 4, 5, 6] } as const
const url = '/api/v1/lives/:id'

/** The calls of the page of a broadcast. */
export function roomRoutes(server: Server, needs: LiveNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    access: [2, 3, 4, 5, 6],
    tag: '直播',
    method: 'GET',
    url: '/api/v1/lives',
    summary: '本人或本单位主持的直播，新的在前',
    query: conductedAsked,
    answer: conductedLives,
    handle: async ({ query }, request) => {
      const { list, total } = await conductedPage(db, actorOn(request), query)
      const viewers = await viewersOf(db, list)
      const shown = list.map(({ room, ...live }) => ({
        ...live,
        opened: room !== null,
        viewers: viewers.get(live.id)?.live ?? 0,
        replayViewers: viewers.get(live.id)?.replay ?? 0,
      }))
      return { list: shown, total, page: query.page, pageSize: query.pageSize }
    },
  })
  register(server, {
    ...ofLive,
    access: 'anyone',
    method: 'GET',
    url,
    summary: '一场直播：到了哪一步、从哪里看，结束后有没有回放；主持的人另有直播间的情况',
    answer: liveView,
    handle: async ({ params: { id } }, { actor }) => viewOf(needs, actor, await broadcastFor(db, actor, id)),
  })
  register(server, {
    ...ofLive,
    access: [2],
    method: 'POST',
    url: `${url}/beat`,
    summary: '播放器每 30 秒报一次在看；时间由服务器计，看回放的只计人数',
    body: liveBeat,
    answer: liveBeatHeard,
    perMinute: 20,
    handle: async ({ params: { id }, body: { device } }, request) => {
      const actor = actorOn(request)
      const live = await broadcastFor(db, actor, id)
      if (actor.teacherId === null) throw new AppError('forbidden')
      const isShown = live.phase === 'onAir' || live.phase === 'broken' || live.phase === 'replay'
      if (live.way === 'push' && isShown) await beat(db, { teacherId: actor.teacherId, liveId: id, device })
      return { phase: live.phase, nextMs: beatMs }
    },
  })
  hostRoutes(server, needs)
}

/** The calls of whoever conducts a broadcast. */
function hostRoutes(server: Server, needs: LiveNeeds): void {
  const { db, actorOn, liveProvider } = needs
  register(server, {
    ...readers,
    method: 'POST',
    url: `${url}/room`,
    summary: '打开直播间，得到推流地址和密钥；密钥只显示这一次',
    answer: pushAccess,
    perMinute: 20,
    handle: ({ params: { id } }, request) => openRoom(needs, actorOn(request), id),
  })
  register(server, {
    ...readers,
    method: 'POST',
    url: `${url}/key`,
    summary: '换推流密钥，正在推流的断开，旧密钥不再有效',
    answer: pushAccess,
    perMinute: 20,
    handle: ({ params: { id } }, request) => renewKey(needs, actorOn(request), id),
  })
  register(server, {
    ...readers,
    method: 'POST',
    url: `${url}/end`,
    summary: '结束直播；重复无妨',
    answer: z.literal(true),
    handle: async ({ params: { id } }, request) => {
      await endLive(needs, actorOn(request), id)
      return true as const
    },
  })
  register(server, {
    ...readers,
    method: 'GET',
    url: `${url}/checks`,
    summary: '开播前看一看：服务器、信号、画面、声音、上行',
    answer: liveChecks,
    perMinute: 60,
    handle: async ({ params: { id } }, request) => {
      const { room } = await conducted(db, actorOn(request), id)
      if (!room || !liveProvider) throw new AppError('wrongState', { message: '直播间尚未打开' })
      return checksOf(liveProvider, room)
    },
  })
  register(server, {
    ...readers,
    method: 'GET',
    url: `${url}/attendance`,
    summary: '谁看了多久，从多到少',
    answer: liveAttendance,
    handle: async ({ params: { id } }, request) =>
      attendanceList(db, await conducted(db, actorOn(request), id)),
  })
}
