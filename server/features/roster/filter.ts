import { invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A field that may be filtered and sorted by: its expression, and how a typed value is read. */
export interface FilterField {
  readonly column: Sql
  readonly kind: 'text' | 'time'
}

/** Fields by their names in OneRoster; a dot leads into a reference (`parent.sourcedId`). */
export type FilteredFields = Readonly<Record<string, FilterField>>

const operators: Readonly<Record<string, Sql>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}

/** One comparison of a filter: field, operator, value without its quotes. */
interface Comparison {
  readonly name: string
  readonly operator: string
  readonly value: string
}

/** A filter as it was typed: comparisons that hold all, or one of which holds. */
interface ParsedFilter {
  readonly any: boolean
  readonly comparisons: readonly Comparison[]
}

/** One comparison, and the word that leads to the next one (OneRoster 1.2, "Filtering"). */
const shape = /\s*([A-Za-z.]+)\s*(!=|>=|<=|=|>|<|~)\s*'([^']{0,100})'\s*(AND\b|OR\b|$)/iy

const refused = (names: readonly string[]) =>
  invalid('filter', `filter 应形如 dateLastModified>'2026-11-24T00:00:00Z'，可用的字段：${names.join('、')}`)

/**
 * Reads comparisons joined by AND or by OR, not both; at most four. Throws invalid with the field `filter`.
 */
function parsedFilter(text: string, names: readonly string[]): ParsedFilter {
  const comparisons: Comparison[] = []
  const joins = new Set<string>()
  const reader = new RegExp(shape)
  for (let join = 'AND'; join !== '';) {
    const found = reader.exec(text)
    if (!found || !names.includes(found[1] ?? '')) throw refused(names)
    comparisons.push({ name: found[1] ?? '', operator: found[2] ?? '', value: found[3] ?? '' })
    join = (found[4] ?? '').toUpperCase()
    if (join !== '') joins.add(join)
  }
  if (joins.size > 1) throw invalid('filter', 'filter 里 AND 与 OR 不能同时使用')
  if (comparisons.length > 4) throw invalid('filter', 'filter 至多四个条件')
  return { any: joins.has('OR'), comparisons }
}

const isEmpty = (text: string | undefined): text is undefined => text === undefined || text.trim() === ''

function conditionOf({ name, operator, value }: Comparison, fields: FilteredFields): Sql {
  const { column, kind } = fields[name] ?? { column: sql`null::text`, kind: 'text' }
  if (kind === 'time') {
    if (operator === '~' || Number.isNaN(Date.parse(value))) throw invalid('filter', `${name} 的值应为时间`)
    return sql`${column} ${operators[operator] ?? sql`=`} ${new Date(value).toISOString()}::timestamptz`
  }
  if (operator === '~') return sql`strpos(lower(${column}), ${value.toLowerCase()}) > 0`
  return sql`${column} ${operators[operator] ?? sql`=`} ${value}`
}

/**
 * The condition of a filter on rows of the database.
 * @throws AppError invalid with the field `filter`
 */
export function filterOf(text: string | undefined, fields: FilteredFields): Sql {
  if (isEmpty(text)) return sql`true`
  const { any, comparisons } = parsedFilter(text, Object.keys(fields))
  const conditions = comparisons.map((one) => sql`(${conditionOf(one, fields)})`)
  return sql`(${sql.join(conditions, any ? ' or ' : ' and ')})`
}

/** The value behind a field's name; undefined where the resource has none. */
export function valueAt(resource: object, name: string): string | undefined {
  const value = name
    .split('.')
    .reduce<unknown>((at, key) => Object.entries(at ?? {}).find(([own]) => own === key)?.[1], resource)
  return typeof value === 'string' ? value : undefined
}

/** Compares a field of one resource; days and times of one length sort as texts. */
function holds({ name, operator, value }: Comparison, resource: object): boolean {
  const own = valueAt(resource, name)
  if (own === undefined) return false
  if (operator === '=') return own === value
  if (operator === '!=') return own !== value
  if (operator === '~') return own.toLowerCase().includes(value.toLowerCase())
  if (own === value) return operator.endsWith('=')
  return operator.startsWith('>') === own > value
}

/**
 * The condition of a filter on resources that stand in no table.
 * @throws AppError invalid with the field `filter`
 */
export function predicateOf(text: string | undefined, names: readonly string[]): (one: object) => boolean {
  if (isEmpty(text)) return () => true
  const { any, comparisons } = parsedFilter(text, names)
  return (resource) =>
    any ? comparisons.some((one) => holds(one, resource)) : comparisons.every((one) => holds(one, resource))
}
