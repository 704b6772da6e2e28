import type { AnyRecord } from '../../../catalogue/define.ts'
import type { DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { isOwnKey } from '../../../catalogue/own/key.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

type Records = Readonly<Record<string, AnyRecord>>

/** A field of an archive that holds codes of a dictionary. */
export interface Use {
  readonly type: string
  readonly title: string
  readonly field: string
  readonly label: string
  readonly multiple: boolean
  /** Stored sealed: cannot be counted. */
  readonly sealed: boolean
  /** Dictionary of the parent field that narrows the choice. */
  readonly parent: DictName | undefined
}

/** Fields that use each dictionary, from the declarations. */
export function usesOf(records: Records): ReadonlyMap<DictName, readonly Use[]> {
  const found = new Map<DictName, Use[]>()
  for (const definition of Object.values(records)) {
    for (const [field, { dict, label, multiple = false, sealed = false, cascadeFrom }] of Object.entries(
      definition.fields,
    )) {
      // Fields of offices have no column to count by.
      if (dict === undefined || isOwnKey(field)) continue
      const parent = cascadeFrom === undefined ? undefined : definition.fields[cascadeFrom]?.dict
      const use = { type: definition.name, title: definition.title, field, label, multiple, sealed, parent }
      found.set(dict, [...(found.get(dict) ?? []), use])
    }
  }
  return found
}

const keptMs = 5 * 60_000
const kept = new WeakMap<
  Database,
  Map<DictName, { readonly counts: Record<string, number>; readonly at: number }>
>()

/**
 * How many values in force hold each code: one statement over all fields of the dictionary, kept for five
 * minutes.
 */
export async function usageOf(
  db: Database,
  name: DictName,
  uses: readonly Use[],
): Promise<{ counts: Record<string, number>; at: string }> {
  const known = kept.get(db) ?? new Map<DictName, { counts: Record<string, number>; at: number }>()
  kept.set(db, known)
  const before = known.get(name)
  const fresh =
    before && Date.now() - before.at < keptMs ? before : { counts: await count(db, uses), at: Date.now() }
  known.set(name, fresh)
  return { counts: fresh.counts, at: new Date(fresh.at).toISOString() }
}

async function count(db: Database, uses: readonly Use[]): Promise<Record<string, number>> {
  const parts = uses
    .filter(({ sealed }) => !sealed)
    .map(({ type, field, multiple }) => {
      const column = sql.id(snake(field))
      const value = multiple ? sql`unnest(${column})` : column
      return sql`select ${value} as code, count(*) as n
        from ${sql.id(tableName(type))}
        where voided_at is null and ${column} is not null
        group by 1`
    })
  if (parts.length === 0) return {}
  const rows = await db.query<{ code: string; n: number }>(
    sql`select code, sum(n)::int as n from (${sql.join(parts, ' union all ')}) u group by code`,
  )
  return Object.fromEntries(rows.map(({ code, n }) => [code, n]))
}
