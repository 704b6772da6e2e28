import { z } from 'zod'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import {
  device,
  identityCard,
  type Device,
  type IdentityCard,
} from '../../../catalogue/contract/account/personal.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorsOf } from '../../engine/access/index.ts'
import { waitingByType } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { endSessions, familyOf, liveSession } from '../../platform/session/session.ts'
import type { AccountOptions } from './options.ts'
import { noteAccount } from './store.ts'

const tag = '个人中心'

interface Row {
  family: string
  role: number
  institution: string
  agent: string
  ip: string
  signed_in_at: string
  last_seen_at: string
  ended: boolean
}

/**
 * The live sessions of all identities of a person, one line for each device, the latest seen first; and those
 * that ended within a day for want of room.
 */
async function devicesOf(o: AccountOptions, personId: number, token: string): Promise<Device[]> {
  const [current, rows] = await Promise.all([
    familyOf(o.db, token),
    o.db.query<Row>(sql`
      select s.family, a.role, i.name as institution, coalesce(s.agent, '') as agent,
        coalesce(s.ip, '') as ip,
        (select min(f.created_at)
          from session f
          where f.family = s.family) as signed_in_at, s.last_seen_at, s.ended_because is not null as ended
      from session s join identity a on a.id = s.identity_id join institution i on i.id = a.institution_id
      where a.person_id = ${personId} and a.state = 'enabled'
        and (${liveSession}
            or (s.ended_because = 'newer'
                and s.replaced_at is null
                and s.revoked_at > now() - interval '1 day'))
      order by ended, s.last_seen_at desc limit 50`),
  ])
  return rows.map(({ family, role, institution, ...row }) => ({
    id: family,
    identity: `${isRole(role) ? roleEntry(role).label : ''}　${institution}`,
    ...row,
    current: family === current,
  }))
}

/** Number of open tasks of an identity: an office's queue, a teacher's returned records. */
async function openWorkOf(o: AccountOptions, actor: Actor): Promise<number> {
  if (actor.role !== 2)
    return (await waitingByType(o.engine, actor)).reduce((sum, { waiting }) => sum + waiting, 0)
  const { count } = await o.db.one<{ count: number }>(sql`
    select count(*)::int as count from revision
    where owner_id = ${actor.teacherId} and state in ('returned', 'rejected') and replaced_at is null`)
  return count
}

/** Names of the people for whom the actors stand in as deputies. */
async function lendersOf({ db }: AccountOptions, actors: readonly Actor[]): Promise<Map<number, string>> {
  const lent = actors.filter(({ standsFor }) => standsFor !== undefined)
  if (lent.length === 0) return new Map()
  const rows = await db.query<{ id: number; name: string }>(sql`
    select a.id, p.name
    from identity a
    join identity l on l.id = a.lent_by
    join person p on p.id = l.person_id
    where a.id = any(${lent.map(({ identityId }) => identityId)}::int[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function cardOf(
  o: AccountOptions,
  actor: Actor,
  now: Actor,
  lenders: ReadonlyMap<number, string>,
): Promise<IdentityCard> {
  const [unread, open] = await Promise.all([o.unread(actor), openWorkOf(o, actor)])
  return {
    id: actor.identityId,
    role: actor.role,
    organization: actor.institution,
    unread,
    open,
    current: actor.identityId === now.identityId,
    standsFor: lenders.get(actor.identityId) ?? null,
  }
}

/** Calls about the person's own sessions and identities. */
export function deviceRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/user/sessions',
    access: 'signedIn',
    tag,
    summary: '本人的登录设备',
    answer: z.array(device),
    handle: (_, request) => devicesOf(o, o.actorOn(request).personId, request.sessionToken ?? ''),
  })
  register(server, {
    method: 'DELETE',
    url: '/api/v1/user/sessions',
    access: 'signedIn',
    tag,
    summary: '退出本机以外的全部设备',
    answer: z.object({ ended: z.number().int() }),
    handle: async (_, request) => {
      const { personId, identityId } = o.actorOn(request)
      const family = await familyOf(o.db, request.sessionToken ?? '')
      const ended = await endSessions(o.db, personId, { except: family ?? null })
      server.forgetPerson(personId)
      await noteAccount(o.db, { identityId, personId, action: 'session.end' })
      return { ended }
    },
  })
  register(server, {
    method: 'DELETE',
    url: '/api/v1/user/sessions/:id',
    access: 'signedIn',
    tag,
    summary: '退出一台设备',
    params: z.object({ id: z.string().max(60) }),
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      const { personId, identityId } = o.actorOn(request)
      const ended = uuid.safeParse(id).success ? await endSessions(o.db, personId, { only: id }) : 0
      if (ended === 0) throw new AppError('missing')
      server.forgetPerson(personId)
      await noteAccount(o.db, { identityId, personId, action: 'session.end' })
      return true
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/user/identities',
    access: 'signedIn',
    tag,
    summary: '本人的身份，各有多少未读与待办',
    answer: z.array(identityCard),
    handle: async (_, request) => {
      const now = o.actorOn(request)
      const actors = await actorsOf(o.db, now.personId)
      const lenders = await lendersOf(o, actors)
      return Promise.all(actors.map((actor) => cardOf(o, actor, now, lenders)))
    },
  })
}
