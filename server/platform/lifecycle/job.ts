import { errorFacts, type Log } from '../log/log.ts'

/** Work that repeats beside the requests. */
export interface Job {
  /** Starts no further run and signals the current one; resolves when that one has ended. */
  stop(): Promise<void>
}

export interface JobOptions {
  /** Event logged when a run fails; the next run comes after the usual pause. */
  readonly failed: string
  readonly log: Log
  /** Milliseconds before the first run. */
  readonly firstMs?: number
  /** Milliseconds between runs. */
  readonly pauseMs: number
  /** Milliseconds before the next run when one says there is more to do. */
  readonly busyMs?: number
}

/**
 * Runs `run` again and again, one at a time, until stopped. It resolves to whether there is more to do; what
 * it throws is logged. Long runs look at the signal between their steps.
 */
export function startJob(
  run: (stopping: AbortSignal) => Promise<boolean>,
  { failed, log, firstMs = 0, pauseMs, busyMs = 0 }: JobOptions,
): Job {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const turn = async () => {
    let more = false
    try {
      more = await run(stopping.signal)
    } catch (error) {
      log.error(failed, errorFacts(error))
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, more ? busyMs : pauseMs)
  }
  const begin = () => void (running = turn())
  let timer = setTimeout(begin, firstMs)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
