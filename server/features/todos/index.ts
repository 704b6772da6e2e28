import type { FastifyRequest } from 'fastify'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { TodoSource } from '../../engine/waiting/index.ts'
import { escalationJob } from './escalate.ts'
import { feedRoutes, type FeedNeeds } from './feed.ts'
import { handRoutes } from './hand-routes.ts'
import { todoRoutes } from './routes.ts'

export { workOf } from './work-of.ts'

interface Needs
  extends Pick<Ground, 'db' | 'engine' | 'notify' | 'actorOn'>, Pick<FeedNeeds, 'appointmentsOf'> {
  /** Every kind of open work, each declared by the room that owns it. */
  readonly todoSources: readonly TodoSource[]
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
}

/** One list of everything that waits for somebody (docs/decisions/0071). */
export const todos: Feature<Needs> = {
  name: 'todos',
  routes: (server, { actorOn, ...needs }) => {
    todoRoutes(server, needs, actorOn)
    handRoutes(server, needs, actorOn)
    feedRoutes(server, needs, actorOn)
  },
  jobs: (needs) => [escalationJob(needs)],
}
