import { areaName } from '../../../catalogue/areas/areas.ts'
import type { Field } from '../../../catalogue/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { fieldIn, personType } from '../../../catalogue/query/fields.ts'
import { isMany } from '../../../catalogue/query/judge.ts'
import { conditionsOf, isHas, type Plain } from '../../../catalogue/query/query.ts'
import { sql } from '../../platform/db/sql.ts'
import type { QueryRequest } from './statement/asked.ts'

/** Every value that a query compares a field of a kind with, which names something. */
function valuesNaming({ query, sections }: QueryRequest, what: 'institution' | 'area'): Plain[] {
  const asked = conditionsOf(query).flatMap(({ condition }) =>
    isHas(condition)
      ? condition.where.map((one) => ({ type: condition.has, one }))
      : [{ type: personType, one: condition }],
  )
  return asked.flatMap(({ type, one: { field: key, value } }) => {
    const found = fieldIn(sections, type, key)
    if (!found || kindOf(found.field).names !== what || value === undefined) return []
    return isMany(value) ? value : typeof value === 'object' ? [] : [value]
  })
}

/** Names the institutions and divisions in the values of a query, for its sentence. */
export async function namesIn(
  asked: QueryRequest,
): Promise<(field: Field, value: Plain) => string | undefined> {
  const ids = valuesNaming(asked, 'institution').map(Number).filter(Number.isSafeInteger)
  const rows =
    ids.length === 0
      ? []
      : await asked.engine.db.query<{ id: number; name: string }>(
          sql`select id, name from institution where id = any(${ids}::int[])`,
        )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (field, value) => {
    const { names: what } = kindOf(field)
    if (what === 'institution') return names.get(Number(value))
    return what === 'area' ? areaName(String(value)) : undefined
  }
}
