import {
  scopeOf,
  type Actor,
  type AssignedScope,
  type OwnerKind,
  type Place as PlaceIds,
} from '../../../catalogue/access/access.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../../platform/db/database.ts'

const scopeColumns = {
  institutionId: 'institution_id',
  districtId: 'district_id',
  cityId: 'city_id',
  provinceId: 'province_id',
} as const

/** The scope columns that every scoped row carries. */
export interface PlaceRow {
  readonly institution_id: number | null
  readonly district_id: number | null
  readonly city_id: number | null
  readonly province_id: number | null
}

/** The place that the scope columns of a row name. */
export const placeOf = (row: PlaceRow): PlaceIds => ({
  institutionId: row.institution_id,
  districtId: row.district_id,
  cityId: row.city_id,
  provinceId: row.province_id,
})

/**
 * The actor's scope on rows about teachers, as one equality; `false` for an actor without archives.
 * @param own the column of the teacher a row is about: `id` in the table of teachers itself
 */
export function scopeCondition(actor: Actor, alias: string, own: 'owner_id' | 'id' = 'owner_id'): Sql {
  const scope = scopeOf(actor)
  if (scope === null) return sql`false`
  const column = scope.column === 'ownerId' ? own : scopeColumns[scope.column]
  return sql`${sql.id(alias, column)} = ${scope.value}`
}

/**
 * The scope of the actor on the records of one type. A teacher has no scope over what an institution owns:
 * the number of the owner in such a row may equal that of the teacher.
 */
export function recordScope(actor: Actor, owner: OwnerKind, alias: string): Sql {
  return actor.role === 2 && owner !== 'teacher' ? sql`false` : scopeCondition(actor, alias)
}

/** A table of assignments: each row gives one person one row of another table. */
export interface AssignmentSource {
  readonly table: string
  /** Column with the id of the assigned row. */
  readonly row: string
  /** Column with the id of the person it is assigned to. */
  readonly person: string
  /** Which assignments still count, on the alias `a`; all of them unless given. */
  readonly counts?: Sql
}

/** Condition that a row of `alias` was assigned to the person. Such a row is in nobody's region. */
export function assignedCondition(scope: AssignedScope, source: AssignmentSource, alias: string): Sql {
  return sql`exists (
      select 1
      from ${sql.id(source.table)} a
      where ${sql.id('a', source.row)} = ${sql.id(alias, 'id')}
        and ${sql.id('a', source.person)} = ${scope.personId}
        and ${source.counts ?? sql`true`})`
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

/** Condition on institutions `alias` in the actor's scope; `false` for a teacher, who has none below. */
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
  if (!row) throw invalid('institutionId', '范围内没有该单位')
  return { column: columnOfLevel[row.level] ?? 'institution_id', id }
}

/** Condition on rows of an institution and of the institutions below it. */
export function placeCondition({ column, id }: Place, alias: string): Sql {
  return sql`${sql.id(alias, column)} = ${id}`
}
