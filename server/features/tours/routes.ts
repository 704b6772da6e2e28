import { z } from 'zod'
import { tourAnswer } from '../../../catalogue/contract/account/tour.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const url = '/api/v1/account/tour'
const shared = { url, access: 'signedIn', tag: '账号' } as const

/** Whether somebody has seen the tour of the first steps: once for each role, on every device. */
export function tourRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    summary: '新手引导是否该自动打开：每人每种角色一次',
    answer: tourAnswer,
    handle: async (_, request) => {
      const { personId, role, viewedBy, standsFor } = actorOn(request)
      // A deputy knows the portal, and an administrator who looks through somebody's eyes is somebody else.
      if (viewedBy !== undefined || standsFor !== undefined) return { due: false }
      const seen = await db.maybeOne(
        sql`select 1 from tour_seen where person_id = ${personId} and role = ${role}`,
      )
      return { due: seen === undefined }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    summary: '新手引导看过了，不再自动打开',
    answer: z.boolean(),
    handle: async (_, request) => {
      const { personId, role } = actorOn(request)
      await db.execute(sql`
        insert into tour_seen (person_id, role) values (${personId}, ${role}) on conflict do nothing`)
      return true
    },
  })
}
