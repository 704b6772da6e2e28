import { labelOf } from '../dictionaries/dictionaries.ts'
import { isAny, isHas, type Condition, type Element } from '../query/query.ts'
import { conditionsOfNotice, type ConditionKey, type DeclareCondition } from './conditions.ts'

type Values = Readonly<Record<string, unknown>>
/** The records in force of one teacher by type, those of one type in their order. */
export type Archive = Readonly<Record<string, readonly Values[]>>

/**
 * One condition as it stands for somebody: whether it holds, what the archive has, and which record that is.
 */
export interface Judgement {
  readonly key: ConditionKey
  readonly says: string
  readonly met: boolean
  /** What was found, against what is asked: 教龄 3 年，需满 5 年. */
  readonly found: string
  readonly record: string
}

const months = (text: unknown): number | null => {
  const [year, month] = typeof text === 'string' ? text.split('-').map(Number) : []
  return year === undefined || month === undefined ? null : year * 12 + month
}

const wholeYears = (from: unknown, day: string): number | null => {
  const start = months(from)
  const now = months(day)
  return start === null || now === null ? null : Math.floor((now - start) / 12)
}

/** Whole years of life on a day; the day of birth counts. */
function ageOn(born: unknown, day: string): number | null {
  if (typeof born !== 'string') return null
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/** Hours of training that ended in the five years before a day. */
function hoursSince(rows: readonly Values[], day: string): number {
  const since = `${Number(day.slice(0, 4)) - 5}${day.slice(4)}`
  return rows
    .filter(({ endDate }) => typeof endDate === 'string' && endDate > since && endDate <= day)
    .reduce((sum, { creditHours }) => sum + Number(creditHours ?? 0), 0)
}

/** The person with what is worked out of the archive, as custom queries name it (catalogue/query/fields). */
function personOf(archive: Archive, day: string): Values {
  const basic = archive['basicInfo']?.[0] ?? {}
  return {
    ...basic,
    teachingYears: wholeYears(basic['teachStartMonth'], day),
    age: ageOn(basic['birthDate'], day),
    hours5y: hoursSince(archive['trainingRegistration'] ?? [], day),
  }
}

/** A punishment counts until its term is over or it is revoked; one without a term counts (decision 0068). */
const withTerm = (rows: readonly Values[], day: string): Values[] =>
  rows.map((row) => ({
    ...row,
    inForce:
      (row['revokeDate'] ?? null) === null &&
      (typeof row['influenceUntil'] !== 'string' || row['influenceUntil'] >= day),
  }))

type Compares = (value: unknown, wanted: readonly unknown[]) => boolean
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const isOne: Compares = (value, wanted) => wanted.map(String).includes(String(value))
const numbers = (compare: (value: number, low: number, high: number) => boolean): Compares => {
  return (value, [low, high]) => !isEmpty(value) && compare(Number(value), Number(low), Number(high))
}

/** What is not filled in fulfils only 不属于, 不为 and 未填. */
const operators: Readonly<Record<Condition['op'], Compares>> = {
  null: isEmpty,
  notnull: (value) => !isEmpty(value),
  eq: (value, wanted) => !isEmpty(value) && isOne(value, wanted),
  in: (value, wanted) => !isEmpty(value) && isOne(value, wanted),
  ne: (value, wanted) => isEmpty(value) || !isOne(value, wanted),
  nin: (value, wanted) => isEmpty(value) || !isOne(value, wanted),
  like: (value, [part]) => !isEmpty(value) && String(value).includes(String(part)),
  between: numbers((value, low, high) => value >= low && value <= high),
  ge: numbers((value, low) => value >= low),
  gt: numbers((value, low) => value > low),
  le: numbers((value, low) => value <= low),
  lt: numbers((value, low) => value < low),
}

const compares = (value: unknown, { op, value: wanted }: Condition): boolean =>
  operators[op](value, Array.isArray(wanted) ? wanted : [wanted])

const rowsThat = (archive: Archive, type: string, where: readonly Condition[]): Values[] =>
  (archive[type] ?? []).filter((row) => where.every((one) => compares(row[one.field], one)))

/** Whether one element of a query holds for one archive. */
export function holds(element: Element, archive: Archive, person: Values): boolean {
  if (isAny(element)) return element.any.some((one) => holds(one, archive, person))
  if (!isHas(element)) return compares(person[element.field], element)
  const count = rowsThat(archive, element.has, element.where).length
  return count >= (element.min ?? (element.max === undefined ? 1 : 0)) && count <= (element.max ?? Infinity)
}

/** Judges an archive by the conditions of a notice, each with what was found. */
export function judgeArchive(notice: Values, given: Archive, day: string): Judgement[] {
  const archive: Archive = { ...given, punishment: withTerm(given['punishment'] ?? [], day) }
  const person = personOf(archive, day)
  const year = Number(day.slice(0, 4))
  return conditionsOfNotice(notice).map(({ condition, wanted }) => {
    const elements = condition.asks(wanted, year)
    const met = elements.every((element) => holds(element, archive, person))
    return {
      key: condition.key,
      says: condition.says(wanted),
      met,
      found: foundOf({ condition, elements, archive, person, met, says: condition.says(wanted) }),
      record: condition.record,
    }
  })
}

interface ConditionOutcome {
  readonly condition: DeclareCondition
  readonly elements: readonly Element[]
  readonly archive: Archive
  readonly person: Values
  readonly met: boolean
  readonly says: string
}

function foundOf(found: ConditionOutcome): string {
  const { condition, elements, met, says } = found
  const has = condition.key === 'notPunished' ? punishmentFound(found) : valueFound(found)
  const first = elements[0]
  if (met || condition.key === 'notPunished' || first === undefined) return has
  return `${has}，需${says.replace(/^(教龄|职称|年龄)/, '')}`
}

const words: Readonly<Record<string, string>> = { teachingYears: '教龄', age: '年龄', hours5y: '近五年培训' }

function valueFound({ condition, elements, archive, person }: ConditionOutcome): string {
  const [first] = elements
  if (first === undefined || isAny(first)) return ''
  if (isHas(first)) return rowsFound(condition, rowsThat(archive, first.has, first.where.slice(0, 1)))
  const value = person[first.field]
  if (value === null || value === undefined || value === '') return '档案里没有填写'
  if (first.field === 'titleLevel') return `职称为${labelOf('titleLevel', String(value))}`
  return `${words[first.field] ?? ''} ${String(value)}${condition.unit ?? ''}`
}

function rowsFound({ names }: DeclareCondition, rows: readonly Values[]): string {
  if (!names || rows.length === 0) return '档案里没有登记'
  const each = rows
    .toSorted((a, b) => Number(b[names.by]) - Number(a[names.by]))
    .map((row) => `${String(row[names.by])} 年${labelOf(names.dict, String(row[names.field]))}`)
  return `已登记 ${each.join('、')}`
}

function punishmentFound({ archive }: ConditionOutcome): string {
  const rows = (archive['punishment'] ?? []).filter(({ inForce }) => inForce === true)
  if (rows.length === 0) return '档案里没有影响期内的处分'
  return rows
    .map(({ punishmentKind, influenceUntil }) => {
      const kind = labelOf('punishmentKind', String(punishmentKind))
      return typeof influenceUntil === 'string'
        ? `${kind}，影响期至 ${influenceUntil}，期满后可以申报`
        : `${kind}，没有登记影响期的截止日，请单位核对`
    })
    .join('；')
}
