import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { AppError } from '../../../../catalogue/errors.ts'
import type { FileMime } from '../../../../catalogue/kinds/file-types.ts'
import type { Verdict } from './gate-worker.ts'
import { refusals } from './refusals.ts'

/** Looks into uploads beside the requests: nobody waits for somebody else's file. */
export interface Gate {
  /** What a file is. Throws a refusal, or `unavailable` when too many wait. */
  judge(content: Buffer): Promise<FileMime>
  close(): Promise<void>
}

/** Files judged at the same time, and most that wait (at most 10 MB each). */
const threads = 2
const waiting = 40
/** Milliseconds and megabytes that one file may take; a clerk's largest takes a second. */
const longestMs = 10_000
const heapMb = 512

/** Worker threads that start with the first upload and end when none came for a while. */
export function openGate(): Gate {
  const pool = new Piscina<Uint8Array, Verdict>({
    filename: new URL('./gate-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    // Without the portal's environment: the keys are in it.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // The time of a file begins when a thread is free for it.
  const line = pLimit(threads)
  const judgeNow = async (content: Buffer): Promise<Verdict> => {
    try {
      return await pool.run(content, { signal: AbortSignal.timeout(longestMs) })
    } catch {
      // Its time or its memory was up; the thread ended with it.
      return { refused: refusals.tooHard().message }
    }
  }
  return {
    async judge(content) {
      if (line.pendingCount >= waiting)
        throw new AppError('unavailable', { message: '正在检查的文件太多，请稍后再传' })
      const verdict = await line(judgeNow, content)
      if ('refused' in verdict) throw new AppError('fileType', { message: verdict.refused })
      return verdict.mime
    },
    close: () => pool.destroy(),
  }
}
