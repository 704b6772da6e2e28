import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import {
  onlinePage,
  onlineQuery,
  type OnlineLine,
  type OnlinePage,
  type OnlineQuery,
} from '../../../catalogue/contract/administration/online.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { endSessionsWhere } from '../../platform/session/end.ts'
import { familyOf, liveSession } from '../../platform/session/session.ts'
import type { Users } from './options.ts'

/** The devices that are signed in now; of a device that is being renewed the successor alone. */
async function onlineOf(db: Database, query: OnlineQuery, token: string): Promise<OnlinePage> {
  const begins = query.q
    ? sql`and (p.login_name = ${query.q.toLowerCase()}
        or p.name collate "C" >= ${query.q} and p.name collate "C" < ${`${query.q}\u{10ffff}`})`
    : sql.empty
  const role = query.role === undefined ? sql.empty : sql`and a.role = ${query.role}`
  const online = sql`
    from session s
      join identity a on a.id = s.identity_id
      join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id
    where ${liveSession} ${begins} ${role}`
  const [current, counted, list] = await Promise.all([
    familyOf(db, token),
    db.one<{ total: number; people: number }>(
      sql`select count(*)::int as total, count(distinct a.person_id)::int as people ${online}`,
    ),
    db.query<Omit<OnlineLine, 'current'>>(sql`
      select s.family as id, p.id as "personId", p.name, p.login_name as "loginName", a.role,
        i.name as institution, coalesce(s.agent, '') as agent, coalesce(s.ip, '') as ip,
        (select min(f.created_at) from session f where f.family = s.family) as "signedInAt",
        s.last_seen_at as "lastSeenAt"
      ${online}
      order by s.last_seen_at desc, s.family
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`),
  ])
  return {
    ...counted,
    list: list.map((line) => ({ ...line, current: line.id === current })),
    page: query.page,
    pageSize: query.pageSize,
  }
}

/** Ends a device of somebody else; its next request says that an administrator did. Answers whose it was. */
async function endDevice(db: Database, actor: Actor, id: string, token: string): Promise<number> {
  const row = uuid.safeParse(id).success
    ? await db.maybeOne<{ person: number }>(sql`
        select a.person_id as person
        from session s join identity a on a.id = s.identity_id
        where s.family = ${id}::uuid and ${liveSession} limit 1`)
    : undefined
  if (!row) throw new AppError('missing', { message: '该设备已退出登录' })
  if ((await familyOf(db, token)) === id)
    throw new AppError('wrongState', { message: '这是您正在使用的设备，请用“退出登录”' })
  await endSessionsWhere(db, sql`family = ${id}::uuid`, {
    action: 'session.ended',
    facts: { because: 'administrator', by: actor.identityId },
    because: 'administrator',
  })
  return row.person
}

const shared = { access: [1], tag: '用户管理' } as const
const duties = ['system', 'security'] as const

/** Who is signed in, and ending a device; for the administrator. */
export function onlineRoutes(server: Server, { db }: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/userManage/online',
    duties,
    summary: '在线用户：正在登录的设备，最近使用的在前',
    query: onlineQuery,
    answer: onlinePage,
    handle: ({ query }, request) => onlineOf(db, query, request.sessionToken ?? ''),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: '/api/v1/userManage/online/:id',
    duties,
    summary: '让一台设备退出登录',
    params: z.object({ id: z.string().max(60) }),
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      const person = await endDevice(db, actorOn(request), id, request.sessionToken ?? '')
      server.forgetPerson(person)
      return true
    },
  })
}
