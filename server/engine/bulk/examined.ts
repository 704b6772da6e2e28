import type { AnyRecord, Sibling, Unique } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { faultOfRule, holdsAmong, isLastOpen, isUniqueAmong } from '../../../catalogue/rules/across.ts'
import { judge } from '../../../catalogue/rules/judge.ts'
import { prepared } from '../prepared/index.ts'
import { answersFor, checkContext, deriveAll, readsFrom, type Values } from '../records/index.ts'
import { byType } from './derived.ts'
import { valuesAt, type Load, type Move, type RecordLife } from './life.ts'
import { DAY, dayOf, type Moment } from './moment.ts'

const sources = new WeakMap<AnyRecord, readonly string[]>()

/** A type and every type from which its derived fields follow, directly or through other derived fields. */
function sourcesOf(load: Load, type: string): readonly string[] {
  const definition = load.engine.records[type]
  if (!definition) return []
  const found = sources.get(definition) ?? reached(load, [type])
  sources.set(definition, found)
  return found
}

function reached(load: Load, types: readonly string[]): readonly string[] {
  const next = new Set(types)
  for (const type of types) {
    const definition = load.engine.records[type]
    if (definition) for (const { rule } of prepared(definition).derived) next.add(readsFrom(type, rule))
  }
  return next.size === types.length ? types : reached(load, [...next])
}

/** The value of a record at a moment, with every field it derives from the owner's records of that moment. */
function derivedAt({ kin, load, definition, recordId }: RecordLife, at: Moment): Values {
  const rows = sourcesOf(load, definition.name)
    .flatMap(kin)
    .flatMap((life) => {
      const then = valuesAt(life, at)
      return then ? [{ definition: life.definition, id: life.recordId, values: { ...then } }] : []
    })
  deriveAll(load.engine, byType(rows))
  return rows.find(({ id }) => id === recordId)?.values ?? {}
}

/**
 * Another effective record of the owner at a moment. Its derived fields are computed when a rule reads them.
 */
function asSibling(life: RecordLife, values: Values, at: Moment): Sibling {
  const { definition } = life
  const sibling: Record<string, unknown> & { id: string } = { ...values, id: life.recordId }
  // Sealed values are left out, because the engine's `collisions` does not read them either.
  for (const key in sibling) if (definition.fields[key]?.sealed) sibling[key] = undefined
  for (const { key } of prepared(definition).derived) {
    Object.defineProperty(sibling, key, { get: () => derivedAt(life, at)[key] ?? null })
  }
  return sibling
}

const siblingsAt = (life: RecordLife, type: string, at: Moment): Sibling[] =>
  life.kin(type).flatMap((other) => {
    const values = other === life ? null : valuesAt(other, at)
    return values ? [asSibling(other, values, at)] : []
  })

function isUnique(life: RecordLife, rule: Unique, values: Values, at: Moment): boolean {
  if (rule.within !== 'owner') return true
  const others = life.kin(life.definition.name).flatMap((other) => {
    const theirs = other === life ? null : valuesAt(other, at)
    return theirs ? [theirs] : []
  })
  return isUniqueAmong(rule, values, others)
}

/**
 * Judges a value by the rules across records of one owner, on the values in force at that time, as
 * `collisions` does.
 */
function collisionsOf(
  life: RecordLife,
  values: Values,
  at: Moment,
): { errors: FieldFault[]; warnings: FieldFault[] } {
  const found = { errors: [] as FieldFault[], warnings: [] as FieldFault[] }
  const { definition } = life
  for (const rule of definition.rules?.constraints ?? []) {
    const holds =
      rule.form === 'unique'
        ? isUnique(life, rule, values, at)
        : rule.form === 'among'
          ? holdsAmong(definition, rule, values, (type) => siblingsAt(life, type, at))
          : isLastOpen(rule, values, siblingsAt(life, definition.name, at))
    if (holds) continue
    const { warns, ...fault } = faultOfRule(rule)
    ;(warns ? found.warnings : found.errors).push(fault)
  }
  return found
}

/** Values of this time before the anchor count as recent. */
const RECENT = 40 * DAY

/**
 * Examines a value by the rules of its day and returns its warnings. Throws when the rules refuse it. Rules
 * of uniqueness beyond the owner are left to the caller, who asks the database: a load holds one owner's
 * records at a time.
 */
export function examined(
  life: RecordLife,
  values: Values,
  attachments: number,
  { by, at }: Move,
): readonly FieldFault[] {
  const { definition, load, owner } = life
  if (load.judged === 'none' || (load.judged === 'recent' && at < -RECENT)) return []
  const context = checkContext(dayOf(load.anchor, at))
  const found = judge(definition, values, attachments, context, answersFor(by, definition))
  const rules = collisionsOf(life, values, at)
  const [error] = [...found.errors, ...rules.errors]
  if (error)
    throw new Error(
      `bulk: ${definition.name}.${error.field} of ${owner.name} would be refused on ${context.today}: ` +
        `${error.message}\n${JSON.stringify(values)}`,
    )
  return [...found.warnings, ...rules.warnings]
}
