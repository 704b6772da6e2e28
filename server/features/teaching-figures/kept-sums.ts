import type { Queryable } from '../../engine/engine.ts'
import { factsOfSums } from '../../engine/person-facts/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { monthAfter, monthsBetween, type CountedPart } from './asked.ts'
import { inPeriod, partOf, prefixOf, within } from './sources.ts'

/** What is counted of facts of one kind: rows, people, and the sums of what they carry. */
export interface FactSums {
  readonly n: number
  readonly people: number
  readonly times: number
  readonly tenths: number
}

/** What is counted of one kind in one row of a table, or in all of them. A number that is missing counts nothing. */
export interface KindRow extends Partial<FactSums> {
  readonly kind: string
  readonly key: string | null
  readonly whole: boolean
}

/**
 * Whether sums are kept for the place: they are kept by district, of which a city or a province has many. Facts
 * of a district are few.
 */
export const isSummed = ({ within: { column } }: CountedPart): boolean =>
  column === 'province_id' || column === 'city_id'

/** What rows of sums, which name the area in place of district and institution, are grouped by. */
const keptPart = (asked: CountedPart): Sql => {
  if (asked.group !== 'area') return partOf(asked, 'x')
  return asked.within.column === 'province_id' ? sql`coalesce(x.city_id, x.area_id)` : sql`x.area_id`
}

/**
 * Facts and what they carry, out of the sums. What is due is counted from the facts: a report says what the
 * list behind it says, at any moment. `not in` is a table of hashes; `not exists` would be a loop over what is due,
 * which the planner takes for nothing.
 */
export const summedFacts = (
  db: Queryable,
  asked: CountedPart,
  kinds: readonly string[],
): Promise<KindRow[]> =>
  db.query<KindRow>(sql`
    with due as materialized (
      select distinct area_id, kind, month from fact_sum_due
      where kind = any(${[...kinds]}::text[]) and ${inPeriod(asked, sql`month`)}),
    part as (
      select x.kind, ${keptPart(asked)} as part, x.facts, x.times, x.tenths
      from fact_sum x
      where x.kind = any(${[...kinds]}::text[]) and ${within(asked, 'x')} and ${inPeriod(asked, sql`x.month`)}
        and (x.area_id, x.kind, x.month) not in (select d.area_id, d.kind, d.month from due d)
      union all
      select x.kind, ${keptPart(asked)}, 1, x.times, x.tenths
      from (${factsOfSums(sql`due`)}) x
      where ${within(asked, 'x')})
    select kind, ${prefixOf(asked)}::text || part as key, grouping(part) = 1 as whole, sum(facts)::float8 as n,
      sum(times)::float8 as times, sum(tenths)::float8 as tenths
    from part group by grouping sets ((kind, part), (kind))`)

/** School years that the period touches, and which months of each: a bit for each, September the lowest. */
export function yearsOf({ start, end }: CountedPart): ReadonlyMap<number, number> {
  const years = new Map<number, number>()
  for (let index = 0; index < monthsBetween(start, end); index += 1) {
    const month = monthAfter(start, index)
    const [year, at] = [Number(month.slice(0, 4)), Number(month.slice(5))]
    const began = at < 9 ? year - 1 : year
    years.set(began, (years.get(began) ?? 0) | (1 << ((at + 3) % 12)))
  }
  return years
}

/**
 * How many people had facts of these kinds, each once. Whoever has one row in the years of the period is one
 * person wherever it counts; only the others are compared. Who is due is counted from the facts.
 */
export function summedPeople(
  db: Queryable,
  asked: CountedPart,
  kinds: readonly string[],
): Promise<KindRow[]> {
  const years = yearsOf(asked)
  const isOnce = years.size === 1 ? sql`x.alone` : sql`false`
  const counts = (many: Sql, from: Sql) => sql`
    select kind, ${prefixOf(asked)}::text || part as key, grouping(part) = 1 as whole, ${many}::float8 as people
    from ${from} group by grouping sets ((kind, part), (kind))`
  return db.query<KindRow>(sql`
    with due as materialized (
      select distinct owner_id, kind from fact_year_due where kind = any(${[...kinds]}::text[])),
    kept as materialized (
      select x.kind, ${keptPart(asked)} as part, x.owner_id, ${isOnce} as once
      from fact_year x
        join unnest(${[...years.keys()]}::int[], ${[...years.values()]}::int[]) as y(year, months)
          on x.year = y.year and x.months & y.months <> 0
      where x.kind = any(${[...kinds]}::text[]) and ${within(asked, 'x')}
        and (x.owner_id, x.kind) not in (select d.owner_id, d.kind from due d)),
    compared as (
      select kind, part, owner_id from kept where not once
      union
      select x.kind, ${partOf(asked, 'x')}, x.owner_id
      from due d
        join person_fact x on x.owner_id = d.owner_id and x.kind = d.kind
      where ${within(asked, 'x')} and ${inPeriod(asked, sql`x.day`)})
    ${counts(sql`count(*)`, sql`kept where once`)}
    union all
    ${counts(sql`count(distinct owner_id)`, sql`compared`)}`)
}
