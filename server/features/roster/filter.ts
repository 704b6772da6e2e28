import { invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A field that may be filtered by: its expression, and how a typed value is read. */
export interface Filtered {
  readonly column: Sql
  readonly kind: 'text' | 'time'
}

const operators: Readonly<Record<string, Sql>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}

/** One condition: field, operator, value in single quotes (OneRoster 1.2, "Filtering"). */
const shape = /^\s*([A-Za-z]+)\s*(=|!=|>=|<=|>|<|~)\s*'([^']{0,100})'\s*$/

function conditionOf(text: string, fields: Readonly<Record<string, Filtered>>): Sql {
  const [, name = '', operator = '', value = ''] = shape.exec(text) ?? []
  const field = fields[name]
  if (!field)
    throw invalid(
      'filter',
      `filter 应形如 dateLastModified>'2026-11-24T00:00:00Z'，可用的字段：${Object.keys(fields).join('、')}`,
    )
  const { column, kind } = field
  if (kind === 'time') {
    if (operator === '~' || Number.isNaN(Date.parse(value))) throw invalid('filter', `${name} 的值应为时间`)
    return sql`${column} ${operators[operator] ?? sql`=`} ${new Date(value).toISOString()}::timestamptz`
  }
  if (operator === '~') return sql`strpos(lower(${column}), ${value.toLowerCase()}) > 0`
  return sql`${column} ${operators[operator] ?? sql`=`} ${value}`
}

/**
 * Reads a filter: conditions joined by AND or by OR, not both; at most four.
 * @throws AppError invalid with the field `filter`
 */
export function filterOf(text: string | undefined, fields: Readonly<Record<string, Filtered>>): Sql {
  if (text === undefined || text.trim() === '') return sql`true`
  const both = text.split(/ AND /i)
  const either = text.split(/ OR /i)
  if (both.length > 1 && either.length > 1) throw invalid('filter', 'filter 里 AND 与 OR 不能同时使用')
  const parts = both.length > 1 ? both : either
  if (parts.length > 4) throw invalid('filter', 'filter 至多四个条件')
  const conditions = parts.map((part) => sql`(${conditionOf(part, fields)})`)
  return sql`(${sql.join(conditions, both.length > 1 ? ' and ' : ' or ')})`
}
