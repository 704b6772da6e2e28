import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { archiveState } from './archive.ts'
import { keptHeads } from './head-file.ts'
import { keptFrom, removedParts, type RemovedPart } from './months.ts'
import { canonical, hashAt, lastLink, lateSeconds, linkFits, settledId, type Head } from './seal.ts'

/** A fault of the chain; at most `mostFaults` are reported. */
export type Fault =
  | { readonly kind: 'changed'; readonly seq: number; readonly auditId: number }
  | { readonly kind: 'deleted'; readonly seq: number; readonly auditId: number }
  | { readonly kind: 'gap'; readonly seq: number; readonly next: number }
  | { readonly kind: 'inserted'; readonly auditId: number }
  | { readonly kind: 'cut'; readonly seq: number; readonly file: string }
  | { readonly kind: 'forged'; readonly part: string }
  | { readonly kind: 'archive'; readonly part: string }

export interface Verdict {
  /** Links looked at. */
  readonly rows: number
  readonly faults: readonly Fault[]
  /** False when the time was up before the end was reached. */
  readonly complete: boolean
  readonly head: Head | null
  /** Rows that wait to be sealed; a moment's worth is normal. */
  readonly pending: number
  /** Whether a head outside the database was there to compare with. */
  readonly outside: boolean
  /**
   * Archives of parts that were removed: how many are what was put away, and those that do not lie in this
   * folder.
   */
  readonly archives: { readonly whole: number; readonly absent: readonly string[] }
}

export interface Verification {
  readonly db: Queryable
  readonly keys: Keys
  /** Folder of the heads kept outside the database. */
  readonly folder: string
  /** First link to look at; what comes before is believed. */
  readonly from?: number
  /** Milliseconds since 1970 at which to stop. */
  readonly until?: number
  /** As `lateSeconds`; shorter in tests. */
  readonly settledSeconds?: number
}

const mostFaults = 50
const batch = 5_000

interface Link {
  readonly seq: number
  readonly audit_id: number
  readonly hash: string
  readonly sealed_at: number
  readonly row: string | null
}

/**
 * Walks the chain in batches and compares it with the rows, with the heads outside and with what was never
 * sealed. Finds rows that were edited, deleted, exchanged or put in, links taken out, and a tail cut off.
 */
export async function verifyAudit(o: Verification): Promise<Verdict> {
  const { removed, forged } = await removedParts(o.db, o.keys)
  const faults: Fault[] = forged.map((part) => ({ kind: 'forged', part }))
  const { rows, complete, firstRow } = await walk(o, removed, faults)
  const settled = await settledId(o.db, o.settledSeconds ?? lateSeconds)
  faults.push(...(await insertedRows(o.db, o.from === undefined ? 0 : firstRow, settled)))
  const heads = await keptHeads(o.folder)
  for (const { name, head } of heads) {
    if ((await hashAt(o.db, head.seq)) !== head.hash) faults.push({ kind: 'cut', seq: head.seq, file: name })
  }
  const archives = o.from === undefined ? await archivesOf(o, removed, faults) : { whole: 0, absent: [] }
  return {
    rows,
    faults: faults.slice(0, mostFaults),
    complete,
    head: await lastLink(o.db),
    pending: await pendingRows(o.db, settled),
    outside: heads.length > 0,
    archives,
  }
}

/**
 * Walks the links that are kept, from the first that is asked for; what does not fit is added to `faults`.
 */
async function walk(o: Verification, removed: readonly RemovedPart[], faults: Fault[]) {
  const kept = keptFrom(removed)
  const from = Math.max(o.from ?? 1, kept.seq + 1)
  const carried = new Map(removed.at(-1)?.facts.carried)
  const behind = from - 1 === kept.seq ? kept.hash : ((await hashAt(o.db, from - 1)) ?? '')
  let last: Head = { seq: from - 1, hash: behind }
  let firstRow = Number.MAX_SAFE_INTEGER
  let rows = 0
  const timeUp = () => o.until !== undefined && Date.now() > o.until
  let complete = false
  while (!complete && !timeUp() && faults.length < mostFaults) {
    const links = await linksAfter(o.db, last.seq, carried)
    for (const link of links) {
      const fault = faultOf(o.keys, last, link)
      if (fault) faults.push(fault)
      last = link
      firstRow = Math.min(firstRow, link.audit_id)
    }
    rows += links.length
    complete = links.length < batch
  }
  return { rows, complete, firstRow }
}

