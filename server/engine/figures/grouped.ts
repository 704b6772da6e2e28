import { sql, type Sql } from '../../platform/db/sql.ts'
import { scopeCondition, type Place } from '../access/index.ts'
import type { Actor, Engine } from '../engine.ts'
import { tableName } from '../schema/index.ts'

/** Maximum of groups in an answer; the largest groups are kept. */
const mostGroups = 200

/** What records `r` in force are grouped by: `t` is their owner. */
export interface Grouping {
  readonly type: string
  readonly place: Place
  /** More conditions on `r` and `t`. */
  readonly where: Sql
  /** The word or number of the group. */
  readonly by: Sql
  /** Several records of one matter count once, where the first of them stands; otherwise each counts. */
  readonly once?: {
    /** What is equal in records of one matter. */
    readonly matter: Sql
    /** Orders them: the one who leads first. */
    readonly order: Sql
  }
  /** A number of `r` that is added up. */
  readonly sum?: Sql
}

export interface Group {
  readonly name: string | null
  readonly records: number
  readonly owners: number
  readonly sum: number
}

const belowOf: Readonly<Record<Place['column'], Sql>> = {
  province_id: sql`coalesce(r.city_id, r.institution_id)`,
  city_id: sql`coalesce(r.district_id, r.institution_id)`,
  district_id: sql`r.institution_id`,
  institution_id: sql`r.institution_id`,
}

/** The name of the institution one step below a place, as what to group by. */
export const byPlaceBelow = ({ column }: Place): Sql =>
  sql`(select i.name from institution i where i.id = ${belowOf[column]})`

/**
 * Counts records in force of teachers in the actor's scope by anything. Throws AppError `tooWide` where it
 * takes too long.
 */
export async function grouped(engine: Engine, actor: Actor, asked: Grouping): Promise<Group[]> {
  const { type, place, where, by, once, sum = sql`null::numeric` } = asked
  const first = once ? sql`distinct on (${once.matter}) r.*` : sql`r.*`
  const order = once ? sql`order by ${once.matter}, ${once.order}, r.owner_id, r.id` : sql.empty
  const rows = await engine.search.query<Omit<Group, 'sum'> & { sum: string | null }>(sql`
    select ${by} as name, count(*)::int as records, count(distinct r.owner_id)::int as owners, sum(${sum})::text as sum
    from (
      select ${first}
      from ${sql.id(tableName(type))} r
      join teacher t on t.id = r.owner_id
      where r.voided_at is null and ${scopeCondition(actor, 'r')} and ${sql.id('r', place.column)} = ${place.id}
        and ${where}
      ${order}) r
    join teacher t on t.id = r.owner_id
    group by 1
    order by 2 desc, 1
    limit ${mostGroups}`)
  return rows.map(({ sum: text, ...group }) => ({ ...group, sum: Number(text ?? 0) }))
}
