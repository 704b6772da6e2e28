import type { PublishedTalents } from '../../../catalogue/contract/analysis/talents.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { placeCondition, type Place } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { isFit } from './lines.ts'

/**
 * Entries of a place that stand on its boards: published by an office above the person, and nothing against
 * it today.
 */
const shown = (place: Place): Sql => sql`
  from talent_entry e
  join teacher t on t.id = e.owner_id
  where ${placeCondition(place, 'e')} and ${placeCondition(place, 't')} and e.removed_at is null
    and e.state = 'published' and e.office_id in (e.district_id, e.city_id, e.province_id) and ${isFit}`

/**
 * What is published of a place, for its boards: by kind and level, each person once in the total, and the
 * names of the latest. The caller decides who may see that place.
 * @param most names at most
 */
export async function publishedIn(db: Queryable, place: Place, most = 30): Promise<PublishedTalents> {
  const [counts, list] = await Promise.all([
    db.query<{ kind: string | null; level: string | null; people: number }>(sql`
      select e.kind, e.level, count(distinct e.owner_id)::int as people
      ${shown(place)}
      group by grouping sets ((), (e.kind), (e.kind, e.level))
      order by e.kind, e.level`),
    db.query<PublishedTalents['list'][number]>(sql`
      select t.name, coalesce(i.name, '') as school, t.subject, s.kind, s.year
      from (
        select e.owner_id, e.kind, e.year, e.id ${shown(place)}
        order by e.year desc nulls last, e.kind, e.id
        limit ${most}) s
      join teacher t on t.id = s.owner_id
      left join institution i on i.id = t.institution_id
      order by s.year desc nulls last, s.kind, s.id`),
  ])
  const kinds = counts.flatMap(({ kind, level, people }) =>
    kind !== null && level === null ? [{ kind, people }] : [],
  )
  return {
    people: counts.find(({ kind }) => kind === null)?.people ?? 0,
    kinds: kinds.map(({ kind, people }) => ({
      kind,
      label: labelOf('highLevelKind', kind),
      people,
      levels: counts.flatMap((row) =>
        row.kind === kind && row.level
          ? [{ level: row.level, label: labelOf('talentLevel', row.level), people: row.people }]
          : [],
      ),
    })),
    list,
  }
}
