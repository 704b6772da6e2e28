import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { tokenPrefix, tokenScopes } from '../../../catalogue/contract/administration/api-tokens.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { usable } from '../../engine/access/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Access } from '../../platform/http/call.ts'
import { networks } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that makes the call, once it is known to be one. */
    apiToken: number | null
  }
}

interface Row {
  readonly id: number
  readonly name: string
  readonly scopes: string[]
  readonly networks: string[]
  readonly per_minute: number
  readonly by_identity: number
  readonly person_id: number
  readonly place_id: number
  readonly place: string
  readonly level: string
  readonly live: boolean
}

const roleOfLevel: Readonly<Record<string, Role>> = { province: 6, city: 5, district: 4 }

/**
 * The secret of an API token in a request; null for none. A token in the address is none: addresses are kept
 * in logs.
 */
export function secretIn({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | null {
  const secret = /^Bearer (\S{1,100})$/i.exec(authorization ?? '')?.[1]
  return secret?.startsWith(tokenPrefix) ? secret : null
}

/**
 * A token reads as an office of its institution would, and less: `viewedBy` masks every sealed and masked
 * value, as for an administrator who looks on, and puts the issuer's name into the audit. There is no account
 * that could sign in.
 */
const actorOf = (row: Row): Actor => ({
  identityId: row.by_identity,
  personId: row.person_id,
  role: roleOfLevel[row.level] ?? 3,
  name: row.name,
  institutionId: row.place_id,
  institution: row.place,
  teacherId: null,
  viewedBy: row.by_identity,
  apiToken: row.id,
  readsOnly: true,
})

const find = (db: Database, secret: string): Promise<Row | undefined> =>
  db.maybeOne<Row>(sql`
    select t.id, t.name, t.scopes, t.networks, t.per_minute, t.by_identity, a.person_id, t.place_id, i.name as place,
      i.level, t.revoked_at is null and t.expires_at > now() and i.closed_on is null and ${usable} as live
    from api_token t
    join identity a on a.id = t.by_identity
    join institution i on i.id = t.place_id
    where t.token_hash = ${sha256(secret)}`)

/** Counts the call within its minute, for all processes together; 429 beyond the limit of the token. */
async function countCall(db: Database, { id, per_minute: most }: Row): Promise<void> {
  const { calls } = await db.one<{ calls: number }>(sql`
    insert into api_minute as m (token_id, minute)
    values (${id}, date_trunc('minute', now()))
    on conflict (token_id, minute) do update set calls = m.calls + 1
    returning m.calls`)
  if (calls > most) throw new AppError('tooOften', { message: `该令牌每分钟至多 ${most} 次，请稍后再试` })
}

function requireScope(row: Row, { method, routeOptions: { config } }: FastifyRequest): void {
  if (method !== 'GET' && method !== 'HEAD' && config.tokenWrites !== true)
    throw new AppError('forbidden', { message: '访问令牌只能读取，不能办理' })
  const scope = Object.keys(tokenScopes).find((name) => name === config.tokenScope)
  if (scope === undefined) throw new AppError('forbidden', { message: '该接口不接受访问令牌' })
  if (!row.scopes.includes(scope))
    throw new AppError('forbidden', { message: '该令牌没有读取这些内容的权限' })
}

/** Decides about a call that brings a token. Answers its actor; null where the call is for visitors, too. */
export type Admit = (request: FastifyRequest, secret: string, access: Access) => Promise<Actor | null>

export const admitBy =
  (db: Database): Admit =>
  async (request, secret, access) => {
    const row = await find(db, secret)
    if (!row) throw new AppError('sessionDead', { message: '访问令牌不对、已过期或已撤销' })
    request.apiToken = row.id
    if (!row.live) throw new AppError('sessionDead', { message: '访问令牌不对、已过期或已撤销' })
    if (row.networks.length > 0 && !networks(row.networks)(request.ip))
      throw new AppError('forbidden', { message: '该令牌不能从该地址使用' })
    await countCall(db, row)
    requireScope(row, request)
    if (access === 'anyone') return null
    const actor = actorOf(row)
    if (typeof access !== 'string' && !access.includes(actor.role)) throw new AppError('forbidden')
    return actor
  }

/** Keeps a line of every call by token that got as far as being counted, with what it was answered. */
export function logCalls(server: Server, db: Database): void {
  server.addHook('onResponse', async (request, reply) => {
    // What is beyond the limit is counted by the minute; a line for each would be a flood of its own.
    if (request.apiToken === null || reply.statusCode === 429) return
    await db.execute(sql`
      insert into api_call (token_id, call, status, lines, ms, address)
      values (${request.apiToken}, ${`${request.method} ${request.routeOptions.url ?? ''}`}, ${reply.statusCode},
        ${request.answeredLines}, ${Math.round(reply.elapsedTime)}, ${request.ip})`)
  })
}
