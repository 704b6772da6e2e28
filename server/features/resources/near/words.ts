import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { fileTypes, type FileMime } from '../../../../catalogue/kinds/file-types.ts'
import type { SourceFile } from '../../../platform/documents/index.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'

/** A file by what its letters are read from. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly key: string
}

/** Milliseconds and megabytes that one document may take; larger ones are compared by their bytes alone. */
const [longestMs, heapMb, mostBytes] = [10_000, 512, 50_000_000]
/** Files whose letters are kept: they never change. */
const mostKnown = 200

const readable = (mime: string): mime is FileMime =>
  Object.hasOwn(fileTypes, mime) &&
  (mime === 'application/pdf' ||
    mime === 'text/plain' ||
    mime.startsWith('application/vnd.openxmlformats-officedocument.'))

/**
 * Reads the first letters of documents, one after the other, in a thread that ends when none came for a while.
 * @returns a function of a file: its letters, empty for one without any, null for one that cannot be read
 */
export function documentWords(store: FileStore) {
  const line = pLimit(1)
  let pool: Piscina<SourceFile, string | null> | undefined
  const known = new Map<string, Promise<string | null>>()
  const read = ({ name, mime, key }: StoredFile & { readonly mime: FileMime }) =>
    line(async () => {
      pool ??= new Piscina({
        filename: new URL('./words-worker.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 30_000,
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
      })
      const content = await store.readWhole(key)
      return pool
        .run({ name, mime, content }, { signal: AbortSignal.timeout(longestMs) })
        .catch((): null => null)
    })
  return (file: StoredFile): Promise<string | null> => {
    const { id, mime, bytes } = file
    if (!readable(mime)) return Promise.resolve('')
    if (bytes > mostBytes) return Promise.resolve(null)
    const before = known.get(id)
    if (before) return before
    const words = read({ ...file, mime })
    known.set(id, words)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    words.catch(() => known.delete(id))
    return words
  }
}
export type DocumentWords = ReturnType<typeof documentWords>
