import { kidOf, suiteOfBlind, suiteOfSealed, type Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Reindex, SealedTable } from './sealed-tables.ts'
import { note } from '../../platform/audit/note.ts'

const batch = 500
const mostWalks = 5

type Row = Readonly<Record<string, unknown>>

const columnsOf = (target: SealedTable) => [
  ...target.key.map(([c]) => c),
  ...target.columns.map(([c]) => c),
  ...(target.also ?? []),
]
const list = (parts: readonly string[]) => parts.join(', ')

/** Rows after a key, in the order of the primary key. Names come from declarations, never from outside. */
function readText(target: SealedTable): string {
  const keys = list(target.key.map(([c]) => c))
  const reached = list(target.key.map(([c, type]) => `($1::jsonb ->> '${c}')::${type}`))
  return `select ${list(columnsOf(target))}
    from ${target.table}
    where ($1::jsonb is null or (${keys}) > (${reached})) and ${target.only ?? 'true'}
    order by ${keys}
    limit ${batch}`
}

/**
 * Writes the new ciphertexts where the old ones are unchanged. A value written meanwhile is newer and
 * already sealed with the new key.
 */
function writeText(target: SealedTable): string {
  const types = list(
    [...target.key, ...target.columns]
      .map(([c, type]) => `${c} ${type}`)
      .concat(target.columns.map(([c, type]) => `was_${c} ${type}`)),
  )
  const set = list(target.columns.map(([c]) => `${c} = n.${c}`))
  const same = [
    ...target.key.map(([c]) => `t.${c} = n.${c}`),
    ...target.columns.map(([c]) => `t.${c} is not distinct from n.was_${c}`),
  ].join(' and ')
  return `update ${target.table} t
    set ${set}
    from jsonb_to_recordset($1::jsonb) as n (${types})
    where ${same}
    returning 1`
}

/**
 * One row with its old and new ciphertexts; undefined when all of them have the new key and the suite in force
 * already. A blind index of the other suite is made anew from its value.
 */
function resealed(target: SealedTable, keys: Keys, kid: number, row: Row): Row | undefined {
  let old = 0
  const again = (sealed: string, place: string) => {
    if (kidOf(sealed) >= kid && suiteOfSealed(sealed) === keys.suite) return sealed
    const anew = keys.seal(keys.open(sealed, place), place)
    // Counted when it opened: a text that only looks sealed is no reason to write the row again and again.
    old += 1
    return anew
  }
  const reindex: Reindex = (index, { kind, sealed, place }) => {
    if (suiteOfBlind(index) === keys.suite) return index
    old += 1
    return keys.blind(kind, keys.open(sealed, place))
  }
  const fresh = target.reseal(row, again, reindex)
  if (old === 0) return undefined
  const was = target.columns.map(([c]) => [`was_${c}`, row[c]] as const)
  return { ...Object.fromEntries(target.key.map(([c]) => [c, row[c]])), ...fresh, ...Object.fromEntries(was) }
}

/** One rotation: every sealed value is sealed with a new key. */
export interface Rotation {
  readonly db: Database
  readonly keys: Keys
  /** The key that seals from now on. */
  readonly kid: number
  /** Called after each batch with the number of rows of the table changed so far. */
  readonly onBatch?: (table: string, changed: number) => void
}

/**
 * Walks a table from where the last run stopped. Returns how many rows it changed, and whether it began at
 * the first row.
 */
async function walk({ db, keys, kid, onBatch }: Rotation, target: SealedTable) {
  const progress = await db.one<{ reached: Row | null }>(sql`
    insert into sealing_progress (kid, table_name) values (${kid}, ${target.table})
    on conflict (kid, table_name) do update set kid = ${kid} returning reached`)
  let { reached } = progress
  let changed = 0
  for (;;) {
    const rows = await db.prepared<Row>(readText(target), [reached === null ? null : JSON.stringify(reached)])
    const last = rows.at(-1)
    if (!last) return { changed, whole: progress.reached === null }
    const next = Object.fromEntries(target.key.map(([c]) => [c, last[c]]))
    const fresh = rows.flatMap((row) => resealed(target, keys, kid, row) ?? [])
    await db.transaction(async (tx) => {
      if (fresh.length > 0) await tx.prepared(writeText(target), [JSON.stringify(fresh)])
      await tx.query(sql`
        update sealing_progress set reached = ${sql.json(next)}, changed = changed + ${fresh.length}
        where kid = ${kid} and table_name = ${target.table}`)
    })
    changed += fresh.length
    reached = next
    onBatch?.(target.table, changed)
  }
}

/**
 * Walks a table until one whole walk finds no value under an earlier key: a write may have used an earlier
 * key at the last moment.
 */
async function finish(rotation: Rotation, target: SealedTable): Promise<void> {
  const { db, kid } = rotation
  const here = sql`kid = ${kid} and table_name = ${target.table}`
  const known = await db.maybeOne<{ done: boolean }>(
    sql`select finished_at is not null as done from sealing_progress where ${here}`,
  )
  if (known?.done) return
  for (let round = 1; ; round += 1) {
    const { changed, whole } = await walk(rotation, target)
    if (whole && changed === 0) break
    if (round === mostWalks)
      throw new Error(`${target.table}: values under an earlier key are still being written`)
    await db.query(sql`update sealing_progress set reached = null where ${here}`)
  }
  await db.query(sql`update sealing_progress set finished_at = now() where ${here}`)
}

/**
 * Seals every value again with key `kid`, which has to be active. It runs beside the portal in batches. Each
 * batch stores how far it came, so that an interrupted run continues. Returns how many rows changed.
 */
export async function rotate(rotation: Rotation, tables: readonly SealedTable[]): Promise<number> {
  const { db, keys, kid } = rotation
  if (keys.kid() !== kid) throw new Error(`key ${kid} does not seal yet`)
  for (const target of tables) await finish(rotation, target)
  return db.transaction(async (tx) => {
    const { rows } = await tx.one<{ rows: number }>(sql`
      select coalesce(sum(changed), 0)::int as rows from sealing_progress where kid = ${kid}`)
    const ended = await tx.execute(
      sql`update sealing_key set finished_at = now() where kid = ${kid} and finished_at is null`,
    )
    if (ended > 0) await note(tx, { by: null, action: 'keys.rotated', facts: { kid, rows } })
    return rows
  })
}
