import type { FieldMap } from '../../../catalogue/field.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import type { ListQuery } from '../records/index.ts'

/** A filter of a list in words: 学科：数学、语文. */
export function filterWords({ field, test }: ListQuery['filters'][number]): string {
  return `${field.label}：${testWords(field, test)}`
}

function testWords(field: Field, test: ListQuery['filters'][number]['test']): string {
  if ('contains' in test) return `含“${test.contains}”`
  const one: Field = { ...field, multiple: false }
  if ('in' in test) return test.in.map((value) => textOf(one, value)).join('、')
  const side = (value: unknown) => (value === null ? '' : textOf(one, value))
  return `${side(test.from)} 至 ${side(test.to)}`
}

/** The name of an institution that a list is narrowed to, as a filter; none for no institution. */
export async function placeWords(db: Queryable, id: number | null | undefined): Promise<string[]> {
  if (id === null || id === undefined) return []
  const row = await db.maybeOne<{ name: string }>(sql`select name from institution where id = ${id}`)
  return row ? [`单位：${row.name}`] : []
}

/** The order of a list in words. */
export function orderWords(definition: AnyRecord, { sort }: Pick<ListQuery, 'sort'>): string {
  const label = definition.fields[sort.key]?.label ?? '登记先后'
  return `${label}，${sort.descending ? '从后到前' : '从前到后'}`
}

/** What a list was narrowed by, in words: the codes of its declared filters. */
export const choiceWords = (fields: FieldMap, filters: Readonly<Record<string, string>>): string[] =>
  Object.entries(filters).flatMap(([key, code]) => {
    const field = fields[key]
    return field ? [`${field.label}：${textOf(field, code)}`] : []
  })

/** The order of a list by a column, in words; undefined for the usual one. */
export function columnOrderWords(
  fields: FieldMap,
  sort: string | undefined,
  others: Readonly<Record<string, string>>,
): string | undefined {
  if (!sort) return undefined
  const key = sort.replace(/^-/, '')
  return `${others[key] ?? fields[key]?.label ?? key}，${sort === key ? '从前到后' : '从后到前'}`
}
