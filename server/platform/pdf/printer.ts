import { Piscina } from 'piscina'
import type { Printed } from './print-worker.ts'
import type { Sheet } from './sheet.ts'

/** Prints sheets beside the requests. */
export interface Printer {
  print(sheet: Sheet): Promise<Printed>
  close(): Promise<void>
}

/** Sheets printed at the same time; each thread holds two fonts of 15 MB. */
const threads = 2
/** Milliseconds and megabytes that one sheet may take; a long archive takes two seconds. */
const longestMs = 60_000
const heapMb = 512

/** Threads that start with the first sheet and end when none came for a while. */
export function openPrinter(): Printer {
  const pool = new Piscina<Sheet, Printed>({
    filename: new URL('./print-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  return {
    print: (sheet) => pool.run(sheet, { signal: AbortSignal.timeout(longestMs) }),
    close: () => pool.destroy(),
  }
}
