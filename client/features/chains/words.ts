import type { Field, Level, Step } from '../../../catalogue/define.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { hasChoices, whyNoCondition } from '../../../catalogue/flows/chain.ts'
import { levelLabels, levels } from '../../../catalogue/flows/review.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { Condition, Scalar } from '../../../catalogue/rules/condition.ts'
import type { TrackStop } from '../../ui/layout/track.tsx'

export type Simple = Exclude<Condition, { all: unknown } | { any: unknown }>

/** The conditions of a step as a flat list, and whether all or any of them must hold. */
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
 * Fields a step may depend on, in the order of the form; those with choices are what a chain usually asks
 * for.
 */
export const conditionFields = (definition: ReviewedType): (readonly [string, Field])[] =>
  definition.order.flatMap((key) => {
    const field = definition.fields[key]
    return field && whyNoCondition(field) === null ? [[key, field] as const] : []
  })

/** A condition on a field newly chosen. */
export const freshCondition = (key: string, field: Field | undefined): Simple =>
  field && hasChoices(field) ? { field: key, in: [] } : { field: key, filled: true }

function valueWord(field: Field, value: Scalar): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  return field.dict ? labelOf(field.dict, String(value)) : String(value)
}

function simpleWords(definition: ReviewedType, one: Simple): string {
  const field = definition.fields[one.field]
  if (!field) return one.field
  if ('filled' in one) return `${field.label}${one.filled ? '已填' : '未填'}`
  const values = ('in' in one ? one.in : one.notIn).map((value) => valueWord(field, value))
  return `${field.label}${'in' in one ? '是' : '不是'}${values.join('、') || '……'}`
}

/** 学位级别是硕士、博士，且…… */
export function conditionWords(definition: ReviewedType, when: Condition): string {
  const { all, parts } = partsOf(when)
  return parts.map((one) => simpleWords(definition, one)).join(all ? '，且' : '，或')
}

/** What a step asks for, beside its level. */
export function stepWords(definition: ReviewedType, { when, days, reasonRequired }: Step): string {
  return [
    when && `${conditionWords(definition, when)}时才有这一步`,
    days && `${days} 个工作日内办`,
    reasonRequired && '通过也要写意见',
  ]
    .filter(Boolean)
    .join('；')
}

/**
 * A chain as stops: 本人, the levels, 生效, or as its type calls the ends. A step with a condition says so in
 * its name.
 */
export function stopsOf(definition: ReviewedType, chain: readonly Step[]): TrackStop[] {
  return [
    { label: definition.ends[0], state: 'plan' },
    ...chain.map((step): TrackStop => {
      const title = stepWords(definition, step)
      return {
        label: `${levelLabels[step.level]}${step.when ? '（有条件）' : ''}`,
        state: 'plan',
        ...(title && { title }),
      }
    }),
    { label: definition.ends[1], state: 'plan' },
  ]
}

/** 学校 → 县区（学位级别是博士时才有这一步；5 个工作日内办） */
export function chainWords(definition: ReviewedType, chain: readonly Step[]): string {
  if (chain.length === 0) return '不须上级审核'
  return chain
    .map((step) => {
      const words = stepWords(definition, step)
      return levelLabels[step.level] + (words && `（${words}）`)
    })
    .join(' → ')
}

/** The level a new step most likely stands on: the next one above the last. */
export function nextLevel(chain: readonly Step[], from: Level): Level {
  const last = chain.at(-1)
  return (
    (last && levels[levels.indexOf(last.level) + 1]) ??
    levels.slice(levels.indexOf(from)).find((level) => !chain.some((step) => step.level === level)) ??
    'province'
  )
}
