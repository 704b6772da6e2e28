import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Owner, Queryable } from '../engine.ts'

interface OwnerRow {
  id: number
  person_id: number | null
  name: string
  institution: string
  institution_id: number | null
  district_id: number | null
  city_id: number | null
  province_id: number | null
}

/** The owner of a record by number, with its place; undefined when there is none. */
export async function ownerOf(
  db: Queryable,
  kind: 'teacher' | 'institution',
  id: number,
): Promise<Owner | undefined> {
  const row =
    kind === 'teacher'
      ? await db.maybeOne<OwnerRow>(sql`
          select t.id, t.person_id, t.name, coalesce(i.name, '') as institution, t.institution_id,
            t.district_id, t.city_id, t.province_id
          from teacher t left join institution i on i.id = t.institution_id where t.id = ${id}`)
      : await db.maybeOne<OwnerRow>(sql`
          select id, null as person_id, name, name as institution, id as institution_id, district_id, city_id,
            province_id
          from institution where id = ${id}`)
  if (!row) return undefined
  return {
    id: row.id,
    kind,
    personId: row.person_id,
    name: row.name,
    institution: row.institution,
    institutionId: row.institution_id,
    districtId: row.district_id,
    cityId: row.city_id,
    provinceId: row.province_id,
  }
}

/**
 * Who a new record is about: the named owner, else the teacher themselves, else the actor's own institution.
 */
export function ownerIdFor(
  actor: Actor,
  definition: AnyRecord,
  given: number | undefined,
): number | undefined {
  if (given !== undefined) return given
  if (definition.owner === 'institution') return actor.institutionId
  return actor.teacherId ?? undefined
}
