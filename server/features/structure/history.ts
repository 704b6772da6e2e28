import type { Actor } from '../../../catalogue/access/access.ts'
import type { InstitutionHistory } from '../../../catalogue/contract/administration/structure.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { keptBy } from './options.ts'
import { entriesFor } from './plans.ts'

/** Most school years that are counted. */
const mostYears = 30

type Head = Pick<InstitutionHistory, 'name' | 'code' | 'openedOn' | 'closedOn' | 'successor'>

/**
 * An institution through the years: names and codes, where it came from and went, heads on each 31 August.
 */
export async function historyOf(db: Queryable, actor: Actor, id: number): Promise<InstitutionHistory> {
  const head = await db.maybeOne<Head>(sql`
    select i.name, i.code, i.opened_on as "openedOn", i.closed_on as "closedOn",
      (select jsonb_build_object('id', s.id, 'name', s.name)
        from institution s where s.id = i.successor_id) as successor
    from institution i
    where i.id = ${id} and ${keptBy(actor, 'i')}`)
  if (!head) throw new AppError('missing')
  const former = await db.query<InstitutionHistory['former'][number]>(sql`
    select name, code, from_on as from, to_on as to
    from institution_former
    where institution_id = ${id}
    order by to_on desc`)
  const predecessors = await db.query<InstitutionHistory['predecessors'][number]>(sql`
    select id, name, code, closed_on as "closedOn"
    from institution
    where successor_id = ${id}
    order by closed_on desc, id`)
  return {
    ...head,
    former,
    predecessors,
    heads: await headsOf(db, id),
    acts: await entriesFor(db, actor, id),
  }
}

/** Heads by personnel memberships; yesterday's schools answer with yesterday's people. */
function headsOf(db: Queryable, id: number): Promise<InstitutionHistory['heads']> {
  return db.query(sql`
    with own as (
      select from_on, to_on from membership where institution_id = ${id} and kind = 'personnel'),
    today as (select (now() at time zone 'Asia/Shanghai')::date as day),
    days as (
      select make_date(y, 8, 31) as day
      from today, generate_series(
        -- From the first person on: a school that has had nobody yet has no years to tell of.
        greatest(coalesce((select extract(year from min(from_on))::int from own), extract(year from today.day)::int + 1),
          extract(year from today.day)::int - ${mostYears}),
        extract(year from today.day)::int) y
      where make_date(y, 8, 31) < today.day
      union
      select day from today)
    select d.day as on, count(o.from_on)::int as count
    from days d
    left join own o on o.from_on <= d.day and (o.to_on is null or o.to_on >= d.day)
    group by d.day
    order by d.day desc`)
}
