import type { AnyRecord } from '../../../../catalogue/define.ts'
import { levelOf, rankOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { holds } from '../../../../catalogue/rules/condition.ts'
import { sourceOf, type Derivation } from '../../../../catalogue/rules/derivation.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Engine, Tx } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { fromRow, type Values } from './codec.ts'

type Catalogue = Pick<Engine, 'records'>

/** An effective row of one owner, with its stored values. */
export interface OwnedRow {
  readonly id: string
  readonly values: Values
}

/** Which type a derivation reads. `levelMap` and `holds` read their own record. */
export function readsFrom(own: string, rule: Derivation): string {
  return rule.by === 'levelMap' || rule.by === 'holds' ? own : sourceOf(rule.from).type
}

interface Target {
  readonly definition: AnyRecord
  readonly key: string
  readonly rule: Derivation
}

const readers = new WeakMap<Engine, Map<string, readonly Target[]>>()

/**
 * Derived fields of every other type that read from `type`, worked out once: the catalogue does not change.
 */
function dependents(engine: Engine, type: string): readonly Target[] {
  const known = readers.get(engine) ?? new Map<string, readonly Target[]>()
  readers.set(engine, known)
  const found = known.get(type) ?? findDependents(engine, type)
  known.set(type, found)
  return found
}

function findDependents(engine: Engine, type: string): Target[] {
  return Object.values(engine.records).flatMap((definition) =>
    prepared(definition).derived.flatMap(({ key, rule }) =>
      definition.name !== type && readsFrom(definition.name, rule) === type
        ? [{ definition, key, rule }]
        : [],
    ),
  )
}

/**
 * Sorts the higher value first, by the rank of its dictionary; equal ranks by the tie field, later first;
 * then by id, so that the result does not depend on the order of rows.
 */
function bestFirst(engine: Catalogue, path: string, order: string | undefined) {
  const { type, field } = sourceOf(path)
  const dict = engine.records[type]?.fields[field]?.dict
  const rank = (row: OwnedRow) => (dict && rankOf(dict, String(row.values[field]))) ?? Number.MAX_SAFE_INTEGER
  const tie = (row: OwnedRow) => String((order && row.values[order]) ?? '')
  return (a: OwnedRow, b: OwnedRow) =>
    rank(a) - rank(b) || tie(b).localeCompare(tie(a)) || a.id.localeCompare(b.id)
}

/** Source rows of the latest term that point to this record and fulfil the condition of the rule. */
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

/** A derived field with what its value is worked out from. */
interface DerivationTask {
  /** The type the field belongs to. */
  readonly own: AnyRecord
  readonly rule: Derivation
  /** The owner's effective rows of the source. */
  readonly rows: readonly OwnedRow[]
  /** The row the field stands in. */
  readonly self: OwnedRow
}

/** A derived field with the source rows that fulfil its conditions. */
interface FittingRows extends DerivationTask {
  readonly engine: Catalogue
  readonly fit: readonly OwnedRow[]
  /** The field that is read of a fitting row. */
  readonly field: string
}

function best({ engine, rule, fit, field }: FittingRows): OwnedRow | undefined {
  const filled = fit.filter((row) => row.values[field] !== null && row.values[field] !== undefined)
  return filled.sort(bestFirst(engine, rule.from, rule.order))[0]
}

function ofBest({ engine, rule, fit, field }: FittingRows): unknown {
  const path = rule.best ?? rule.from
  const ranked = sourceOf(path).field
  const candidates = fit.filter((row) => row.values[ranked] !== null)
  return candidates.sort(bestFirst(engine, path, rule.order))[0]?.values[field]
}

function inOrder({ rule, fit }: FittingRows): OwnedRow[] {
  const orderOf = (row: OwnedRow) => String(row.values[rule.order ?? ''] ?? '')
  return [...fit].sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
}

function mappedLevel({ own, rule, self }: DerivationTask): unknown {
  const value = self.values[rule.from]
  const dict = own.fields[rule.from]?.dict
  return typeof value === 'string' && dict ? levelOf(dict, value) : undefined
}

/** Every way of deriving; undefined where nothing is found. */
const derivations: Readonly<Record<Derivation['by'], (f: FittingRows) => unknown>> = {
  best: (f) => best(f)?.values[f.field],
  isBest: (f) => best(f)?.id === f.self.id,
  ofBest,
  current: (f) => inOrder(f).at(-1)?.values[f.field],
  latest: (f) => inOrder(f).at(-1)?.values[f.field],
  first: (f) => inOrder(f)[0]?.values[f.field],
  copy: (f) => inOrder(f)[0]?.values[f.field],
  exists: (f) => f.fit.length > 0,
  holds: ({ rule, self }) => rule.when !== undefined && holds(rule.when, self.values),
  levelMap: mappedLevel,
}

/** The value of one derived field. Pure; looking back at a past day uses it too. */
export function derive(engine: Catalogue, asked: DerivationTask): unknown {
  const { rule, rows, self } = asked
  const { field } = sourceOf(rule.from)
  const fit = fitting(rule, rows, self)
  return derivations[rule.by]({ ...asked, engine, fit, field }) ?? rule.else ?? null
}

async function rowsOf(tx: Tx, definition: AnyRecord, ownerId: number): Promise<OwnedRow[]> {
  const rows = await tx.query<Values & { readonly id: string }>(sql`
    select *
    from ${sql.id(prepared(definition).table)}
    where owner_id = ${ownerId} and voided_at is null
    order by id`)
  return rows.map((row) => ({ id: row.id, values: fromRow(definition, row) }))
}

interface Change {
  readonly definition: AnyRecord
  readonly row: OwnedRow
}

/**
 * Writes all changed rows of all types. It sets every derived column, changed or not, so
 * that few different statements have to be prepared.
 */
async function update(tx: Tx, changes: readonly Change[], ownerId: number): Promise<void> {
  const texts = changes.map(({ definition, row: { id, values } }) => {
    const { derived, table } = prepared(definition)
    const sets = derived.map(({ key, column }) => sql`${sql.id(column)} = ${values[key] ?? null}`)
    return sql`update ${sql.id(table)}
        set ${sql.join(sets)}
        where owner_id = ${ownerId} and id = ${id}`
  })
  const [first, ...others] = texts
  if (first === undefined) return
  await tx.together({
    name: 'u0',
    lead: sql`${first} returning 1 as found`,
    parts: () => others.map((text, i) => [`u${i + 1}`, text]),
  })
}

/** One run over the derived fields of one owner. */
interface Run {
  readonly engine: Engine
  readonly tx: Tx
  readonly ownerId: number
  /** The owner's rows of a type, read once in the run. */
  readonly rows: (definition: AnyRecord) => Promise<OwnedRow[]>
}

/**
 * Recomputes the derived fields that read from `changed`, and its own. Returns the types whose rows
 * changed.
 */
async function deriveOnce(
  { engine, tx, ownerId, rows }: Run,
  changed: AnyRecord,
  first: boolean,
): Promise<AnyRecord[]> {
  // A new row derives from all sources. In later rounds only what it derives from itself can have changed.
  const own = prepared(changed).derived.flatMap(({ key, rule }) =>
    first || readsFrom(changed.name, rule) === changed.name ? [{ definition: changed, key, rule }] : [],
  )
  const changes = new Map<string, Change>()
  for (const { definition, key, rule } of [...own, ...dependents(engine, changed.name)]) {
    const from = engine.records[readsFrom(definition.name, rule)]
    const source = from ? await rows(from) : []
    for (const row of await rows(definition)) {
      const value = derive(engine, { own: definition, rule, rows: source, self: row })
      if (JSON.stringify(value) === JSON.stringify(row.values[key] ?? null)) continue
      row.values[key] = value
      changes.set(`${definition.name}/${row.id}`, { definition, row })
    }
  }
  await update(tx, [...changes.values()], ownerId)
  for (const { definition, row } of changes.values())
    await engine.hooks[definition.name]?.derived?.(tx, { ownerId, values: row.values })
  return [...changes.values()].map((change) => change.definition)
}

/**
 * Recomputes for one owner every derived field that follows from the given type, directly or through other
 * derived fields: a level is derived from a title, which is derived from an appointment.
 */
export async function deriveFor(engine: Engine, tx: Tx, changed: AnyRecord, ownerId: number): Promise<void> {
  if (prepared(changed).derived.length === 0 && dependents(engine, changed.name).length === 0) return
  const cache = new Map<string, Promise<OwnedRow[]>>()
  const rows: Run['rows'] = (definition) => {
    const known = cache.get(definition.name) ?? rowsOf(tx, definition, ownerId)
    cache.set(definition.name, known)
    return known
  }
  let wave = [changed]
  // The longest chain of derivations in the catalogue has three steps. More would be a circle.
  for (let step = 0; step < 4 && wave.length > 0; step += 1) {
    const next = new Set<AnyRecord>()
    for (const definition of wave)
      for (const moved of await deriveOnce({ engine, tx, ownerId, rows }, definition, step === 0))
        next.add(moved)
    wave = [...next]
  }
}

/**
 * Fills the derived fields of all records of one owner in place, from one another. Looking back at a past day
 * and bulk loads need it, because they have only what people wrote. It ends when a round changes nothing, at
 * the latest after three: the catalogue's longest chain of derivations has three steps.
 */
export function deriveAll(engine: Catalogue, rows: ReadonlyMap<string, readonly OwnedRow[]>): void {
  for (let wave = 0; wave < 3; wave += 1) {
    let moved = false
    for (const [type, own] of rows) {
      const definition = engine.records[type]
      if (!definition) continue
      for (const { key, rule } of prepared(definition).derived) {
        const source = rows.get(readsFrom(type, rule)) ?? []
        for (const row of own) {
          const value = derive(engine, { own: definition, rule, rows: source, self: row })
          if (value === row.values[key]) continue
          row.values[key] = value
          moved = true
        }
      }
    }
    if (!moved) return
  }
}
