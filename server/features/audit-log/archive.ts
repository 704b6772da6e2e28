import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { keptFrom, type Part, type RemovedFacts, type RemovedPart } from './months.ts'
import { canonical, linkFits, type Head } from './seal.ts'

/** Folder of the archives, below DATA_DIR. */
export const archiveFolder = 'audit-archive'

/** Path of the archive file of a part. */
export const archivePath = (folder: string, part: string): string =>
  join(folder, archiveFolder, `audit-${part}.jsonl.zst`)

const batch = 5_000

/** A part cannot be put away: it is not as it was sealed. */
export class NotWhole extends Error {}

interface Link {
  readonly seq: number
  readonly audit_id: number
  readonly hash: string
  readonly sealed_at: number
}

interface PartRemoval {
  readonly db: Queryable
  readonly keys: Keys
  readonly folder: string
  readonly part: Part
  readonly removed: readonly RemovedPart[]
}

const within = (part: Part, at: Sql): Sql =>
  sql`${at} < ${part.until}::timestamptz ${part.since === null ? sql.empty : sql`and ${at} >= ${part.since}::timestamptz`}`

/** The links of a part in their order, with the rows they seal. */
async function* linksOf({
  db,
  part,
  removed,
}: PartRemoval): AsyncGenerator<readonly (Link & { row: string })[]> {
  const carriedIn = new Map(removed.at(-1)?.facts.carried)
  for (let last = keptFrom(removed).seq; ;) {
    const links = await db.query<Link>(sql`
      select s.seq, s.audit_id, encode(s.hash, 'hex') as hash,
        (extract(epoch from s.at) * 1000000)::bigint as sealed_at
      from audit_seal s
      where s.seq > ${last}::bigint and ${within(part, sql`s.at`)}
      order by s.seq
      limit ${batch}`)
    if (links.length === 0) return
    const rows = await db.query<{ id: number; row: string }>(sql`
      select a.id, ${canonical} as row
      from audit a
      where a.id = any(${links.map(({ audit_id: id }) => id)}::bigint[]) and ${within(part, sql`a.at`)}`)
    const byId = new Map(rows.map(({ id, row }) => [id, row]))
    yield links.map((link) => {
      const row = byId.get(link.audit_id) ?? carriedIn.get(link.audit_id)
      if (row === undefined) throw new NotWhole(`link ${link.seq} seals a row that is not there`)
      return { ...link, row }
    })
    last = links.at(-1)?.seq ?? last
  }
}

/** Rows of the part that were sealed after its end. They are looked for among the links that follow it. */
function carriedOut({ db, part }: PartRemoval, last: Head): Promise<{ id: number; row: string }[]> {
  return db.query(sql`
    select a.id, ${canonical} as row
    from audit_seal s
    join audit a on a.id = s.audit_id and ${within(part, sql`a.at`)}
    where s.seq > ${last.seq}::bigint and s.seq <= ${last.seq + 100_000}::bigint
      and s.at >= ${part.until}::timestamptz
    order by s.seq`)
}

/** Rows of the part, counted day by day: a part may hold years. */
async function rowsOf({ db, part }: PartRemoval): Promise<number> {
  const { first } = await db.one<{ first: string | null }>(
    sql`select min(a.at) as first from audit a where ${within(part, sql`a.at`)}`,
  )
  let rows = 0
  for (let from = first; from !== null;) {
    const day: { rows: number; next: string | null } = await db.one(sql`
      select count(*) as rows, (
          select min(n.at)
          from audit n
          where ${within(part, sql`n.at`)} and n.at >= ${from}::timestamptz + interval '1 day') as next
      from audit a
      where ${within(part, sql`a.at`)} and a.at >= ${from}::timestamptz
        and a.at < ${from}::timestamptz + interval '1 day'`)
    rows += day.rows
    from = day.next
  }
  return rows
}

/**
 * Writes the archive of a part and checks its chain meanwhile. Answers what is to be kept of the part; throws
 * `NotWhole` where a row was changed, is missing or was never sealed: then nothing may be removed.
 */
export async function putAway(putting: PartRemoval): Promise<RemovedFacts> {
  const { folder, part, keys, removed } = putting
  const before = keptFrom(removed)
  const carriedIn = new Set(removed.at(-1)?.facts.carried.map(([id]) => id))
  let last = before
  let own = 0
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: 1, ...part, before, columns: ['seq', 'auditId', 'sealedAt', 'hash', 'row'] })}\n`
    for await (const links of linksOf(putting)) {
      for (const link of links) {
        const sealed = { seq: link.seq, sealedAt: link.sealed_at, row: link.row }
        const fits = linkFits(keys, last.hash, sealed, link.hash)
        if (link.seq !== last.seq + 1 || !fits) throw new NotWhole(`link ${link.seq} does not fit`)
        last = link
        if (!carriedIn.has(link.audit_id)) own += 1
      }
      yield links
        .map((link) => `${JSON.stringify([link.seq, link.audit_id, link.sealed_at, link.hash, link.row])}\n`)
        .join('')
    }
  }
  await mkdir(join(folder, archiveFolder), { recursive: true, mode: 0o700 })
  const draft = `${archivePath(folder, part.part)}.part`
  const hash = createHash('sha256')
  await pipeline(
    Readable.from(lines()),
    createZstdCompress(),
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece)
        done(null, piece)
      },
    }),
    createWriteStream(draft, { mode: 0o600, flush: true }),
  )
  const carried = await carriedOut(putting, last)
  if ((await rowsOf(putting)) !== own + carried.length)
    throw new NotWhole('there are rows that were never sealed')
  await rename(draft, archivePath(folder, part.part))
  const handle = await open(join(folder, archiveFolder), 'r')
  await handle.sync().finally(() => handle.close())
  return {
    rows: last.seq - before.seq,
    before: { seq: before.seq, hash: before.hash },
    last: { seq: last.seq, hash: last.hash },
    carried: carried.map(({ id, row }) => [id, row]),
    archive: hash.digest('hex'),
  }
}

const line = z.tuple([z.int(), z.int(), z.int(), z.string(), z.string()])

/** Whether an archive is what was put away: whole, absent from this folder, or changed. */
export async function archiveState(
  folder: string,
  keys: Keys,
  { part, facts }: RemovedPart,
): Promise<'whole' | 'absent' | 'changed'> {
  const path = archivePath(folder, part)
  if (!(await stat(path).catch(() => null))) return 'absent'
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  if (hash.digest('hex') !== facts.archive) return 'changed'
  return (await chainFits(path, keys, facts)) ? 'whole' : 'changed'
}

/** Walks the chain of an archive. */
async function chainFits(path: string, keys: Keys, facts: RemovedFacts): Promise<boolean> {
  let last: Head = facts.before
  let isHead = true
  const text = createReadStream(path).pipe(createZstdDecompress())
  for await (const told of createInterface({ input: text, crlfDelay: Infinity })) {
    if (isHead) {
      isHead = false
      continue
    }
    const [seq, , sealedAt, hash, row] = line.parse(JSON.parse(told))
    if (seq !== last.seq + 1 || !linkFits(keys, last.hash, { seq, sealedAt, row }, hash)) return false
    last = { seq, hash }
  }
  return last.seq === facts.last.seq && last.hash === facts.last.hash
}
