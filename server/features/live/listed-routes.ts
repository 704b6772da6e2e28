import {
  listedLine,
  listedPerson,
  liveAsked,
  liveAttendance,
  liveListed,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { attendanceList } from './attendance.ts'
import { settleListed, takeListed } from './listed.ts'
import { conducted, type RoomNeeds } from './room.ts'

const shared = { access: [2, 3, 4, 5, 6], tag: '直播', answer: liveAttendance, perMinute: 60 } as const
const url = '/api/v1/lives/:id/listed'

/** Who was at a broadcast that was held elsewhere, as its host tells it. */
export function listedRoutes(server: Server, { db, actorOn }: RoomNeeds): void {
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '导入会议的参会名单（姓名、单位、时长），替换以前的；对不上人的单列出来，不猜',
    params: liveAsked,
    body: liveListed,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await takeListed(db, actor, id, body)
      return attendanceList(db, await conducted(db, actor, id))
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:no`,
    summary: '说明名单的一行是哪一位教师，或者不是本区域的人',
    params: listedLine,
    body: listedPerson,
    handle: async ({ params: { id, no }, body: { teacherId } }, request) => {
      const actor = actorOn(request)
      await settleListed(db, actor, { id, no, teacherId })
      return attendanceList(db, await conducted(db, actor, id))
    },
  })
}
