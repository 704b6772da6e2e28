import type { FastifyRequest } from 'fastify'
import { oldestAnswer, type Replicas } from '../platform/db/replicas.ts'
import { cookieOf, setCookie } from '../platform/http/cookies.ts'
import type { Server } from '../platform/http/server.ts'
import type { Watch } from '../platform/metrics/metrics.ts'
import { carriesBinding } from '../platform/session/browser.ts'

/** Tells every process that this browser has just written. */
const wrote = 'xt_wrote'
/** A second more than what a replica answers may be old. */
const remembered = oldestAnswer + 1_000
const mostWriters = 20_000

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Lets calls that say `mayLag` read from replicas, except for whoever has just written: the browser carries a
 * cookie of three seconds to whichever process it asks next, and this process remembers the person, who may
 * have two browsers. Who holds a session without a cookie is always answered by the primary; tokens of
 * programs cannot write.
 */
export function addReplicaReads(server: Server, replicas: Replicas): void {
  const writers = new Map<number, number>()
  const hasWritten = (request: FastifyRequest): boolean => {
    if (cookieOf(request, wrote) !== undefined) return true
    const at = request.actor && writers.get(request.actor.personId)
    return at != null && performance.now() - at < remembered
  }
  const isMarkable = (request: FastifyRequest): boolean =>
    request.sessionToken === null || carriesBinding(request)
  server.addHook('preHandler', (request, _reply, done) => {
    const { mayLag } = request.routeOptions.config
    if (mayLag && isRead(request) && isMarkable(request) && !hasWritten(request)) replicas.reading(done)
    else done()
  })
  server.addHook('onSend', async (request, reply) => {
    if (isRead(request)) return
    if (writers.size > mostWriters) writers.clear()
    if (request.actor) writers.set(request.actor.personId, performance.now())
    setCookie(request, reply, { name: wrote, value: '1', path: '/', days: remembered / 86_400_000 })
  })
}

/** How far each replica is behind. */
export const replicaAges = (replicas: Replicas): Watch => ({
  gauges: {
    xingtan_replica_age_seconds: {
      help: 'Seconds that a read replica is behind at most; -1 while it is left out.',
      labels: ['replica'],
    },
  },
  read: async () =>
    replicas.ages().map(({ name, ms }) => ({
      gauge: 'xingtan_replica_age_seconds',
      labels: { replica: name },
      value: ms === null || ms > oldestAnswer ? -1 : ms / 1000,
    })),
})
