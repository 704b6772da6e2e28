import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts } from '../log/log.ts'
import type { Log } from '../log/log.ts'

export type Lifecycle = Readonly<{
  /**
   * Registers what has to end before the process does. The last registered ends first, so register right
   * after starting: database, workers, HTTP. Each may take 15 s, then it is left behind.
   */
  onStop(name: string, fn: () => Promise<void> | void): void
  /** Answer of `/ready`: true from `setReady` until the first request to stop. */
  isReady(): boolean
  setReady(): void
  /** True from the first request to stop. */
  isStopping(): boolean
  /** Ends everything in order and leaves the process with `code`; a second call joins the first. */
  stop(reason: string, code?: number): Promise<void>
  /**
   * From now on SIGTERM, SIGINT and SIGHUP stop gracefully, however often they come, and an error nobody
   * handled stops with code 1.
   */
  listen(): void
}>

export type LifecycleOptions = Readonly<{
  log: Log
  /** Milliseconds between "not ready" and the first stop, for a proxy to notice. */
  drainMs?: number
  stepMs?: number
  exit?: (code: number) => void
}>

const STEP_MS = 15_000

/** The one place that decides when the process ends. */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { log, drainMs = 0, stepMs = STEP_MS, exit = (code) => process.exit(code) } = options
  const steps: { name: string; fn: () => Promise<void> | void }[] = []
  let ready = false
  let stopping: Promise<void> | undefined

  const endAll = async (reason: string, code: number) => {
    log.info('lifecycle.stopping', { reason })
    const wasReady = ready
    ready = false
    if (wasReady && drainMs > 0) await sleep(drainMs)
    // Taken one by one: a step registered while we stop (start-up still running) is ended, too.
    for (let step = steps.pop(); step; step = steps.pop()) await endOne(step.name, step.fn, stepMs, log)
    log.info('lifecycle.stopped', { reason, code })
    exit(code)
  }
  const stop = (reason: string, code = 0) => (stopping ??= endAll(reason, code))

  // A signal to the process group comes twice: from the sender, and from npm, which passes it on. Each step
  // has its own limit, so
  // that the end comes without being asked again; whoever cannot wait sends SIGKILL.
  const onSignal = (signal: NodeJS.Signals) => void stop(signal)
  const onCrash = (event: string) => (error: unknown) => {
    log.error(event, errorFacts(error))
    void stop(event, 1)
  }
  return {
    onStop: (name, fn) => void steps.push({ name, fn }),
    isReady: () => ready,
    setReady: () => void (ready = stopping === undefined),
    isStopping: () => stopping !== undefined,
    stop,
    listen: () => {
      // Whoever read the log is gone (its end of the pipe is closed). Without a listener each line would
      // raise an exception, which would be logged, and so on without end.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
      process.on('unhandledRejection', onCrash('process.unhandled-rejection'))
      process.on('uncaughtException', (error) => {
        if (isDatabaseEnding(error)) log.warn('database.connection-ended', errorFacts(error))
        else onCrash('process.uncaught-exception')(error)
      })
    },
  }
}

/**
 * Whether PostgreSQL says that it ends a connection: SQLSTATE 57P01 to 57P03. On a connection that nobody
 * asks anything at that moment node-postgres raises it as an exception; whoever asks next gets the failure,
 * so the process need not end.
 */
const isDatabaseEnding = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^57P0[1-3]$/.test(error.code)

async function endOne(name: string, fn: () => Promise<void> | void, stepMs: number, log: Log): Promise<void> {
  const timeout = new AbortController()
  try {
    const late = sleep(stepMs, 'late', { signal: timeout.signal }).catch(() => 'aborted')
    const outcome = await Promise.race([Promise.resolve().then(fn), late])
    if (outcome === 'late') log.warn('lifecycle.step-left', { step: name, stepMs })
  } catch (error) {
    log.error('lifecycle.step-failed', { step: name, ...errorFacts(error) })
  } finally {
    timeout.abort()
  }
}
