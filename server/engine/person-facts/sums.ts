import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Database, Tx } from '../engine.ts'
import { monthOf } from './due.ts'

/**
 * Sums of a month and people of a kind that one transaction counts anew: each statement ends within the seconds that
 * one has, where a district has twenty thousand facts of a kind a month.
 */
const [mostSums, mostPeople] = [20, 1_000]

/** Names the turn in the database: one process counts at a time. */
const turn = sql`hashtext('person-facts.sums')`

/**
 * Facts of the areas, kinds and months that `due` lists (`area_id`, `kind`, `month`). Columns: those of the sums,
 * not summed up.
 */
export const factsOfSums = (due: Sql): Sql => sql`
  select d.area_id, d.kind, d.month, f.city_id, f.province_id, f.stage, f.subject, f.times, f.tenths
  from ${due} d
    join person_fact f on f.district_id = d.area_id and f.kind = d.kind
      and f.day >= d.month and f.day < d.month + interval '1 month'
  union all
  select d.area_id, d.kind, d.month, f.city_id, f.province_id, f.stage, f.subject, f.times, f.tenths
  from ${due} d
    join person_fact f on f.institution_id = d.area_id and f.district_id is null and f.kind = d.kind
      and f.day >= d.month and f.day < d.month + interval '1 month'`

/**
 * Counts anew what is due, a part of it in one transaction. A fact that is committed meanwhile has a row of
 * its own among what is due.
 * @returns whether there is more to do
 */
export const foldFacts = (db: Database): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { held } = await tx.one<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${turn}) as held`)
    if (!held) return false
    const sums = await foldSums(tx)
    const people = await foldPeople(tx)
    return sums || people
  })

/** Takes what is due first and reads facts afterwards: it sees all that was written with it. */
async function foldSums(tx: Tx): Promise<boolean> {
  const due = await tx.query<{ area: number; kind: string; month: string }>(sql`
    with first as (
      select area_id, kind, month from fact_sum_due group by area_id, kind, month order by min(id) limit ${mostSums}),
    taken as (
      delete from fact_sum_due d using first s
      where d.area_id = s.area_id and d.kind = s.kind and d.month = s.month)
    select area_id as area, kind, month::text from first`)
  if (due.length === 0) return false
  const wanted = sql`
    unnest(${due.map(({ area }) => area)}::int[], ${due.map(({ kind }) => kind)}::text[],
      ${due.map(({ month }) => month)}::date[])`
  await tx.execute(sql`
    delete from fact_sum s using ${wanted} as d(area_id, kind, month)
    where s.area_id = d.area_id and s.kind = d.kind and s.month = d.month`)
  await tx.execute(sql`
    with due as materialized (select * from ${wanted} as d(area_id, kind, month))
    insert into fact_sum (area_id, kind, month, no, city_id, province_id, stage, subject, facts, times, tenths)
    select area_id, kind, month, row_number() over (partition by area_id, kind, month), city_id, province_id, stage,
      subject, count(*), sum(times), sum(tenths)
    from (${factsOfSums(sql`due`)}) x
    group by area_id, kind, month, city_id, province_id, stage, subject`)
  return due.length === mostSums
}

async function foldPeople(tx: Tx): Promise<boolean> {
  const due = await tx.query<{ owner: number; kind: string }>(sql`
    with taken as (
      delete from fact_year_due where id in (select id from fact_year_due order by id limit ${mostPeople})
      returning owner_id, kind)
    select owner_id as owner, kind from taken`)
  if (due.length === 0) return false
  const wanted = sql`
    (select distinct owner_id, kind
    from unnest(${due.map(({ owner }) => owner)}::int[], ${due.map(({ kind }) => kind)}::text[]) as u(owner_id, kind))`
  await tx.execute(sql`
    delete from fact_year y using ${wanted} d where y.owner_id = d.owner_id and y.kind = d.kind`)
  await tx.execute(sql`
    insert into fact_year (owner_id, kind, year, no, area_id, city_id, province_id, stage, subject, months, alone)
    select owner_id, kind, year, row_number() over one, area_id, city_id, province_id, stage, subject, months,
      count(*) over one = 1
    from (
      select f.owner_id, f.kind, ${schoolYear} as year, coalesce(f.district_id, f.institution_id) as area_id,
        f.city_id, f.province_id, f.stage, f.subject, bit_or(1 << ${monthOfYear}) as months
      from ${wanted} d
        join person_fact f on f.owner_id = d.owner_id and f.kind = d.kind
      where coalesce(f.district_id, f.institution_id) is not null
      group by 1, 2, 3, 4, 5, 6, 7, 8) x
    window one as (partition by owner_id, kind, year)`)
  return due.length === mostPeople
}

/** The year in which the school year of a fact `f` began, and the months from September to its own. */
const schoolYear = sql`(extract(year from f.day) - case when extract(month from f.day) < 9 then 1 else 0 end)::smallint`
const monthOfYear = sql`((extract(month from f.day)::int + 3) % 12)`

/**
 * Says which sums differ from their facts, so that they are counted anew: facts that two writers moved at once,
 * or that were written by hand. Area by area, as each statement has its seconds.
 */
export async function compareSums(db: Database, stopping?: AbortSignal): Promise<void> {
  const areas = await db.query<{ id: number }>(
    sql`select distinct coalesce(district_id, id) as id from institution`,
  )
  for (const { id } of areas) {
    if (stopping?.aborted) return
    await compareArea(db, id)
  }
}

const compareArea = (db: Database, area: number): Promise<number> =>
  db.execute(sql`
    insert into fact_sum_due (area_id, kind, month)
    select ${area}::int, coalesce(f.kind, s.kind), coalesce(f.month, s.month)
    from (
      select kind, ${monthOf(sql`day`)} as month, count(*) as facts, sum(times)::bigint as times,
        sum(tenths)::bigint as tenths
      from person_fact
      where district_id = ${area} or (institution_id = ${area} and district_id is null)
      group by 1, 2) f
      full join (
        select kind, month, sum(facts)::bigint as facts, sum(times)::bigint as times, sum(tenths)::bigint as tenths
        from fact_sum where area_id = ${area} group by 1, 2) s
        on s.kind = f.kind and s.month = f.month
    where (f.facts, f.times, f.tenths) is distinct from (s.facts, s.times, s.tenths)`)
