import { invalid } from '../../../../catalogue/errors.ts'
import { countedBy, fieldOfColumn, isFixed } from '../../../../catalogue/query/columns.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { personValue, type QueryRequest } from './asked.ts'

const fixed = {
  name: sql`t.name_sort`,
  district: sql`o.district_id`,
  school: sql`o.name_sort`,
  status: sql`t.status`,
} as const

/** What a list is ordered by when it is ordered by this column. Throws `invalid` for a number of a person. */
export function sortExpression({ sections, day }: QueryRequest, key: string): Sql {
  if (isFixed(key)) return fixed[key]
  const counted = countedBy(key)
  if (counted !== null) return sql`coalesce(${sql.id(`h${counted}`, 'n')}, 0)`
  const field = fieldOfColumn(sections, key)
  if (!field || field.sealed) throw invalid('sort', '不能按这一列排序')
  return personValue(key, day)
}
