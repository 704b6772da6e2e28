import type { BareField, Field } from '../define.ts'
import type { FieldFault } from '../errors.ts'
import type { QueryOperator } from '../kinds/kind.ts'
import { askedOf, kindOf } from '../kinds/kinds.ts'
import { fieldIn, personType, type QuerySection } from './fields.ts'
import {
  conditionsOf,
  isAny,
  isHas,
  mostConditions,
  mostGroups,
  type Condition,
  type Has,
  type Plain,
  type Query,
  type QueryValue,
} from './query.ts'

const leastLike = 2

/** What each operator takes beside the field. */
const takes: Readonly<Record<QueryOperator, 'one' | 'several' | 'range' | 'part' | 'nothing'>> = {
  eq: 'one',
  ne: 'one',
  gt: 'one',
  ge: 'one',
  lt: 'one',
  le: 'one',
  in: 'several',
  nin: 'several',
  between: 'range',
  like: 'part',
  null: 'nothing',
  notnull: 'nothing',
}
export const takenBy = (op: QueryOperator) => takes[op]

export const isMany = (value: QueryValue | undefined): value is Plain[] => Array.isArray(value)
export const isAgo = (value: QueryValue | undefined): value is { readonly yearsAgo: number } =>
  typeof value === 'object' && !isMany(value)

/** The field without limits of its own: a query may ask for what no form would take. */
const bare = ({ kind, label, dict }: Field): BareField => ({
  kind,
  label,
  required: true,
  ...(dict && { dict }),
})

/**
 * One value of a field as its kind reads it, or why it does not.
 * @param day from which years are counted back
 */
export function readValue(
  field: Field,
  value: QueryValue | undefined,
  day: string,
): { value: unknown } | { fault: string } {
  if (value === undefined || value === '') return { fault: `请填写${field.label}` }
  if (isMany(value)) return { fault: '这种比较方式只要一个值' }
  const kind = kindOf(field)
  if (isAgo(value))
    return kind.yearsBefore
      ? { value: kind.yearsBefore(day, value.yearsAgo) }
      : { fault: `${field.label}不能按“近几年”比较` }
  const read = kind.schema(bare(field)).safeParse(value)
  return read.success
    ? { value: read.data }
    : { fault: `${field.label}：${read.error.issues[0]?.message ?? '格式不对'}` }
}

const anyDay = '2000-01-01'

function faultOf(field: Field, value: QueryValue | undefined): string | null {
  const read = readValue(field, value, anyDay)
  return 'fault' in read ? read.fault : null
}

function faultOfRange(field: Field, value: QueryValue | undefined): string | null {
  const [from, to] = isMany(value) ? value : []
  if (!isMany(value) || value.length !== 2 || from === undefined || to === undefined)
    return '请写起、止两个值'
  const fault = faultOf(field, from) ?? faultOf(field, to)
  if (fault !== null) return fault
  const ascends = Number.isNaN(Number(from)) ? String(from) <= String(to) : Number(from) <= Number(to)
  return ascends ? null : '起不能大于止'
}

/** What is wrong with the value of a condition, by what its operator takes. */
const judges: Readonly<
  Record<ReturnType<typeof takenBy>, (field: Field, value: QueryValue | undefined) => string | null>
> = {
  nothing: (_field, value) => (value === undefined ? null : '这种比较方式不要值'),
  one: faultOf,
  part: (_field, value) =>
    typeof value === 'string' && [...value.trim()].length >= leastLike ? null : `请至少写 ${leastLike} 个字`,
  several: (field, value) =>
    isMany(value)
      ? (value.map((one) => faultOf(field, one)).find((fault) => fault !== null) ?? null)
      : '请从列表中选择',
  range: faultOfRange,
}

function faultsOfCondition(
  sections: readonly QuerySection[],
  type: string,
  condition: Condition,
  path: string,
): FieldFault[] {
  const found = fieldIn(sections, type, condition.field)
  if (!found)
    return [{ field: `${path}.field`, message: `“${condition.field}”不能用来查询，或者您不能查看它` }]
  if (!askedOf(found.field).includes(condition.op))
    return [{ field: `${path}.op`, message: `${found.label}不能这样比较` }]
  const fault = judges[takes[condition.op]](found.field, condition.value)
  return fault === null ? [] : [{ field: `${path}.value`, message: fault }]
}

function faultsOfHas(sections: readonly QuerySection[], asked: Has, path: string): FieldFault[] {
  const { has: type, where, min = 1, max } = asked
  if (type === personType || !sections.some((one) => one.type === type))
    return [{ field: `${path}.has`, message: `“${type}”不能用来查询，或者您不能查看它` }]
  const range: FieldFault[] =
    max === undefined || max === 0 || min <= max
      ? []
      : [{ field: `${path}.max`, message: '最多条数不能小于最少条数' }]
  const none: FieldFault[] =
    min === 0 && max === undefined
      ? [{ field: `${path}.min`, message: '“至少 0 条”人人都符合，请改成 1 条以上' }]
      : []
  const inside = where.flatMap((condition, w) =>
    faultsOfCondition(sections, type, condition, `${path}.where.${w}`),
  )
  return [...range, ...none, ...inside]
}

/**
 * What is wrong with a query for a reader who may ask `sections`, each fault with its place. The same on both
 * sides: the server refuses, the page says it before it asks.
 */
export function faultsOf(query: Pick<Query, 'conditions'>, sections: readonly QuerySection[]): FieldFault[] {
  const all = conditionsOf(query)
  const size = all.reduce(
    (sum, { condition }) => sum + 1 + (isHas(condition) ? condition.where.length : 0),
    0,
  )
  const groups = query.conditions.length + query.conditions.flat().filter(isAny).length
  return [
    ...(size > mostConditions ? [{ field: 'conditions', message: `条件至多 ${mostConditions} 个` }] : []),
    ...(groups > mostGroups ? [{ field: 'conditions', message: `分组至多 ${mostGroups} 个` }] : []),
    ...all.flatMap(({ condition, path }) =>
      isHas(condition)
        ? faultsOfHas(sections, condition, path)
        : faultsOfCondition(sections, personType, condition, path),
    ),
  ]
}
