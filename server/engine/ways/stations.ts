import type { Place } from '../../../catalogue/access/access.ts'
import type { Level } from '../../../catalogue/define.ts'
import { roleOfLevel, type Station } from '../../../catalogue/flows/review.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

interface Office {
  readonly id: number
  readonly level: Level
  readonly name: string
  /** People who can act there. */
  readonly officers: readonly number[]
}

const idsOf = ({ institutionId, districtId, cityId, provinceId }: Place): number[] =>
  [institutionId, districtId, cityId, provinceId].filter((id) => id !== null)

/**
 * The institutions above any number of owners, read once: answers the stations of a place for a submitter,
 * who reviews nothing of their own (as `stationsOf` answers them for one).
 */
export async function stationsOfAll(
  db: Queryable,
  places: readonly Place[],
): Promise<(place: Place, submitter: number | null) => Station[]> {
  const ids = [...new Set(places.flatMap(idsOf))]
  const rows = await db.query<Office>(sql`
    select i.id, case i.level when 'district' then 'area' else i.level end as level, i.name,
      array(select distinct a.person_id
        from identity a
        where a.institution_id = i.id and a.state = ${sql.lit('enabled')}
          and a.role = case i.level when 'school' then ${sql.lit(roleOfLevel.school)}
            when 'district' then ${sql.lit(roleOfLevel.area)} when 'city' then ${sql.lit(roleOfLevel.city)}
            else ${sql.lit(roleOfLevel.province)} end
        limit 50) as officers
    from institution i
    where i.id = any(${ids}::int[]) and i.level in ('school', 'district', 'city', 'province')`)
  const byId = new Map(rows.map((office) => [office.id, office]))
  return (place, submitter) =>
    idsOf(place).flatMap((id) => {
      const office = byId.get(id)
      if (!office) return []
      const staffed = office.officers.some((person) => person !== submitter)
      return [{ level: office.level, institutionId: id, institution: office.name, staffed }]
    })
}
