import { PgBoss } from 'pg-boss'
import type { Job } from '../lifecycle/job.ts'
import { errorFacts, type Log } from '../log/log.ts'

/**
 * Work that must happen once, however many processes serve the portal, and go on after a process was killed:
 * it is kept in the database by pg-boss (docs/decisions/0039). What each process does for itself, such as
 * learning what another one changed, is a `startJob` of platform/lifecycle.
 */
export interface KeptJob {
  /** Names the queue; a new name is a new queue. */
  readonly name: string
  /** What the administrator reads, in Chinese. */
  readonly label: string
  /** Seconds between the end of one run and the beginning of the next. */
  readonly every: number
  /**
   * One run; resolves to whether there is more to do, which is then done at once. Long runs look at the
   * signal between their steps. What it throws is logged, and the next run comes after the usual pause.
   */
  readonly run: (stopping: AbortSignal) => Promise<boolean>
}

export interface QueueOptions {
  /** Address of the database, as the application's role. The queue has two connections of its own. */
  readonly url: string
  readonly log: Log
  readonly jobs: readonly KeptJob[]
  /** How often each process looks for a run that is due; at least half a second. */
  readonly lookSeconds?: number
}

/** Schema of the queue's tables, made by migration 0033 from the plans of this version of pg-boss. */
export const queueSchema = 'job_queue'

/**
 * Seconds without a sign of life after which a run is taken for dead, and between two looks for such runs.
 * With `lookSeconds` they bound how long nothing runs after a process was killed within a run: 30 seconds. A
 * process gives the sign every ten seconds, so that one which is held up for a moment is not taken for dead.
 */
const [silence, supervision] = [20, 5]
/** Upper limit of one run in seconds; a run that lives shows it and is not begun beside itself before. */
const longest = 12 * 3600

/** Starts to work off the queue: one run of each job at a time over all processes. */
export function startQueue({ url, log, jobs, lookSeconds = 5 }: QueueOptions): Job {
  const stopping = new AbortController()
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'xingtan-jobs',
    max: 2,
    schema: queueSchema,
    // The application's role owns no tables: migrations make and change them.
    createSchema: false,
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
  })
  boss.on('error', (error) => log.warn('jobs.queue', errorFacts(error)))
  const runOnce = async ({ name, every, run }: KeptJob) => {
    try {
      while (!stopping.signal.aborted && (await run(stopping.signal))) continue
    } catch (error) {
      log.error(`${name}.failed`, errorFacts(error))
    } finally {
      // Within the run, so that a process killed a moment later leaves the next one waiting.
      await boss.send(name, null, { startAfter: every })
    }
  }
  const begin = async (job: KeptJob) => {
    const settings = {
      expireInSeconds: longest,
      heartbeatSeconds: silence,
      retryLimit: 1000,
      deleteAfterSeconds: 3600,
    }
    // At most one run waits and one is under way. A queue that an earlier version made has its settings.
    await boss.createQueue(job.name, { policy: 'stately', ...settings })
    await boss.updateQueue(job.name, settings)
    // Refused where a run waits since an earlier start: that one comes at its own time.
    await boss.send(job.name, null)
    await boss.work(job.name, { pollingIntervalSeconds: Math.min(lookSeconds, job.every) }, () =>
      runOnce(job),
    )
  }
  const started = (async () => {
    await boss.start()
    for (const job of jobs) if (!stopping.signal.aborted) await begin(job)
  })().catch((error: unknown) => log.error('jobs.queue.start', errorFacts(error)))
  return {
    async stop() {
      stopping.abort()
      await started
      await boss.stop({ graceful: true, timeout: 20_000, close: true })
    },
  }
}
