import type { Among, AnyRecord, FieldMap, OneOpen, Sibling, Unique } from '../../catalogue/define.ts'
import type { FieldFault } from '../../catalogue/errors.ts'
import { monthsLater, notBefore } from '../../catalogue/rules/compare.ts'
import { judge } from '../../catalogue/rules/judge.ts'
import { type Values, writableKeys } from '../../server/engine/records/index.ts'
import { openRulesOf } from './close-open.ts'
import { derivedRules, settleDerived } from './derived.ts'
import { DAY, dayOf, type Moment } from './moment.ts'
import { valuesAt, type Story } from './story.ts'

/** Keys a role answers for in a mixed record; undefined where it answers for all. */
export function ownKeysOf(definition: AnyRecord, role: number): ReadonlySet<string> | undefined {
  if (definition.regime !== 'mixed') return undefined
  const side = role === 2 ? 'teacher' : 'institution'
  return new Set(
    writableKeys(definition).filter((key) => (definition.fields[key]?.writableBy ?? 'teacher') === side),
  )
}

const sources = new WeakMap<AnyRecord, readonly string[]>()

/** A type and every type its derived fields follow from, at first hand or further on. */
function sourcesOf(desk: Story['desk'], type: string): readonly string[] {
  const definition = desk.engine.records[type]
  if (!definition) return []
  const found = sources.get(definition) ?? reached(desk, [type])
  sources.set(definition, found)
  return found
}

function reached(desk: Story['desk'], types: readonly string[]): readonly string[] {
  const next = new Set(types)
  for (const type of types) {
    const definition = desk.engine.records[type]
    if (definition) for (const rule of derivedRules(definition)) next.add(rule.type)
  }
  return next.size === types.length ? types : reached(desk, [...next])
}

/**
 * Another effective record of the owner as it stood at a moment; what it derives is worked out when a rule
 * asks for it.
 */
function asSibling(story: Story, values: Values, at: Moment): Sibling {
  const { definition, desk } = story
  const sibling: Record<string, unknown> & { id: string } = { ...values, id: story.recordId }
  // Sealed values are left out, as the engine does.
  for (const key in sibling) if (definition.fields[key]?.sealed) sibling[key] = undefined
  for (const { key } of derivedRules(definition)) {
    Object.defineProperty(sibling, key, {
      get: () => {
        const rows = sourcesOf(desk, definition.name)
          .flatMap((type) => story.kin(type))
          .flatMap((s) => {
            const then = valuesAt(s, at)
            return then ? [{ definition: s.definition, id: s.recordId, values: { ...then } }] : []
          })
        settleDerived(desk.engine, rows)
        return rows.find((row) => row.id === story.recordId)?.values[key] ?? null
      },
    })
  }
  return sibling
}

const siblingsAt = (story: Story, type: string, at: Moment): Sibling[] =>
  story.kin(type).flatMap((other) => {
    const values = other === story ? null : valuesAt(other, at)
    return values ? [asSibling(other, values, at)] : []
  })

/** An earlier open record as it will stand once this one, open too, has taken effect. */
function asClosed(story: Story, values: Values, other: Sibling): Sibling {
  const [rule] = openRulesOf(story)
  const begin = rule && values[rule.from]
  if (
    !rule ||
    typeof begin !== 'string' ||
    (values[rule.to] ?? null) !== null ||
    (other[rule.to] ?? null) !== null
  )
    return other
  if (!notBefore(begin, other[rule.from] as string | null)) return other
  return Object.assign(Object.create(other) as Sibling, { [rule.to]: monthsLater(begin, -1) })
}

function isUnique(story: Story, rule: Unique, values: Values, at: Moment): boolean {
  // Rules within an institution and on the whole platform are kept by how the region is built, and tested.
  if (rule.within !== 'owner' || rule.fields.some((key) => (values[key] ?? null) === null)) return true
  const equal = (key: string, a: unknown, b: unknown) =>
    key === rule.each && Array.isArray(a) && Array.isArray(b) ? a.some((item) => b.includes(item)) : a === b
  return !story.kin(story.definition.name).some((other) => {
    const theirs = other === story ? null : valuesAt(other, at)
    return theirs !== null && rule.fields.every((key) => equal(key, values[key], theirs[key] ?? null))
  })
}

function isLastOpen(story: Story, rule: OneOpen, values: Values, at: Moment): boolean {
  if ((values[rule.to] ?? null) !== null) return true
  const mine = values[rule.from] as string | null
  return siblingsAt(story, story.definition.name, at)
    .filter((other) => (other[rule.to] ?? null) === null)
    .every((other) => mine !== other[rule.from] && notBefore(mine, other[rule.from] as string | null))
}

function holdsAmong(story: Story, rule: Among<FieldMap>, values: Values, at: Moment): boolean {
  const own = story.definition.name
  const found = new Map(rule.types.map((type) => [type, siblingsAt(story, type, at)]))
  const mine = found.get(own)
  if (mine)
    found.set(
      own,
      mine.map((other) => asClosed(story, values, other)),
    )
  const full = Object.fromEntries(
    Object.keys(story.definition.fields).map((key) => [key, values[key] ?? null]),
  )
  return rule.holds(full, (type) => found.get(type) ?? [])
}

/**
 * Rules across records of one owner against what is in force at that time, as the engine's `collisions` asks
 * them.
 */
function collisionsOf(
  story: Story,
  values: Values,
  at: Moment,
): { errors: FieldFault[]; warnings: FieldFault[] } {
  const found = { errors: [] as FieldFault[], warnings: [] as FieldFault[] }
  for (const rule of story.definition.constraints ?? []) {
    const holds =
      rule.form === 'unique'
        ? isUnique(story, rule, values, at)
        : rule.form === 'among'
          ? holdsAmong(story, rule, values, at)
          : isLastOpen(story, rule, values, at)
    if (holds) continue
    const field =
      rule.form === 'oneOpen' ? rule.to : rule.form === 'unique' ? rule.fields.at(-1) : rule.fields[0]
    const warns = rule.form !== 'oneOpen' && rule.level === 'warning'
    ;(warns ? found.warnings : found.errors).push({ field: field ?? '', message: rule.message })
  }
  return found
}

/** What is under review now was handed in within this time. */
const RECENT = 40 * DAY

/** The warnings of a value, examined as the engine would on that day; throws when it would be refused. */
export function examined(
  story: Story,
  values: Values,
  attachments: number,
  at: Moment,
  only: ReadonlySet<string> | undefined,
): FieldFault[] {
  const { judged } = story.desk
  if (judged === 'none' || (judged === 'recent' && at < -RECENT)) return []
  const today = dayOf(story.desk.anchor, at)
  const found = judge(
    story.definition,
    values,
    attachments,
    { today, thisYear: Number(today.slice(0, 4)) },
    only,
  )
  const rules = collisionsOf(story, values, at)
  const [error] = [...found.errors, ...rules.errors]
  if (error)
    throw new Error(
      `demo: ${story.definition.name}.${error.field} of ${story.owner.name} would be refused on ${today}: ${error.message}\n${JSON.stringify(values)}`,
    )
  return [...found.warnings, ...rules.warnings]
}
