import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { judgeBundle, type Finding, type PartFacts } from '../../../../catalogue/bundles/judge.ts'
import { bundleParts, fineLessons } from '../../../../catalogue/bundles/rules.ts'
import { readFilm } from '../../../platform/recordings/mp4.ts'
import { storedSource } from '../../../platform/recordings/stored-source.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import type { PaperFacts } from './paper-worker.ts'

interface PartFile {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly content: string
  readonly storage_key: string
}

/** Milliseconds and megabytes that one document may take, as when it was uploaded. */
const [longestMs, heapMb] = [10_000, 512]
/** Files whose facts are kept: they never change. */
const mostKnown = 500

/** Worker threads that start with the first document and end when none came for a while. */
function openReader() {
  const line = pLimit(1)
  let pool: Piscina<Uint8Array, PaperFacts> | undefined
  return (content: Buffer): Promise<PaperFacts> =>
    line(async () => {
      pool ??= new Piscina({
        filename: new URL('./paper-worker.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 30_000,
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
      })
      return pool
        .run(content, { signal: AbortSignal.timeout(longestMs) })
        .catch((): PaperFacts => ({ isDamaged: true }))
    })
}

const isPaper = (mime: string): boolean =>
  mime.endsWith('.wordprocessingml.document') || mime.endsWith('.presentationml.presentation')

/**
 * Looks into the files of a bundle and says what is found in each part. Resources are the only type of content
 * whose files are looked into.
 * @returns a function of a resource's value; `by` leaves out files that another identity uploaded
 */
export function bundleExaminer(store: FileStore) {
  const read = openReader()
  const known = new Map<string, Promise<PartFacts>>()
  const factsOf = async (file: PartFile): Promise<PartFacts> => {
    const { name, mime, bytes, content, storage_key: key } = file
    const about = { name, bytes, content }
    if (mime === 'video/mp4') {
      const film = await readFilm(storedSource(store, { key, bytes }))
      return { ...about, film: film?.facts ?? null }
    }
    return isPaper(mime) ? { ...about, ...(await read(await store.readWhole(key))) } : about
  }
  const remembered = (file: PartFile): Promise<PartFacts> => {
    const before = known.get(file.id)
    if (before) return before
    const facts = factsOf(file)
    known.set(file.id, facts)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    facts.catch(() => known.delete(file.id))
    return facts
  }
  return async (
    db: Queryable,
    value: Readonly<Record<string, unknown>>,
    by: number | null,
  ): Promise<Finding[]> => {
    const held = bundleParts.flatMap((part) => {
      const id = value[part]
      return typeof id === 'string' ? [{ part, id }] : []
    })
    if (held.length === 0) return []
    const files = await db.query<PartFile>(sql`
      select id, name, mime, bytes, encode(sha256, 'hex') as content, storage_key
      from file
      where id = any(${held.map(({ id }) => id)}::uuid[]) and (${by}::int is null or by_identity = ${by}::int)`)
    const facts = await Promise.all(
      held.flatMap(({ part, id }) => {
        const file = files.find((one) => one.id === id)
        return file ? [remembered(file).then((one) => [part, one] as const)] : []
      }),
    )
    const stage = typeof value['schoolStage'] === 'string' ? value['schoolStage'] : null
    return judgeBundle(fineLessons, Object.fromEntries(facts), stage)
  }
}
