import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  OfficeFigures,
  OfficeItem,
  OfficeItemsQuery,
  OfficesPage,
  OfficesQuery,
} from '../../../catalogue/contract/todos.ts'
import { placeWithin } from '../../engine/access/index.ts'
import { limitsNow, type HeldWork } from '../../engine/waiting/index.ts'
import { countedDay, workdays } from '../../engine/ways/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { gathered } from './gathered.ts'
import type { Todos } from './list.ts'
import { markOf, readMark } from './place.ts'

const pageSize = 20
/** Decisions of one office that its median is counted from. */
const mostDecided = 500

const holding = ({ todoSources }: Todos) =>
  todoSources.flatMap((source) => (source.held ? [{ source, held: source.held }] : []))

/** Relation `name`: the rows of every source. */
const each = (name: string, todos: Todos, part: (held: HeldWork, source: string) => Sql): Sql =>
  gathered(
    name,
    holding(todos).map(({ source, held }) => part(held, source.name)),
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
  const [over, { total }, offices, days] = await Promise.all([
    db.one<{ id: number; name: string }>(sql`select id, name from institution where id = ${id}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from institution i where ${below}`),
    db.query<Omit<OfficeFigures, 'decided' | 'medianDays'>>(sql`
      with ${each('held', todos, (held) => held.rows(limits, sql`select i.id from institution i where ${below}`))},
      shown as (
        select i.id, i.name, i.level, count(h.item)::int as open,
          (count(*) filter (where h.urgency = 0))::int as overdue, min(h.since) as oldest
        from institution i
        left join held h on h.office = i.id
        where ${below}
        group by i.id
        order by overdue desc, open desc, i.id
        limit ${pageSize} offset ${(page - 1) * pageSize})
      select s.*,
        exists (select 1 from institution b where b.parent_id = s.id and b.closed_on is null
          and b.level in ('school', 'district', 'city')) as "hasBelow"
      from shown s
      order by s.overdue desc, s.open desc, s.id`),
    db.query<Workday>(sql`select day::text as day, n from (${workdays}) w`),
  ])
  const list: OfficeFigures[] = []
  for (const office of offices) list.push({ ...office, ...(await tookOf(todos, office.id, days)) })
  return { place: over, list, total, page, pageSize }
}

/** A day with the number of its working days, counted from a day in the past. */
interface Workday {
  readonly day: string
  readonly n: number
}

/**
 * How many items an office decided in the last 90 days, and how many working days half of them took at most.
 */
function tookOf(
  todos: Todos,
  office: number,
  days: readonly Workday[],
): Promise<Pick<OfficeFigures, 'decided' | 'medianDays'>> {
  return todos.db.one(sql`
    with cal as materialized (
      select day, n
      from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ n }) => n)}::int[]) c (day, n)),
    ${decidedOf(todos, sql`${office}::int`)}
    select count(*)::int as decided,
      (percentile_cont(0.5) within group (order by t.n - f.n))::float8 as "medianDays"
    from d
    join cal t on t.day = ${countedDay(sql`d.at`)}
    join cal f on f.day = ${countedDay(sql`d.at - make_interval(secs => d.waited)`)}`)
}

/** Relation `d`: what an office decided in the last 90 days, the latest first, and at most so many. */
const decidedOf = (todos: Todos, office: Sql): Sql => sql`
  ${each(
    'decided',
    todos,
    (held, name) => sql`
      select ${sql.lit(name)} as source, y.*
      from (${held.decided(office)}) y
      order by y.at desc
      limit ${mostDecided}`,
  )},
  d as materialized (select * from decided order by at desc limit ${mostDecided})`

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

/** Relation `found`: the items behind a figure of an office. */
function itemsOf(
  todos: Todos,
  limits: Awaited<ReturnType<typeof limitsNow>>,
  id: number,
  figure: OfficeItemsQuery['figure'],
): Sql {
  const office = sql`${id}::int`
  return figure === 'decided'
    ? sql`
        ${decidedOf(todos, office)},
        found as (
          select d.source, d.item, d.type, d.at - make_interval(secs => d.waited) as since, d.at as decided,
            d.at as moment, 2 as urgency
          from d)`
    : sql`
        ${each(
          'held',
          todos,
          (held, name) => sql`
            select ${sql.lit(name)} as source, y.item, y.type, y.since, null::timestamptz as decided,
              y.since as moment, y.urgency
            from (${held.rows(limits, office)}) y
            ${figure === 'overdue' ? sql`where y.urgency = 0` : sql.empty}`,
        )},
        found as (select * from held)`
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
  const rows = itemsOf(todos, await limitsNow(db), id, figure)
  const place = readMark(after)
  const order = figure === 'decided' ? sql`desc` : sql.empty
  const beyond = place
    ? sql`where (r.moment, r.source collate "C", r.item collate "C") ${figure === 'decided' ? sql`<` : sql`>`}
        (${place.at}::timestamptz, ${place.source}, ${place.item})`
    : sql.empty
  const [of, { total }, found] = await Promise.all([
    db.one<{ id: number; name: string }>(sql`select id, name from institution where id = ${id}`),
    db.one<{ total: number }>(
      sql`with ${rows} select count(*)::int as total from (select 1 from found limit 10001) n`,
    ),
    db.query<Row>(sql`
      with cal as materialized (${workdays}), ${rows}
      select r.source, r.item, r.type, r.since, r.decided, r.moment::text as at, r.urgency, t.n - f.n as days
      from (
        select * from found r
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
    office: of,
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
