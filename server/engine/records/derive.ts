import type { AnyRecord } from '../../../catalogue/define.ts'
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

/** Which type a derivation reads. `levelMap` and `holds` read their own record. */
export function readsFrom(own: string, rule: Derivation): string {
  return rule.by === 'levelMap' || rule.by === 'holds' ? own : sourceOf(rule.from).type
}

/** Derived fields of every owner-bound type that read from `type`. */
function dependents(engine: Engine, type: string): { definition: AnyRecord; key: string; rule: Derivation }[] {
  return Object.values(engine.records).flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([key, field]) =>
      field.derived && definition.name !== type && readsFrom(definition.name, field.derived) === type ? [{ definition, key, rule: field.derived }] : [],
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

/** The source rows a rule speaks of: of the latest term, pointing here, fulfilling its condition. */
function fitting(rule: Derivation, rows: readonly OwnedRow[], self: OwnedRow): OwnedRow[] {
  const stamp = (row: OwnedRow) => (rule.within ?? []).map((key) => String(row.values[key] ?? '')).join('|')
  const latest = rows.map(stamp).sort().at(-1)
  return rows.filter(
    (row) =>
      (rule.within === undefined || stamp(row) === latest) &&
      (rule.pointing === undefined || row.values[rule.pointing] === self.id) &&
      (rule.via === undefined || self.values[rule.via] === row.id) &&
      (rule.when === undefined || holds(rule.when, row.values)),
  )
}

/**
 * The value of one derived field, from the owner's effective rows of its source. Pure; also used for looking back.
 * @param self the row the field stands in
 */
export function derive(engine: Engine, own: AnyRecord, rule: Derivation, rows: readonly OwnedRow[], self: OwnedRow): unknown {
  const { field } = sourceOf(rule.from)
  const fit = fitting(rule, rows, self)
  const filled = fit.filter((row) => row.values[field] !== null && row.values[field] !== undefined)
  const none = rule.else ?? null
  const at = (row: OwnedRow) => String(row.values[rule.order ?? ''] ?? '')
  const ordered = [...fit].sort((a, b) => at(a).localeCompare(at(b)))
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
      return ordered.at(-1)?.values[field] ?? none
    case 'first':
    case 'copy':
      return ordered[0]?.values[field] ?? none
    case 'exists':
      return fit.length > 0
    case 'holds':
      return rule.when !== undefined && holds(rule.when, self.values)
    case 'levelMap': {
      const value = self.values[rule.from]
      const dict = own.fields[rule.from]?.dict
      return typeof value === 'string' && dict ? (levelOf(dict, value) ?? none) : none
    }
  }
}

async function rowsOf(tx: Tx, definition: AnyRecord, ownerId: number): Promise<OwnedRow[]> {
  const rows = await tx.query<Record<string, unknown>>(sql`
    select * from ${sql.id(tableName(definition.name))} where owner_id = ${ownerId} and voided_at is null order by id`)
  return rows.map((row) => ({ id: row['id'] as string, values: fromRow(definition, row) }))
}

type Rows = (definition: AnyRecord) => Promise<OwnedRow[]>

/** Brings the derived fields that read from `changed`, and its own, up to date. Answers the types whose rows changed by that. */
async function deriveOnce(engine: Engine, tx: Tx, changed: AnyRecord, ownerId: number, rows: Rows): Promise<string[]> {
  const own = Object.entries(changed.fields).flatMap(([key, field]) =>
    field.derived ? [{ definition: changed, key, rule: field.derived }] : [],
  )
  const changes = new Map<string, { definition: AnyRecord; id: string; values: Values }>()
  for (const { definition, key, rule } of [...own, ...dependents(engine, changed.name)]) {
    const from = engine.records[readsFrom(definition.name, rule)]
    const source = from ? await rows(from) : []
    for (const row of await rows(definition)) {
      const value = derive(engine, definition, rule, source, row)
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
  return [...new Set([...changes.values()].map((change) => change.definition.name))]
}

/** Whether anything is derived from a type, in it or elsewhere: most approvals need not look. */
const idle = new WeakMap<Engine, ReadonlySet<string>>()

function isIdle(engine: Engine, definition: AnyRecord): boolean {
  const known =
    idle.get(engine) ??
    new Set(
      Object.values(engine.records)
        .filter((d) => !Object.values(d.fields).some((field) => field.derived) && dependents(engine, d.name).length === 0)
        .map((d) => d.name),
    )
  idle.set(engine, known)
  return known.has(definition.name)
}

/**
 * Recomputes, for one owner, every derived field that follows from the given type, at first hand or further on: a level is
 * derived from a title, which is derived from an appointment.
 */
export async function deriveFor(engine: Engine, tx: Tx, changed: AnyRecord, ownerId: number): Promise<void> {
  if (isIdle(engine, changed)) return
  const cache = new Map<string, Promise<OwnedRow[]>>()
  const rows: Rows = (definition) => {
    const known = cache.get(definition.name) ?? rowsOf(tx, definition, ownerId)
    cache.set(definition.name, known)
    return known
  }
  let wave = [changed.name]
  // The catalogue's longest way has three steps; more would be a circle.
  for (let step = 0; step < 4 && wave.length > 0; step += 1) {
    const next: string[] = []
    for (const type of wave) next.push(...(await deriveOnce(engine, tx, engine.records[type] as AnyRecord, ownerId, rows)))
    wave = [...new Set(next)]
  }
}
