import type { Field } from '../define.ts'
import type { QueryOperator } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import { fieldIn, personType, type QuerySection } from './fields.ts'
import { isAgo, isMany, takenBy } from './judge.ts'
import { peopleSets } from './people.ts'
import { isAny, isHas, type Condition, type Element, type Has, type Plain, type Query } from './query.ts'
import { stepCalled } from './scales.ts'

/** A piece of a sentence; what was chosen is strong. */
export interface Piece {
  readonly text: string
  readonly strong?: true | undefined
}

/** What a sentence names beside the query. */
export interface SentenceContext {
  readonly sections: readonly QuerySection[]
  /** The place that is looked at. */
  readonly place: string
  readonly day: string
  /** Names of institutions and divisions by their number or code. */
  readonly named?: (field: Field, value: Plain) => string | undefined
}

const comparing: Readonly<Record<QueryOperator, readonly [before: string, after: string]>> = {
  eq: ['为', ''],
  ne: ['不为', '（含未填）'],
  in: ['属于', ''],
  nin: ['不属于', '（含未填）'],
  gt: ['大于', ''],
  ge: ['不小于', ''],
  lt: ['小于', ''],
  le: ['不大于', ''],
  between: ['在', '之间'],
  like: ['含“', '”'],
  null: ['未填', ''],
  notnull: ['已填', ''],
}
/** Of days, months and years one says 早于 and 晚于. */
const inTime: Readonly<Partial<Record<QueryOperator, string>>> = {
  gt: '晚于',
  ge: '不早于',
  lt: '早于',
  le: '不晚于',
}
/** The same with so many years before the day of the query. */
const backThen: Readonly<Partial<Record<QueryOperator, (years: number) => string>>> = {
  gt: (years) => `在近 ${years} 年`,
  ge: (years) => `在近 ${years} 年`,
  lt: (years) => `已满 ${years} 年`,
  le: (years) => `已满 ${years} 年`,
}

const inYears: Readonly<Partial<Record<string, string>>> = {
  age: ' 岁',
  teachingYears: ' 年',
  hours5y: ' 学时',
}

function shown(field: Field, value: Plain, { named }: SentenceContext): string {
  if (field.sealed) return kindOf(field).mask(value)
  const name = named?.(field, value)
  return name ?? kindOf(field).toText(value, field)
}

function several(field: Field, values: readonly Plain[], told: SentenceContext): string {
  const step = field.dict === undefined ? undefined : stepCalled(field.dict, values)
  return step ?? values.map((value) => shown(field, value, told)).join('、')
}

function comparison(field: Field, { field: key, op, value }: Condition, told: SentenceContext): string {
  const isTime = kindOf(field).yearsBefore !== undefined
  const [before, after] = comparing[op]
  const says = (isTime && inTime[op]) || before
  const unit = inYears[key] ?? ''
  if (takenBy(op) === 'nothing') return says
  if (isAgo(value)) return (backThen[op] ?? ((years: number) => `${says} ${years} 年前`))(value.yearsAgo)
  if (isMany(value))
    return op === 'between'
      ? `${says} ${value.map((one) => shown(field, one, told)).join(' 至 ')}${unit}${after}`
      : `${says}${several(field, value, told)}${after}`
  if (value === undefined) return `${says}…`
  const text = op === 'like' ? String(value) : shown(field, value, told)
  const space = /^[\w.-]/.test(text) ? ' ' : ''
  return `${says}${space}${text}${unit}${after}`
}

/**
 * One condition in words: 年龄不小于 50 岁. An unknown field stays its key, so that a sentence is never
 * broken.
 */
export function conditionSays(type: string, condition: Condition, told: SentenceContext): string {
  const found = fieldIn(told.sections, type, condition.field)
  if (!found) return `“${condition.field}”（不能查询）`
  return `${found.label}${comparison(found.field, condition, told)}`
}

function hasSays({ has, where, min = 1, max }: Has, told: SentenceContext): Piece[] {
  const title = told.sections.find(({ type }) => type === has)?.title ?? `“${has}”（不能查询）`
  const inside = where.map((one) => conditionSays(has, one, told)).join('、')
  const which = inside === '' ? title : `${title}（${inside}）`
  if (max === 0) return [{ text: '没有', strong: true }, { text: which }]
  const count = max === undefined ? `至少 ${min} 条` : min === max ? `正好 ${min} 条` : `${min} 至 ${max} 条`
  return [{ text: '有' }, { text: count, strong: true }, { text: which }]
}

function elementSays(element: Element, told: SentenceContext): Piece[] {
  if (isAny(element)) {
    const parts = element.any.map((one) => elementSays(one, told))
    if (parts.length === 0) return [{ text: '（未设条件的分组）' }]
    return [
      { text: '符合下列之一（' },
      ...parts.flatMap((part, at) => (at === 0 ? part : [{ text: '；' }, ...part])),
      { text: '）' },
    ]
  }
  return isHas(element)
    ? hasSays(element, told)
    : [{ text: conditionSays(personType, element, told), strong: true }]
}

const groupSays = (group: readonly Element[], told: SentenceContext): Piece[] =>
  group.flatMap((element, at) =>
    at === 0 ? elementSays(element, told) : [{ text: '，并且' }, ...elementSays(element, told)],
  )

/** A query as a Chinese sentence in pieces (figures, section 6): what it asks, and of whom. */
export function sentenceOf(query: Query, told: SentenceContext): Piece[] {
  const groups = query.conditions.filter((group) => group.length > 0)
  const parts = groups.map((group) => groupSays(group, told))
  const asked =
    parts.length < 2
      ? parts.flat()
      : parts.flatMap((part, at) => [{ text: at === 0 ? '（' : '，或者（' }, ...part, { text: '）' }])
  const closed = /[\w)]$/.test(asked.at(-1)?.text ?? '') ? ' 的人' : '的人'
  return [
    { text: '截至 ' },
    { text: query.asOf ?? told.day, strong: true },
    { text: query.basis === 'teaching' ? '，任教关系在' : '，人事关系在' },
    { text: told.place, strong: true },
    { text: '的' },
    { text: peopleSets[query.people].label, strong: true },
    ...(asked.length === 0 ? [] : [{ text: '中，' }, ...asked, { text: closed }]),
    { text: '。' },
  ]
}

export const plainSentence = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')
