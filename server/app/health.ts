import type { Database } from '../platform/db/database.ts'
import type { Server } from '../platform/http/server.ts'
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts'

/** /health: the process lives. /ready: it may be sent work, because it has started, is not stopping, and the database answers. */
export function healthRoutes(server: Server, db: Database, lifecycle: Pick<Lifecycle, 'isReady'>): void {
  const config = { access: 'public', rateLimit: false } as const
  server.get('/health', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))
  server.get('/ready', { config, schema: { hide: true } }, async (_, reply) => {
    const answers = lifecycle.isReady() && (await db.ping().then(() => true, () => false))
    return reply.code(answers ? 200 : 503).send({ status: answers ? 'ready' : 'not ready' })
  })
}
