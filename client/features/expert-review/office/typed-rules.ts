import { rulesFor, type RoundRules } from '../../../../catalogue/contract/review/rules.ts'
import { conflictKinds, type ConflictKind } from '../../../../catalogue/reviews/conflict-kinds.ts'
import { rubricNames, type RubricName } from '../../../../catalogue/reviews/rubrics.ts'
import { isSame } from '../../../engine/values.ts'
import { points, typedPoints } from '../words.ts'

/** The rules of a round as they are typed: numbers are texts, an empty text stands for "never". */

export interface TypedBand {
  readonly label: string
  readonly from: string
  readonly text: string
}
export interface TypedItem {
  readonly key: string
  readonly label: string
  readonly max: string
  readonly weight: string
  readonly text: string
  readonly bands: readonly TypedBand[]
}

/** Rules that are a whole number, with what they are called and what they mean. */
export const numberRules = {
  perItem: ['每件专家数', '1 到 15 位'],
  perExpert: ['每位专家最多', '件；不含其他评审的任务'],
  days: ['评审天数', '从分配的次日起'],
  least: ['最少有效评分', '不足的没有结果'],
  opinion: ['评语最少字数', '0 为不要求'],
  formerYears: ['曾同单位的年数', '几年内在同一单位工作过的算曾同单位'],
} as const
export type NumberRule = keyof typeof numberRules
export const numberRuleNames = Object.keys(numberRules) as NumberRule[]

export interface TypedRules extends Readonly<Record<NumberRule, string>> {
  readonly dropFrom: string
  readonly arbitrationAbove: string
  readonly subjects: RoundRules['subjects']
  readonly regions: RoundRules['regions']
  readonly normalise: RoundRules['normalise']
  readonly ties: readonly string[]
  readonly opinionsShown: boolean
  readonly conflicts: Readonly<Record<ConflictKind, 'block' | 'warn'>>
  readonly rubric: readonly TypedItem[]
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

export const typedFrom = (rules: RoundRules): TypedRules => ({
  perItem: textOf(rules.perItem),
  perExpert: textOf(rules.perExpert),
  days: textOf(rules.days),
  least: textOf(rules.least),
  opinion: textOf(rules.opinion),
  formerYears: textOf(rules.formerYears),
  dropFrom: textOf(rules.dropFrom),
  arbitrationAbove: rules.arbitrationAbove === null ? '' : points(rules.arbitrationAbove),
  subjects: rules.subjects,
  regions: rules.regions,
  normalise: rules.normalise,
  ties: rules.ties,
  opinionsShown: rules.opinionsShown,
  conflicts: rules.conflicts,
  rubric: rules.rubric.map(({ max, weight, bands, ...item }) => ({
    ...item,
    max: points(max),
    weight: String(weight),
    bands: bands.map((band) => ({ ...band, from: points(band.from) })),
  })),
})

/** The rules with which a round begins, by what it reviews. */
export const typedFor = (name: RubricName): TypedRules => typedFrom(rulesFor(name))

/** What a template of a rubric changes. */
export function typedRubric(name: RubricName): Pick<TypedRules, 'rubric' | 'ties'> {
  const { rubric, ties } = typedFor(name)
  return { rubric, ties }
}

/** The template that a rubric is, unchanged; undefined for one of the office's own. */
export const templateOf = ({ rubric }: Pick<TypedRules, 'rubric'>): RubricName | undefined =>
  rubricNames.find((name) => isSame(typedRubric(name).rubric, rubric))

/** NaN for what is no whole number: the server answers it with the sentence of that field. */
const whole = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)
const score = (text: string): number => typedPoints(text) ?? Number.NaN

/** The rules as the call takes them; what cannot be read as a number is left to the server to refuse. */
export const rulesOf = (typed: TypedRules): RoundRules => ({
  perItem: whole(typed.perItem),
  perExpert: whole(typed.perExpert),
  days: whole(typed.days),
  least: whole(typed.least),
  opinion: whole(typed.opinion),
  formerYears: whole(typed.formerYears),
  dropFrom: typed.dropFrom.trim() === '' ? null : whole(typed.dropFrom),
  arbitrationAbove: typed.arbitrationAbove.trim() === '' ? null : score(typed.arbitrationAbove),
  subjects: typed.subjects,
  regions: typed.regions,
  normalise: typed.normalise,
  ties: typed.ties.filter((tie) => tie === 'spread' || typed.rubric.some(({ key }) => key === tie)),
  opinionsShown: typed.opinionsShown,
  anonymity: 'double',
  conflicts: Object.fromEntries(
    conflictKinds.map((kind) => [kind, typed.conflicts[kind]]),
  ) as RoundRules['conflicts'],
  rubric: typed.rubric.map((item) => ({
    key: item.key,
    label: item.label,
    max: score(item.max),
    weight: whole(item.weight),
    text: item.text,
    bands: item.bands.map((band) => ({ ...band, from: score(band.from) })),
  })),
})

/** A key that no other item has. */
export function freshKey(items: readonly TypedItem[]): string {
  let number = items.length + 1
  while (items.some(({ key }) => key === `item${number}`)) number += 1
  return `item${number}`
}

/** The sum of the weights that are numbers. */
export const weightOf = (items: readonly TypedItem[]): number =>
  items.reduce((sum, { weight }) => sum + (whole(weight) || 0), 0)
