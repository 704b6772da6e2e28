import type { Actor, OwnerKind, RecordStanding } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Owner, Queryable } from '../engine.ts'
import { placeOf, type PlaceRow } from './scope.ts'

/** Columns that `ownerColumns` selects. */
export interface OwnerRow extends PlaceRow {
  readonly owner_id: number
  readonly owner_name: string
  readonly owner_person_id: number | null
  /** Stage and subject of a teacher, as codes. */
  readonly owner_stage: string | null
  readonly owner_subject: string | null
  readonly institution_name: string | null
}

/**
 * Joins `o`, the owner, and `i`, the institution the owner belongs to.
 * @param ownerId expression of the owner's number
 * @param placed alias of the row whose `institution_id` says where a teacher belongs: the scoped row in a
 * list, the teacher (`o`) where a decision follows
 */
export function joinOwner(kind: OwnerKind, ownerId: Sql, placed = 'o'): Sql {
  return kind === 'teacher'
    ? sql`left join teacher o on o.id = ${ownerId}
      left join institution i on i.id = ${sql.id(placed, 'institution_id')}`
    : sql`left join institution o on o.id = ${ownerId} left join institution i on i.id = o.id`
}

/** The owner's name, person and scope columns, after `joinOwner`. */
export function ownerColumns(kind: OwnerKind): Sql {
  return kind === 'teacher'
    ? sql`o.name as owner_name, o.person_id as owner_person_id, o.stage as owner_stage,
      o.subject as owner_subject, i.name as institution_name, o.institution_id, o.district_id, o.city_id,
      o.province_id`
    : sql`o.name as owner_name, null::int as owner_person_id, null as owner_stage, null as owner_subject,
      i.name as institution_name, o.id as institution_id, o.district_id, o.city_id, o.province_id`
}

/** The owner that `ownerColumns` selected. */
export function ownerFrom(kind: OwnerKind, row: OwnerRow): Owner {
  return {
    id: row.owner_id,
    kind,
    personId: row.owner_person_id,
    name: row.owner_name,
    institution: row.institution_name ?? '',
    ...placeOf(row),
  }
}

/** The owner of a record by number, with its place; undefined when there is none. */
export async function ownerOf(db: Queryable, kind: OwnerKind, id: number): Promise<Owner | undefined> {
  const row = await db.maybeOne<OwnerRow>(sql`
    select k.id as owner_id, ${ownerColumns(kind)}
    from (select ${id}::int as id) k ${joinOwner(kind, sql`k.id`)}
    where o.id is not null`)
  return row && ownerFrom(kind, row)
}

/** What `inScope` and `canCreate` need to know of a record of this owner. */
export function standingOfOwner(
  owner: Owner,
): Pick<
  RecordStanding,
  'owner' | 'ownerId' | 'ownerPersonId' | 'institutionId' | 'districtId' | 'cityId' | 'provinceId'
> {
  const { kind, id, personId, institutionId, districtId, cityId, provinceId } = owner
  return { owner: kind, ownerId: id, ownerPersonId: personId, institutionId, districtId, cityId, provinceId }
}

/** Types whose records belong to an institution: their `owner_id` is the number of no teacher. */
export const institutionTypes = (records: Readonly<Record<string, AnyRecord>>): string[] =>
  Object.values(records).flatMap(({ name, owner }) => (owner === 'institution' ? [name] : []))

/** Condition that a row belongs to a teacher. A row without a type always does. */
export const isTeachers = (records: Readonly<Record<string, AnyRecord>>, row: string): Sql =>
  sql`coalesce(${sql.id(row, 'type')} <> all(${institutionTypes(records)}::text[]), true)`

/**
 * Joins `owner` (name and scope columns) to rows of several types, of which some belong to teachers and some
 * to institutions: the two number their owners independently.
 * @param row alias of rows with `type` and `owner_id`
 */
export function joinOwnerOfType(records: Readonly<Record<string, AnyRecord>>, row: string): Sql {
  const ofInstitution = sql`${sql.id(row, 'type')} = any(${institutionTypes(records)}::text[])`
  return sql`
    left join teacher owner_t on owner_t.id = ${sql.id(row, 'owner_id')} and not ${ofInstitution}
    left join institution owner_i on owner_i.id = ${sql.id(row, 'owner_id')} and ${ofInstitution}
    cross join lateral (
      select coalesce(owner_t.name, owner_i.name) as name,
        coalesce(owner_t.institution_id, owner_i.id) as institution_id,
        coalesce(owner_t.district_id, owner_i.district_id) as district_id,
        coalesce(owner_t.city_id, owner_i.city_id) as city_id,
        coalesce(owner_t.province_id, owner_i.province_id) as province_id) owner`
}

/** Whether a sent value is a positive PostgreSQL integer, as owners are numbered. */
export const isOwnerId = (given: unknown): given is number =>
  typeof given === 'number' && Number.isInteger(given) && given > 0 && given < 2 ** 31

/** The owner of a new record: the named one, else the teacher who asks, else the actor's own institution. */
export function ownerIdFor(
  actor: Actor,
  definition: AnyRecord,
  given: number | undefined,
): number | undefined {
  if (given !== undefined) return given
  if (definition.owner === 'institution') return actor.institutionId
  return actor.teacherId ?? undefined
}
