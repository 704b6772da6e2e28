/**
 * A sheet as it is drawn: the texts of its cells, which of them are one, and how wide its columns are in
 * pixels (0: not said).
 */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly merges: readonly {
    readonly row: number
    readonly column: number
    readonly rows: number
    readonly columns: number
  }[]
  readonly widths: readonly number[]
  /** Rows there are, also those that were not read. */
  readonly total: number
  /** Whether there are columns that were not read. */
  readonly wider: boolean
}

/** Milliseconds a workbook may take. */
const most = 20_000

/** Reads a workbook beside the page; whatever the file makes of its reader ends with the worker. */
export async function sheetsOf(file: ArrayBuffer): Promise<Sheet[]> {
  const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Sheet[]>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('too slow')), most)
      worker.addEventListener('message', ({ data }: MessageEvent<Sheet[]>) => {
        clearTimeout(timer)
        resolve(data)
      })
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        clearTimeout(timer)
        reject(new Error('unreadable'))
      })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