/** Fault of a link after `last`; null if it is sound. */
function faultOf(keys: Keys, last: Head, link: Link): Fault | null {
  const { seq, audit_id: auditId, sealed_at: sealedAt, row } = link
  if (seq !== last.seq + 1) return { kind: 'gap', seq: last.seq + 1, next: seq }
  if (row === null) return { kind: 'deleted', seq, auditId }
  return linkFits(keys, last.hash, { seq, sealedAt, row }, link.hash)
    ? null
    : { kind: 'changed', seq, auditId }
}

/** Compares the archives in this folder with what was put away; those that differ become faults. */
async function archivesOf(
  { folder, keys }: Verification,
  removed: readonly RemovedPart[],
  faults: Fault[],
): Promise<Verdict['archives']> {
  const absent: string[] = []
  let whole = 0
  for (const one of removed) {
    const state = await archiveState(folder, keys, one).catch(() => 'changed' as const)
    if (state === 'absent') absent.push(one.part)
    else if (state === 'changed') faults.push({ kind: 'archive', part: one.part })
    else whole += 1
  }
  return { whole, absent }
}

/** @param carried rows of a removed part that links of a kept one seal */
async function linksAfter(db: Queryable, seq: number, carried: ReadonlyMap<number, string>): Promise<Link[]> {
  const links = await db.query<Omit<Link, 'row'>>(sql`
    select s.seq, s.audit_id, encode(s.hash, 'hex') as hash,
      (extract(epoch from s.at) * 1000000)::bigint as sealed_at
    from audit_seal s
    where s.seq > ${seq}::bigint
    order by s.seq
    limit ${batch}`)
  const [first, end] = [links[0], links.at(-1)]
  if (!first || !end) return []
  const rows = await rowsOf(
    db,
    links,
    sql`a.at between to_timestamp(${first.sealed_at / 1e6}::float8) - ${mostApart}::interval
    and to_timestamp(${end.sealed_at / 1e6}::float8) + ${mostApart}::interval`,
  )
  // A row of another time than its link: rare, and asked of every part.
  const others = links.filter(({ audit_id: id }) => !rows.has(id) && !carried.has(id))
  const found = others.length > 0 ? await rowsOf(db, others, sql`true`) : rows
  return links.map((link) => {
    const id = link.audit_id
    return { ...link, row: rows.get(id) ?? found.get(id) ?? carried.get(id) ?? null }
  })
}

/** Time between a row and its link within which it is looked for first, so that few parts are read. */
const mostApart = '1 day'

async function rowsOf(
  db: Queryable,
  links: readonly Pick<Link, 'audit_id'>[],
  within: Sql,
): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; row: string }>(sql`
    select a.id, ${canonical} as row
    from audit a
    where a.id = any(${links.map(({ audit_id: id }) => id)}::bigint[]) and ${within}`)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/** Rows without a link although everything around them was sealed long ago. */
async function insertedRows(db: Queryable, above: number, upTo: number): Promise<Fault[]> {
  const found = await db.query<{ id: number }>(sql`
    select a.id from audit a where a.id >= ${above} and a.id <= ${upTo}
      and not exists (select 1
        from audit_seal s
        where s.audit_id = a.id and s.audit_id >= ${above} and s.audit_id <= ${upTo})
    order by a.id limit ${mostFaults}`)
  return found.map(({ id }) => ({ kind: 'inserted', auditId: id }))
}

/** Rows not sealed yet, counted up to 10 000. */
export async function pendingRows(db: Queryable, settled: number): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from (select 1 from audit a where a.id > ${settled}
      and not exists (select 1 from audit_seal s where s.audit_id = a.id and s.audit_id > ${settled})
      limit 10000) waiting`)
  return row.count
}

/** A fault as a sentence. */
export function sentenceOfFault(fault: Fault): string {
  if (fault.kind === 'changed')
    return `第 ${fault.seq} 环（日志 ${fault.auditId} 号）与封存时不同：内容被改过，或与其他日志调换过`
  if (fault.kind === 'deleted') return `第 ${fault.seq} 环封存的日志 ${fault.auditId} 号不见了：被删除`
  if (fault.kind === 'gap') return `第 ${fault.seq} 环至第 ${fault.next - 1} 环缺失：封存记录被删除`
  if (fault.kind === 'inserted') return `日志 ${fault.auditId} 号从未封存：是事后插入的`
  if (fault.kind === 'forged') return `日志 ${fault.part} 段的移除记录不是门户写的：有人绕过门户删除了日志`
  if (fault.kind === 'archive') return `日志 ${fault.part} 段的归档与移除时不同：归档文件被改过或损坏`
  return `库外留存的链头（${fault.file}，第 ${fault.seq} 环）与数据库不符：末尾被截断或被换过`
}
