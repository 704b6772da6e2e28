import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../../platform/db/database.ts'

const scopeColumns = {
  institutionId: 'institution_id',
  districtId: 'district_id',
  cityId: 'city_id',
  provinceId: 'province_id',
} as const

/**
 * The one equality of the actor's scope on a table's alias; false for an actor without archives.
 * @param own the column of the teacher a row is about: `id` in the table of teachers itself
 */
export function scopeCondition(actor: Actor, alias: string, own: 'owner_id' | 'id' = 'owner_id'): Sql {
  const scope = scopeOf(actor)
  if (scope === null) return sql`false`
  const column = scope.column === 'ownerId' ? own : scopeColumns[scope.column]
  return sql`${sql.id(alias, column)} = ${scope.value}`
}

/** An institution within an actor's scope, by which a list is narrowed. */
export interface Place {
  readonly column: 'institution_id' | 'district_id' | 'city_id' | 'province_id'
  readonly id: number
}

const columnOfLevel: Readonly<Record<string, Place['column']>> = {
  province: 'province_id',
  city: 'city_id',
  district: 'district_id',
}

/** Institutions `alias` of the actor's scope; false for a teacher, who has none below. */
export function institutionsInScope(actor: Actor, alias: string): Sql {
  const scope = scopeOf(actor)
  if (scope === null || scope.column === 'ownerId') return sql`false`
  return sql`${sql.id(alias, scope.column === 'institutionId' ? 'id' : scopeColumns[scope.column])} = ${scope.value}`
}

/**
 * Finds the institution a list is narrowed to. Outside the scope it answers like one that does not exist: 400
 * with the field.
 */
export async function placeWithin(db: Queryable, actor: Actor, id: number): Promise<Place> {
  const row = await db.maybeOne<{ level: string }>(
    sql`select i.level from institution i where i.id = ${id} and ${institutionsInScope(actor, 'i')}`,
  )
  if (row) return { column: columnOfLevel[row.level] ?? 'institution_id', id }
  const message = '范围内没有这个单位'
  throw new AppError('invalid', { errors: [{ field: 'institutionId', message }], message })
}

/** The rows of an institution and of what lies below it. */
export function placeCondition({ column, id }: Place, alias: string): Sql {
  return sql`${sql.id(alias, column)} = ${id}`
}
