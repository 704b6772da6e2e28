import type { Feature, Ground } from '../../engine/feature.ts'
import type { Database } from '../../platform/db/database.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { deputyRoutes } from './routes.ts'
import { endOverdue } from './store.ts'

export const deputies: Feature<Pick<Ground, 'db' | 'tell' | 'actorOn'>> = {
  name: 'deputies',
  routes: (server, { db, tell, actorOn }) => deputyRoutes(server, { db, tell }, actorOn),
  jobs: ({ db }) => [takingBack(db)],
}

/** Takes back what was lent until yesterday; sessions refuse it from midnight on by themselves. */
const takingBack = (db: Database): KeptJob => ({
  name: 'deputies',
  label: '代办到期',
  every: 60,
  run: async () => {
    await endOverdue(db)
    return false
  },
})
