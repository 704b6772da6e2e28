import type { Database } from '../../platform/db/database.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { endOverdue } from './store.ts'

export { deputyRoutes } from './routes.ts'

/** Takes back what was lent until yesterday; sessions refuse it from midnight on by themselves. */
export function startEndingDeputies(db: Database, log: Log): Job {
  const end = async () => {
    await endOverdue(db)
    return false
  }
  return startJob(end, { failed: 'deputies.failed', log, firstMs: 3_000, pauseMs: 60_000 })
}
