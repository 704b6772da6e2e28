import type { AnyRecord, Sibling, Unique } from '../../catalogue/define.ts'
import type { FieldFault } from '../../catalogue/errors.ts'
import { faultOfRule, holdsAmong, isLastOpen, isUniqueAmong } from '../../catalogue/rules/across.ts'
import { judge } from '../../catalogue/rules/judge.ts'
import { prepared } from '../../server/engine/prepared/index.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { derivedRules, settleDerived } from './derived.ts'
import { DAY, dayOf, type Moment } from './moment.ts'
import { valuesAt, type Story } from './story.ts'

/** Keys a role answers for in a mixed record; undefined where it answers for all. */
export function ownKeysOf(definition: AnyRecord, role: number): ReadonlySet<string> | undefined {
  if (definition.regime !== 'mixed') return undefined
  return new Set(prepared(definition).writtenBy[role === 2 ? 'teacher' : 'institution'])
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

function isUnique(story: Story, rule: Unique, values: Values, at: Moment): boolean {
  // Rules within an institution and on the whole platform are kept by how the region is built, and tested.
  if (rule.within !== 'owner') return true
  const others = story.kin(story.definition.name).flatMap((other) => {
    const theirs = other === story ? null : valuesAt(other, at)
    return theirs ? [theirs] : []
  })
  return isUniqueAmong(rule, values, others)
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
  const { definition } = story
  for (const rule of definition.rules?.constraints ?? []) {
    const holds =
      rule.form === 'unique'
        ? isUnique(story, rule, values, at)
        : rule.form === 'among'
          ? holdsAmong(definition, rule, values, (type) => siblingsAt(story, type, at))
          : isLastOpen(rule, values, siblingsAt(story, definition.name, at))
    if (holds) continue
    const { warns, ...fault } = faultOfRule(rule)
    ;(warns ? found.warnings : found.errors).push(fault)
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
