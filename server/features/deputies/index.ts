import type { Database } from '../../platform/db/database.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { endOverdue } from './store.ts'

export { deputyRoutes } from './routes.ts'

/** Takes back what was lent until yesterday; sessions refuse it from midnight on by themselves. */
export const deputiesJob = (db: Database): KeptJob => ({
  name: 'deputies',
  every: 60,
  run: async () => {
    await endOverdue(db)
    return false
  },
})
