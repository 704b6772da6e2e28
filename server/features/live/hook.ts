import { hookAsked, hookSecret } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sameSecret } from '../../platform/crypto/keys.ts'
import { parsed } from '../../platform/http/body.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ServerCall } from '../../platform/live-servers/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RoomNeeds } from './room.ts'
import { isKey, isTicket, isTrial, isTrialKey } from './ticket.ts'

/** The address that a live server calls. */
export const hookPath = '/live-hook'

/**
 * The calls of the live server, which carry LIVE_SECRET: whether somebody may send or play, and that a
 * recording is finished. Its answer is the server's own form. Whether a stream is on is asked for otherwise.
 */
export function hookRoute(server: Server, needs: RoomNeeds): void {
  const { liveProvider, config } = needs
  server.post<{ Params: { provider: string } }>(
    `${hookPath}/:provider`,
    // One address of a server speaks for every viewer.
    {
      config: { access: 'public', ...fewer(6_000, 60_000) },
      bodyLimit: 2 * 1024 * 1024,
      schema: { hide: true },
    },
    async (request, reply) => {
      const { provider } = parsed(hookAsked, request.params)
      const { secret } = parsed(hookSecret, request.query)
      if (liveProvider?.name !== provider || !isSecret(secret, config.live?.secret ?? ''))
        throw new AppError('missing')
      const call = liveProvider.read(request.body)
      if (call === null) throw new AppError('malformed')
      const agreed = await isAgreed(needs, call)
      if (agreed) liveProvider.carryOut?.(request.body)
      const { status, body } = liveProvider.verdict(agreed)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    },
  )
}

const isSecret = (given: string, secret: string): boolean =>
  secret !== '' && sameSecret(Buffer.from(given), Buffer.from(secret))

async function isAgreed(needs: RoomNeeds, call: ServerCall): Promise<boolean> {
  if (call.kind === 'publish') return maySend(needs, call)
  if (call.kind === 'play') return isTicket(needs.keys, call.path, call.ticket, Date.now())
  if (call.kind === 'recorded') await hearOfRecord(needs, call)
  return call.kind !== 'other'
}

/** Files that one room is told of at most; a server that restarts again and again makes many. */
const mostTold = 500

/** A server without a list tells its files one by one, some of them twice. They are looked at with the next run. */
async function hearOfRecord(
  { db }: RoomNeeds,
  { path, file }: { readonly path: string; readonly file: string },
): Promise<void> {
  await db.execute(sql`
    update live_room
    set looked_at = null, told = case when ${file} = any(told) or cardinality(told) >= ${mostTold}::int then told
      else told || ${file}::text end
    where path = ${path}`)
}

/** Somebody may send with the key that holds now, until the broadcast was ended. */
async function maySend(
  { db, keys }: RoomNeeds,
  { path, key }: { path: string; key: string },
): Promise<boolean> {
  if (isTrial(path, Date.now())) return isTrialKey(keys, path, key)
  const room = await db.maybeOne<{ hash: Buffer }>(sql`
    select r.key_hash as hash
    from live_room r
      join content_signal s on s.content_id = r.live_id
      join content c on c.id = r.live_id
    where r.path = ${path} and s.ended_at is null and c.publish_at <= now() and coalesce(c.take_down_at > now(), true)`)
  return room !== undefined && room !== null && isKey(keys, key, room.hash)
}
