import { Piscina } from 'piscina'
import type { ColumnSheet } from './columns/column-sheet.ts'
import type { PlacedSheet } from './columns/placed-sheet.ts'
import type { PrintedSheet } from './print-worker.ts'
import type { Sheet } from './sheet.ts'

/** Prints sheets beside the requests. */
export interface Printer {
  print(sheet: Sheet): Promise<PrintedSheet>
  /** Prints blocks in columns, with formulas. */
  printColumns(sheet: ColumnSheet): Promise<PrintedSheet>
  /** Prints marks that have their places. */
  printPlaced(sheet: PlacedSheet): Promise<PrintedSheet>
  /** Ends the threads; the next sheet starts new ones. */
  rest(): Promise<void>
}

/**
 * Sheets printed at the same time; each thread holds two fonts of 15 MB, and files of HanaMin (1 MB) where a
 * letter needs them.
 */
const threads = 2
/** Milliseconds and megabytes that one sheet may take; a long archive takes two seconds. */
const longestMs = 60_000
const heapMb = 512

const open = () =>
  new Piscina<Sheet | ColumnSheet | PlacedSheet, PrintedSheet>({
    filename: new URL('./print-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })

/** Threads that start with the first sheet and end when none came for a while. */
export function openPrinter(): Printer {
  let pool: ReturnType<typeof open> | undefined
  return {
    print(sheet) {
      pool ??= open()
      return pool.run(sheet, { signal: AbortSignal.timeout(longestMs) })
    },
    printColumns(sheet) {
      pool ??= open()
      return pool.run(sheet, { name: 'columns', signal: AbortSignal.timeout(longestMs) })
    },
    printPlaced(sheet) {
      pool ??= open()
      return pool.run(sheet, { name: 'placed', signal: AbortSignal.timeout(longestMs) })
    },
    async rest() {
      const ended = pool
      pool = undefined
      await ended?.destroy()
    },
  }
}
