import type { Field, Step } from '../define.ts'
import type { FieldFault } from '../errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import { canonical } from '../rules/canonical.ts'
import { fieldsOf, type Condition } from '../rules/condition.ts'
import { levelLabels, levels } from './review.ts'
import type { ReviewedType } from './reviewed.ts'

/** Most working days a step may be given. */
export const mostDays = 60

/**
 * Why no step may depend on a field; null when one may. Sealed values stay out of sight, derived ones come
 * after the review.
 */
export function whyNoCondition(field: Field | undefined): string | null {
  if (field === undefined) return '没有该栏目'
  if (field.sealed) return `“${field.label}”加密保存，不能用来决定由谁审核`
  if (field.derived) return `“${field.label}”由系统得出，提交时无该值，不能用于决定由谁审核`
  return null
}

/**
 * Fields of which a condition names values from a list: codes, or 是 and 否. Of the others it asks whether
 * they are filled.
 */
export const hasChoices = (field: Field): boolean => kindOf(field).choices !== undefined

function simple(condition: Condition): Exclude<Condition, { all: unknown } | { any: unknown }>[] {
  if ('all' in condition) return condition.all.flatMap(simple)
  if ('any' in condition) return condition.any.flatMap(simple)
  return [condition]
}

/**
 * What is wrong with a condition; null for nothing.
 * @param why why a field may not be asked for; null when it may
 */
export function faultOfCondition(
  definition: Pick<ReviewedType, 'fields'>,
  condition: Condition,
  why: (field: Field | undefined) => string | null = whyNoCondition,
): string | null {
  for (const key of fieldsOf(condition)) {
    const fault = why(Object.hasOwn(definition.fields, key) ? definition.fields[key] : undefined)
    if (fault !== null) return fault
  }
  for (const one of simple(condition)) {
    const field = definition.fields[one.field]
    if (!field || 'filled' in one) continue
    const values = 'in' in one ? one.in : one.notIn
    if (values.length === 0) return `“${field.label}”未选择`
    const choices = kindOf(field).choices?.(field)
    if (!choices) return `“${field.label}”只能问已填还是未填`
    const known: readonly unknown[] = choices.map((choice) => choice.value)
    if (values.some((value) => !known.includes(value))) return `“${field.label}”没有这一项`
  }
  return null
}

/**
 * What is wrong with a chain somebody wants to publish, by the path of the part at fault (`chain`,
 * `chain.0.level`, `chain.0.when`). Its shape has been checked already (contract/chains.ts).
 */
export function faultsOfChain(definition: ReviewedType, chain: readonly Step[]): FieldFault[] {
  if (chain.length === 0 && !definition.optional) return [{ field: 'chain', message: '至少要有一步审核' }]
  return chain.flatMap((step, i): FieldFault[] => {
    const before = chain[i - 1]
    const when = step.when && faultOfCondition(definition, step.when)
    return [
      ...(levels.indexOf(step.level) < levels.indexOf(definition.from)
        ? [{ field: `chain.${i}.level`, message: `${levelLabels[step.level]}不审核${definition.title}` }]
        : []),
      ...(before && levels.indexOf(step.level) <= levels.indexOf(before.level)
        ? [
            {
              field: `chain.${i}.level`,
              message:
                before.level === step.level
                  ? `${levelLabels[step.level]}审核出现了两次`
                  : `${levelLabels[step.level]}应在${levelLabels[before.level]}之前`,
            },
          ]
        : []),
      ...(when ? [{ field: `chain.${i}.when`, message: when }] : []),
    ]
  })
}

/** Whether two chains ask for the same. */
export const sameChain = (one: readonly Step[], other: readonly Step[]): boolean =>
  canonical(one) === canonical(other)

const provincial = (chain: readonly Step[]) =>
  canonical(chain.filter((step) => step.level === 'province').map(({ level, when }) => ({ level, when })))

/** What a city may not decide for its own schools: whether the province reviews. */
export function faultsBelow(chain: readonly Step[], above: readonly Step[]): FieldFault[] {
  return provincial(chain) === provincial(above)
    ? []
    : [{ field: 'chain', message: '省审核这一步由省决定，市不能增加、移除或改条件' }]
}
