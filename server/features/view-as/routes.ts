import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import { viewAsBody, viewAsStarted, viewMinutes } from '../../../catalogue/contract/administration/view-as.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { type ActorOn, actorOfIdentity } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { lookThrough, stopLooking } from '../../platform/session/session.ts'
import { note } from '../../platform/audit/note.ts'

const refuse = (message: string) => invalid('identityId', message)

/** The identity an administrator may look through: enabled, and of nobody who administers. */
async function requireViewable(db: Database, identityId: number): Promise<Actor> {
  const found = await actorOfIdentity(db, identityId)
  if (!found) throw refuse('没有该身份')
  if (!found.enabled) throw refuse('该身份已停用')
  const administers = await db.maybeOne(
    sql`select 1 from identity where person_id = ${found.actor.personId} and role = 1 and state = 'enabled'`,
  )
  if (administers) throw refuse('不能以系统管理员的身份查看')
  return found.actor
}

async function infoOf(db: Database, actor: Actor, token: string): Promise<UserInfo> {
  const row = await db.one<{ client_id: number; page_id: number; area_code: string }>(sql`
    select a.client_id, a.page_id, i.area_code
    from identity a
    join institution i on i.id = a.institution_id
    where a.id = ${actor.identityId}`)
  return {
    id: actor.identityId,
    truename: actor.name,
    image: '',
    role: actor.role,
    token,
    is_simple: 0,
    is_reset: 0,
    password_due: null,
    client_id: row.client_id,
    page_id: row.page_id,
    identities: 1,
    second_factor: 'off',
    duties: null,
    organization: { id: actor.institutionId, name: actor.institution, area_code: row.area_code },
    teacherObj: actor.teacherId === null ? null : { id: actor.teacherId, name: actor.name },
    last_login_at: null,
    stands_for: null,
    reads_only: null,
  }
}

/**
 * Looking at the portal as somebody else sees it, reading only. That nothing is written and every reading is
 * noted is the session hook's business, for all calls alike.
 */
export function viewAsRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  const tag = '以其身份查看'
  register(server, {
    method: 'POST',
    url: '/api/v1/viewAs',
    duties: ['security'],
    access: [1],
    tag,
    summary: `以另一个人的身份查看，只读，至多 ${viewMinutes} 分钟，全程记入日志`,
    body: viewAsBody,
    answer: viewAsStarted,
    perMinute: 20,
    handle: async ({ body: { identityId, reason } }, request) => {
      const admin = actorOn(request)
      const token = request.sessionToken ?? ''
      const viewed = await requireViewable(db, identityId)
      const info = await infoOf(db, viewed, token)
      const until = await db.transaction(async (tx) => {
        const facts = { role: viewed.role, institution: viewed.institution, reason }
        await note(tx, { by: admin.identityId, action: 'viewAs.started', personId: viewed.personId, facts })
        return lookThrough(tx, token, identityId, viewMinutes)
      })
      server.forgetPerson(admin.personId)
      return { until, info }
    },
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/viewAs/end',
    duties: ['security'],
    // It takes a right away.
    stepUp: false,
    // Asked as the administrator, whoever is looked through (app/session-hook).
    access: [1],
    tag,
    summary: '结束以其身份查看',
    answer: z.boolean(),
    handle: async (_, request) => {
      const admin = actorOn(request)
      const token = request.sessionToken ?? ''
      await db.transaction(async (tx) => {
        const viewed = await stopLooking(tx, token)
        if (viewed === null) return
        await note(
          tx,
          { by: admin.identityId, action: 'viewAs.ended', personId: sql`person_id` },
          sql`from identity where id = ${viewed}`,
        )
      })
      server.forgetPerson(admin.personId)
      return true
    },
  })
}
