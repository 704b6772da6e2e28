import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { levelOf, rankOf, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { holds } from '../../../catalogue/rules/condition.ts'
import { sourceOf, type Derivation } from '../../../catalogue/rules/derivation.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Tx } from '../engine.ts'
import { snake, tableName } from '../schema/tables.ts'
import { fromRow, type Values } from './codec.ts'

/** An effective row of one owner, with its stored values. */
export interface OwnedRow {
  readonly id: string
  readonly values: Values
}

/** Which type a derivation reads. `levelMap` reads a field of its own record. */
function readsFrom(own: string, rule: Derivation): string {
  return rule.by === 'levelMap' ? own : sourceOf(rule.from).type
}

/** Derived fields of every owner-bound type that read from `type`. */
function dependents(engine: Engine, type: string): { definition: AnyRecord; key: string; field: Field; rule: Derivation }[] {
  return Object.values(engine.records).flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([key, field]) =>
      field.derived && readsFrom(definition.name, field.derived) === type ? [{ definition, key, field, rule: field.derived }] : [],
    ),
  )
}

/** Higher first: by the dictionary's rank, then by the tie field, later first, then by id so that the answer is one. */
function bestFirst(engine: Engine, path: string, order: string | undefined) {
  const { type, field } = sourceOf(path)
  const dict = engine.records[type]?.fields[field]?.dict as DictName
  const rank = (row: OwnedRow) => rankOf(dict, String(row.values[field])) ?? Number.MAX_SAFE_INTEGER
  const tie = (row: OwnedRow) => String((order && row.values[order]) ?? '')
  return (a: OwnedRow, b: OwnedRow) => rank(a) - rank(b) || tie(b).localeCompare(tie(a)) || a.id.localeCompare(b.id)
}

/**
 * The value of one derived field, from the owner's effective rows of its source. Pure; also used for looking back.
 * @param self the row the field stands in, for `isBest` and `levelMap`
 */
export function derive(engine: Engine, rule: Derivation, rows: readonly OwnedRow[], self: OwnedRow): unknown {
  const { field } = sourceOf(rule.from)
  const fit = rows.filter((row) => !rule.when || holds(rule.when, row.values))
  const filled = fit.filter((row) => row.values[field] !== null && row.values[field] !== undefined)
  const none = rule.else ?? null
  const latest = [...fit].sort((a, b) => String(b.values[rule.order ?? ''] ?? '').localeCompare(String(a.values[rule.order ?? ''] ?? '')))[0]
  switch (rule.by) {
    case 'best':
      return filled.sort(bestFirst(engine, rule.from, rule.order))[0]?.values[field] ?? none
    case 'isBest':
      return filled.sort(bestFirst(engine, rule.from, rule.order))[0]?.id === self.id
    case 'ofBest': {
      const ranked = sourceOf(rule.best ?? rule.from)
      const candidates = fit.filter((row) => row.values[ranked.field] !== null)
      return candidates.sort(bestFirst(engine, rule.best ?? rule.from, rule.order))[0]?.values[field] ?? none
    }
    case 'current':
    case 'latest':
      return latest?.values[field] ?? none
    case 'exists':
      return fit.length > 0
    case 'levelMap': {
      const value = self.values[field || rule.from]
      const dict = rule.best as DictName | undefined
      return typeof value === 'string' && dict ? (levelOf(dict, value) ?? none) : none
    }
  }
}

async function rowsOf(tx: Tx, definition: AnyRecord, ownerId: number): Promise<OwnedRow[]> {
  const rows = await tx.query<Record<string, unknown>>(sql`
    select * from ${sql.id(tableName(definition.name))} where owner_id = ${ownerId} and voided_at is null order by id`)
  return rows.map((row) => ({ id: row['id'] as string, values: fromRow(definition, row) }))
}

/** Recomputes, for one owner, every derived field that reads from the given type, and of the type itself. */
export async function deriveFor(engine: Engine, tx: Tx, changed: AnyRecord, ownerId: number): Promise<void> {
  const own = Object.entries(changed.fields).flatMap(([key, field]) =>
    field.derived ? [{ definition: changed, key, field, rule: field.derived }] : [],
  )
  const targets = [...dependents(engine, changed.name), ...own]
  if (targets.length === 0) return
  const cache = new Map<string, Promise<OwnedRow[]>>()
  const rows = (type: string) => {
    const definition = engine.records[type]
    if (!definition) return Promise.resolve([])
    const known = cache.get(type) ?? rowsOf(tx, definition, ownerId)
    cache.set(type, known)
    return known
  }
  const changes = new Map<string, { definition: AnyRecord; id: string; values: Values }>()
  for (const { definition, key, rule } of targets) {
    const source = await rows(readsFrom(definition.name, rule))
    for (const row of await rows(definition.name)) {
      const value = derive(engine, rule, source, row)
      if (JSON.stringify(value) === JSON.stringify(row.values[key] ?? null)) continue
      row.values[key] = value
      const at = `${definition.name}/${row.id}`
      changes.set(at, { definition, id: row.id, values: { ...changes.get(at)?.values, [key]: value } })
    }
  }
  for (const { definition, id, values } of changes.values()) {
    const sets = Object.entries(values).map(([key, value]) => sql`${sql.id(snake(key))} = ${value}`)
    await tx.execute(sql`
      update ${sql.id(tableName(definition.name))} set ${sql.join(sets)} where owner_id = ${ownerId} and id = ${id}`)
  }
}
