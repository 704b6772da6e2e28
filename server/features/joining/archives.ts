import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord, Sibling } from '../../../catalogue/define.ts'
import { faultOfRule, holdsInForce, isOnlyOpen, isUniqueAmong } from '../../../catalogue/rules/across.ts'
import type { Engine } from '../../engine/engine.ts'
import { effectiveOf, fromStored, type Values, writableKeys } from '../../engine/records/index.ts'

/** One value in force of one of the two. */
export interface FilledValue {
  readonly definition: AnyRecord
  readonly id: string
  readonly ownerId: number
  readonly plain: Values
  readonly stored: Values
  readonly attachments: readonly string[]
}

/** Two values of which one person has one: both filled, or kept apart by a rule. */
export interface Pair {
  readonly kept: FilledValue
  readonly joined: FilledValue
  /** Keys of the fields that differ. */
  readonly keys: readonly string[]
  /** Sentence of the rule that allows one of the two. */
  readonly message: string
}

/** Two archives side by side. */
export interface ComparedArchives {
  /** Sections with at most one record, filled in both archives. */
  readonly singles: readonly Pair[]
  /** The same in both: one of them goes on. */
  readonly equal: readonly Pair[]
  readonly collisions: readonly Pair[]
  /** Only in the joined archive. */
  readonly passing: readonly FilledValue[]
  readonly kept: readonly FilledValue[]
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

function differing(one: FilledValue, other: FilledValue): string[] {
  return writableKeys(one.definition).filter((key) => {
    const [a, b] = [one.plain[key], other.plain[key]]
    return !(isEmpty(a) && isEmpty(b)) && JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
  })
}

async function filledOf(engine: Engine, actor: Actor, ids: readonly number[]): Promise<FilledValue[]> {
  const definitions = Object.values(engine.records).filter(({ owner }) => owner === 'teacher')
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const rows = await effectiveOf(engine, actor, definitions, ids)
  return rows.flatMap(({ type, id, ownerId, stored, attachments }) => {
    const definition = byName.get(type)
    if (!definition) return []
    const plain = fromStored(engine.keys, definition, id, stored)
    return [{ definition, id, ownerId, plain, stored, attachments }]
  })
}

/** The rule of its type by which a value may not stand beside another one; undefined where it may. */
function ruleBetween(one: FilledValue, other: FilledValue): string | undefined {
  const rule = (one.definition.rules?.constraints ?? []).find(
    (each) =>
      each.form === 'unique' &&
      each.within === 'owner' &&
      !faultOfRule(each).warns &&
      !isUniqueAmong(each, one.plain, [other.plain]),
  )
  return rule?.message
}

/** Compares the archives of two people value by value; every value of the joined one is named once. */
export async function compareArchives(
  engine: Engine,
  actor: Actor,
  keptId: number,
  joinedId: number,
): Promise<ComparedArchives> {
  const all = await filledOf(engine, actor, [keptId, joinedId])
  const kept = all.filter(({ ownerId }) => ownerId === keptId)
  const found = {
    singles: [] as Pair[],
    equal: [] as Pair[],
    collisions: [] as Pair[],
    passing: [] as FilledValue[],
  }
  const paired = new Set<string>()
  for (const joined of all.filter(({ ownerId }) => ownerId === joinedId)) {
    const others = kept.filter(({ definition, id }) => definition === joined.definition && !paired.has(id))
    const pairWith = (other: FilledValue, message: string): Pair => {
      paired.add(other.id)
      return { kept: other, joined, keys: differing(other, joined), message }
    }
    const same = others.find((other) => differing(other, joined).length === 0)
    const barred = others.find((other) => ruleBetween(joined, other) !== undefined)
    if (same) found.equal.push(pairWith(same, '两份相同'))
    else if (joined.definition.cardinality === 'one' && others[0])
      found.singles.push(pairWith(others[0], '一人一份'))
    else if (barred) found.collisions.push(pairWith(barred, ruleBetween(joined, barred) ?? ''))
    else found.passing.push(joined)
  }
  return { ...found, kept }
}

/** Of two equal values the one without evidence is given up. */
export const givesWay = ({ kept, joined }: Pair): FilledValue =>
  kept.attachments.length === 0 && joined.attachments.length > 0 ? kept : joined

/**
 * Sentences of the rules among records that one archive of both would break, each once, by the title of its
 * type.
 */
export function brokenBy(records: readonly FilledValue[]): string[] {
  const told = new Set<string>()
  for (const record of records) {
    const { definition, plain, id } = record
    const siblings = (type: string): Sibling[] =>
      records
        .filter((other) => other.definition.name === type && other.id !== id)
        .map((other) => ({ ...other.plain, id: other.id }))
    for (const rule of definition.rules?.constraints ?? []) {
      const holds =
        rule.form === 'among'
          ? holdsInForce(definition, rule, plain, siblings)
          : rule.form === 'oneOpen'
            ? isOnlyOpen(rule, plain, siblings(definition.name))
            : true
      if (!holds) told.add(`${definition.title}：${faultOfRule(rule).message}`)
    }
  }
  return [...told]
}
