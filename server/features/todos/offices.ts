import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  OfficeFigures,
  OfficeItem,
  OfficeItemsQuery,
  OfficesPage,
  OfficesQuery,
} from '../../../catalogue/contract/todos.ts'
import { placeWithin } from '../../engine/access/index.ts'
import { limitsNow, type Held } from '../../engine/waiting/index.ts'
import { countedDay, workdays } from '../../engine/ways/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Todos } from './list.ts'
import { markOf, readMark } from './place.ts'

const pageSize = 20
/** Decisions of one office that its median is counted from. */
const mostDecided = 500

const holding = ({ todoSources }: Todos) =>
  todoSources.flatMap((source) => (source.held ? [{ source, held: source.held }] : []))

const each = (todos: Todos, part: (held: Held, name: string) => Sql): Sql =>
  sql.join(
    holding(todos).map(({ source, held }) => part(held, source.name)),
    ' union all ',
  )

/** The offices right below one within the actor's scope: what lies there, and how long they take. */
export async function listOffices(
  todos: Todos,
  actor: Actor,
  { place, page }: OfficesQuery,
): Promise<OfficesPage> {
  const { db } = todos
  const id = place ?? actor.institutionId
  await placeWithin(db, actor, id)
  const limits = await limitsNow(db)
  const below = sql`i.parent_id = ${id} and i.closed_on is null and i.level in ('school', 'district', 'city')`
  const [over, { total }, list] = await Promise.all([
    db.one<{ id: number; name: string }>(sql`select id, name from institution where id = ${id}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from institution i where ${below}`),
    db.query<OfficeFigures>(sql`
      with cal as materialized (${workdays}),
      shown as (
        select i.id, i.name, i.level, count(h.item)::int as open,
          (count(*) filter (where h.urgency = 0))::int as overdue, min(h.since) as oldest
        from institution i
        left join (${each(todos, (held) => held.rows(limits, sql`select i.id from institution i where ${below}`))}) h
          on h.office = i.id
        where ${below}
        group by i.id
        order by overdue desc, open desc, i.id
        limit ${pageSize} offset ${(page - 1) * pageSize})
      select s.*, took.decided, took."medianDays",
        exists (select 1 from institution b where b.parent_id = s.id and b.closed_on is null
          and b.level in ('school', 'district', 'city')) as "hasBelow"
      from shown s
      cross join lateral (
        select count(*)::int as decided,
          (percentile_cont(0.5) within group (order by t.n - f.n))::float8 as "medianDays"
        from (${decidedOf(todos, sql`s.id`)}) d
        join cal t on t.day = ${countedDay(sql`d.at`)}
        join cal f on f.day = ${countedDay(sql`d.at - make_interval(secs => d.waited)`)}) took
      order by s.overdue desc, s.open desc, s.id`),
  ])
  return { place: over, list, total, page, pageSize }
}

/** What an office decided in the last 90 days, the latest first, and at most so many. */
const decidedOf = (todos: Todos, office: Sql): Sql => sql`
  select d.*
  from (${each(todos, (held, name) => sql`select ${sql.lit(name)} as source, y.* from (${held.decided(office)}) y`)}) d
  order by d.at desc
  limit ${mostDecided}`

interface Row {
  readonly source: string
  readonly item: string
  readonly type: string
  readonly since: string
  readonly decided: string | null
  readonly at: string
  readonly days: number
  readonly urgency: number
}

/** The items behind a figure of an office within the actor's scope: as many as the figure says. */
export async function listOfficeItems(
  todos: Todos,
  actor: Actor,
  id: number,
  { figure, after, pageSize: size }: OfficeItemsQuery,
) {
  const { db } = todos
  await placeWithin(db, actor, id)
  const limits = await limitsNow(db)
  const rows =
    figure === 'decided'
      ? sql`
        select d.source, d.item, d.type, d.at - make_interval(secs => d.waited) as since, d.at as decided,
          d.at as moment, 2 as urgency
        from (${decidedOf(todos, sql`${id}::int`)}) d`
      : sql`
        select h.* from (${each(
          todos,
          (held, name) => sql`
            select ${sql.lit(name)} as source, y.item, y.type, y.since, null::timestamptz as decided,
              y.since as moment, y.urgency
            from (${held.rows(limits, sql`${id}::int`)}) y`,
        )}) h
        ${figure === 'overdue' ? sql`where h.urgency = 0` : sql.empty}`
  const place = readMark(after)
  const order = figure === 'decided' ? sql`desc` : sql.empty
  const beyond = place
    ? sql`where (r.moment, r.source collate "C", r.item collate "C") ${figure === 'decided' ? sql`<` : sql`>`}
        (${place.at}::timestamptz, ${place.source}, ${place.item})`
    : sql.empty
  const [office, { total }, found] = await Promise.all([
    db.one<{ id: number; name: string }>(sql`select id, name from institution where id = ${id}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from (${rows}) r limit 10001) n`,
    ),
    db.query<Row>(sql`
      with cal as materialized (${workdays})
      select r.source, r.item, r.type, r.since, r.decided, r.moment::text as at, r.urgency, t.n - f.n as days
      from (
        select * from (${rows}) r
        ${beyond}
        order by r.moment ${order}, r.source collate "C" ${order}, r.item collate "C" ${order}
        limit ${size + 1}) r
      join cal t on t.day = ${countedDay(sql`coalesce(r.decided, now())`)}
      join cal f on f.day = ${countedDay(sql`r.since`)}
      order by r.moment ${order}, r.source collate "C" ${order}, r.item collate "C" ${order}`),
  ])
  const shown = found.slice(0, size)
  const last = found.length > size ? shown.at(-1) : undefined
  return {
    office,
    list: await named(todos, shown),
    total: Math.min(total, 10_000),
    ...(total > 10_000 && { totalMore: true as const }),
    after: last ? markOf({ ...last, urgency: 2 }) : null,
  }
}

async function named(todos: Todos, rows: readonly Row[]): Promise<OfficeItem[]> {
  const titles = new Map(
    await Promise.all(
      holding(todos).map(async ({ source, held }) => {
        const own = rows.filter((row) => row.source === source.name)
        const called = own.length === 0 ? new Map<string, string>() : await held.titles(own)
        return [source.name, { titleOf: source.titleOf, called }] as const
      }),
    ),
  )
  return rows.map((row) => {
    const of = titles.get(row.source)
    return {
      id: `${row.source}.${row.type}.${row.item}.${row.at}`,
      typeTitle: of?.titleOf(row.type) ?? row.type,
      title: of?.called.get(row.item) ?? '',
      since: row.since,
      decidedAt: row.decided,
      days: row.days,
      overdue: row.urgency === 0,
    }
  })
}
