import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** The last link of the chain: its number and its hash in hex. */
export interface Head {
  readonly seq: number
  readonly hash: string
}

/**
 * Seconds within which a transaction that wrote an audit row must have ended. A row that turns up unsealed
 * after that was not written by the portal. Bulk work commits in batches far below it.
 */
export const lateSeconds = 3_600
/**
 * What the quick look of every half second goes back over; the rest of `lateSeconds` is looked at once a
 * minute.
 */
export const quickSeconds = 60
const most = 5_000
const lock = 0x61_75_64_74

/**
 * An audit row as the text that is sealed: every column, in a form that does not depend on settings of the
 * session.
 */
export const canonical = sql`jsonb_build_array(a.id, (extract(epoch
        from a.at) * 1000000)::bigint, a.by_identity, a.action, a.type,
  a.owner_id, a.record_id, a.person_id, a.facts)::text`

/** What a link is made over, besides the link before: its own number and time (microseconds), and the row. */
interface LinkContent {
  readonly seq: number
  readonly sealedAt: number
  readonly row: string
}
const sealedText = (before: string, { seq, sealedAt, row }: LinkContent) =>
  `${before}\n${seq}\n${sealedAt}\n${row}`

/**
 * Hash of a link over the link before and what it seals. Keyed, so that only the portal can make it; it names
 * its suite (docs/decisions/0285).
 */
export const linkHash = (keys: Keys, before: string, sealed: LinkContent): string =>
  keys.stamp('audit-seal', sealedText(before, sealed)).toString('hex')

/** Whether a link is the portal's, under whichever suite it was made. */
export const linkFits = (keys: Keys, before: string, sealed: LinkContent, hash: string): boolean =>
  keys.stamps('audit-seal', sealedText(before, sealed), Buffer.from(hash, 'hex'))

/** The last link now; null before the first. */
export function lastLink(db: Queryable): Promise<Head | null> {
  return db
    .maybeOne<Head>(sql`select seq, encode(hash, 'hex') as hash from audit_seal order by seq desc limit 1`)
    .then((row) => row ?? null)
}

/**
 * Highest audit id up to which every row had to be sealed by now, going by seals older than `seconds`; 0
 * before there are any.
 */
export async function settledId(db: Queryable, seconds: number): Promise<number> {
  const row = await db.maybeOne<{ audit_id: number }>(sql`
    select audit_id
    from audit_seal
    where at < now() - make_interval(secs => ${seconds})
    order by at desc
    limit 1`)
  return row?.audit_id ?? 0
}

/** Result of one run of the sealing job. */
export interface SealingTurn {
  readonly sealed: number
  readonly more: boolean
  readonly head: Head | null
  /** The chain no longer has the link that `known` names: it was cut or exchanged. */
  readonly contradicted: boolean
}

/**
 * Adds the next links to the chain, at most 5 000, oldest row first. Any number of processes may call it: one
 * holds the lock, the others answer null at once.
 * @param seconds how far back rows are looked for whose transaction ended late
 * @param known a link this process has seen, to be compared before anything is added
 */
export function sealNext(
  db: Database,
  keys: Keys,
  seconds = lateSeconds,
  known: Head | null = null,
): Promise<SealingTurn | null> {
  return db.transaction(async (tx) => {
    const { held, now } = await tx.one<{ held: boolean; now: number }>(sql`
      select pg_try_advisory_xact_lock(${lock}::bigint) as held, (extract(epoch
          from now()) * 1000000)::bigint as now`)
    if (!held) return null
    const contradicted = known !== null && (await hashAt(tx, known.seq)) !== known.hash
    const last = await lastLink(tx)
    const rows = await unsealedRows(tx, await settledId(tx, seconds))
    let head: Head = last ?? { seq: 0, hash: '' }
    const hashes: string[] = []
    for (const { row } of rows) {
      const seq = head.seq + 1
      head = { seq, hash: linkHash(keys, head.hash, { seq, sealedAt: now, row }) }
      hashes.push(head.hash)
    }
    if (rows.length === 0) return { sealed: 0, more: false, head: last, contradicted }
    const first = head.seq - rows.length
    await tx.execute(sql`
      insert into audit_seal (seq, audit_id, hash, at)
      select ${first}::bigint + place, audit_id, decode(hash, 'hex'), now()
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${hashes}::text[]) with ordinality as link (audit_id,
          hash, place)`)
    return { sealed: rows.length, more: rows.length === most, head, contradicted }
  })
}

/** The bound stands on both sides: neither side of the anti-join may start at the beginning of its table. */
function unsealedRows(tx: Queryable, above: number): Promise<{ id: number; row: string }[]> {
  return tx.query(sql`
    select a.id, ${canonical} as row from audit a
    where a.id > ${above} and not exists (select 1
      from audit_seal s
      where s.audit_id = a.id and s.audit_id > ${above})
    order by a.id limit ${most}`)
}

/** Hash of one link; undefined if there is none. */
export async function hashAt(db: Queryable, seq: number): Promise<string | undefined> {
  return (
    await db.maybeOne<{ hash: string }>(
      sql`select encode(hash, 'hex') as hash from audit_seal where seq = ${seq}::bigint`,
    )
  )?.hash
}
