import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { AppError } from '../../../catalogue/errors.ts'
import { refusalSentences } from '../../platform/documents/index.ts'
import type { WorkerTask, WorkerAnswer } from './worker.ts'

/** Looks through files beside the requests: nobody waits for somebody else's file. */
export interface Inspector {
  /** Throws `unavailable` when too many wait. A file that takes too much is refused in words. */
  look(given: WorkerTask): Promise<WorkerAnswer>
  /** Ends the threads; the next file starts new ones. */
  rest(): Promise<void>
}

export interface InspectorLimits {
  /** Milliseconds that one file may take; the largest that uploads take needs some seconds. */
  readonly longestMs: number
  readonly heapMb: number
  /** Files looked through at the same time, and most that wait (at most 10 MB each). */
  readonly threads: number
  readonly waiting: number
}

const usual: InspectorLimits = { longestMs: 20_000, heapMb: 512, threads: 2, waiting: 40 }

/** Whether a thread ended because its time or its memory was up. */
const tookTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))

/** Worker threads that start with the first file and end when none came for a while. */
export function openInspector(limits: Partial<InspectorLimits> = {}): Inspector {
  const { longestMs, heapMb, threads, waiting } = { ...usual, ...limits }
  const open = () => {
    const opened = new Piscina<WorkerTask, WorkerAnswer>({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      // Without the portal's environment: the keys are in it.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // A thread that ends between two files ends no process; the file that waits for it is told in time.
    opened.on('error', () => undefined)
    return opened
  }
  let pool: ReturnType<typeof open> | undefined
  // The time of a file begins when a thread is free for it.
  const line = pLimit(threads)
  const lookNow = async (given: WorkerTask): Promise<WorkerAnswer> => {
    pool ??= open()
    try {
      return await pool.run(given, { signal: AbortSignal.timeout(longestMs) })
    } catch (error) {
      if (tookTooMuch(error)) return { refused: refusalSentences.tooHard }
      throw new AppError('unavailable', { message: '检查中断了，请再检查一次' })
    }
  }
  return {
    async look(given) {
      if (line.pendingCount >= waiting)
        throw new AppError('unavailable', { message: '正在检查的文件太多，请稍后再检查' })
      return line(lookNow, given)
    },
    async rest() {
      const ended = pool
      pool = undefined
      await ended?.destroy()
    },
  }
}
