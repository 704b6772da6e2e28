import type { Field } from '../../../catalogue/define.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { hasChoices, whyNoCondition } from '../../../catalogue/flows/chain.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { Condition, Scalar } from '../../../catalogue/rules/condition.ts'

/** What a condition is about: fields, in the order of a form. */
export type ConditionedType = Pick<ReviewedType, 'fields' | 'order'>

export type Simple = Exclude<Condition, { all: unknown } | { any: unknown }>

/** The parts of a condition as a flat list, and whether all or any of them must hold. */
export function partsOf(when: Condition | undefined): { all: boolean; parts: readonly Simple[] } {
  if (when === undefined) return { all: true, parts: [] }
  if ('all' in when) return { all: true, parts: when.all.flatMap((one) => partsOf(one).parts) }
  if ('any' in when) return { all: false, parts: when.any.flatMap((one) => partsOf(one).parts) }
  return { all: true, parts: [when] }
}

/** The other way round: none, one, or several joined. */
export function joined(all: boolean, parts: readonly Simple[]): Condition | undefined {
  const [first] = parts
  if (parts.length < 2) return first
  return all ? { all: parts } : { any: parts }
}

/** What a field may be compared with: 是 and 否, or the codes of its dictionary. */
export function choices(field: Field): readonly { value: Scalar; label: string }[] {
  return kindOf(field).choices?.(field) ?? []
}

/**
 * Fields a condition may ask for, in the order of the form; those with choices are what one usually asks for.
 */
export const conditionFields = (
  { fields, order }: ConditionedType,
  why: (field: Field | undefined) => string | null = whyNoCondition,
): (readonly [string, Field])[] =>
  order.flatMap((key) => {
    const field = fields[key]
    return field && why(field) === null ? [[key, field] as const] : []
  })

/** A condition on a field newly chosen. */
export const freshCondition = (key: string, field: Field | undefined): Simple =>
  field && hasChoices(field) ? { field: key, in: [] } : { field: key, filled: true }

function valueWord(field: Field, value: Scalar): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  return field.dict ? labelOf(field.dict, String(value)) : String(value)
}

function simpleWords(definition: ConditionedType, one: Simple): string {
  const field = definition.fields[one.field]
  if (!field) return one.field
  if ('filled' in one) return `${field.label}${one.filled ? '已填' : '未填'}`
  const values = ('in' in one ? one.in : one.notIn).map((value) => valueWord(field, value))
  return `${field.label}${'in' in one ? '是' : '不是'}${values.join('、') || '……'}`
}

/** 学位级别是硕士、博士，且…… */
export function conditionWords(definition: ConditionedType, when: Condition): string {
  const { all, parts } = partsOf(when)
  return parts.map((one) => simpleWords(definition, one)).join(all ? '，且' : '，或')
}
