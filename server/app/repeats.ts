import type { FastifyRequest } from 'fastify'
import { claimKey, releaseKey, repeatable, type Repeatable } from '../engine/records/index.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/database.ts'
import { keyOf } from '../platform/http/call.ts'
import type { Server } from '../platform/http/server.ts'

/**
 * True if the hook below claims the request's key: a POST of a signed-in person to a call that keeps no keys.
 */
const isClaimed = ({ method, routeOptions: { config } }: FastifyRequest) =>
  method === 'POST' && config.remembersKeys !== true

/**
 * Lets a POST with an Idempotency-Key happen once, whatever call it is. A second request with the key is
 * refused: 409, or 422 where something else was sent. A refused request gives its key back, so that it can be
 * mended and sent again.
 */
export function addRepeats(server: Server, db: Database, keys: Keys): void {
  const claims = new WeakMap<FastifyRequest, Repeatable>()
  server.addHook('preValidation', async (request) => {
    const { actor } = request
    if (actor === null || !isClaimed(request)) return
    const claim = repeatable(keys, keyOf(request), `POST ${request.url}`, request.body ?? null)
    if (claim === null) return
    await claimKey(db, actor, claim)
    claims.set(request, claim)
  })
  server.addHook('onSend', async (request, reply) => {
    const claim = claims.get(request)
    if (claim && request.actor && reply.statusCode >= 400) await releaseKey(db, request.actor, claim)
  })
}
