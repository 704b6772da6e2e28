import { rounded } from '../../../catalogue/figures/rounding.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { roster } from '../../../catalogue/processes/roster.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { momentCell } from '../../engine/exports/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { countedDay, lastDay, workdays } from '../../engine/ways/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { belowPlace, type FigureRequest, type TrainingFigureNeeds } from './asked.ts'
import { ofYear } from './numbers.ts'
import { percent } from './projects.ts'
import { headsOfPeople, type Behind, type FigureRows, type Stretch } from '../../engine/figures/index.ts'

/** Moves by which an office lets an entry go on that lay with it. */
const handled = sql`('approve', 'return', 'waitlist')`

/** Acts `e` of offices on entries `k` of projects `c` of the year. */
const acts = (asked: FigureRequest, offices: Sql): Sql => sql`
  from process_event e
  join ${caseRows} k on k.institution_id = e.institution_id and k.id = e.case_id and k.type = ${trainingEnrolment.name}
  join campaign c on c.id = k.campaign_id
  where e.by_institution = any(${offices}) and e.from_state = 'recommending' and e.move in ${handled}
    and ${ofYear(asked.year, asked.level)}`

/** Entries `k` of projects `c` of the year that lie with offices now. */
const lying = (asked: FigureRequest, offices: Sql): Sql => sql`
  from ${caseRows} k
  join campaign c on c.id = k.campaign_id
  where k.holder_institution_id = any(${offices}) and k.type = ${trainingEnrolment.name} and k.open
    and k.state = 'recommending' and ${ofYear(asked.year, asked.level)}`

/**
 * Working days from one moment to another by the calendar of the portal, of the same day none; the statement
 * has `workdays` as `calendar`.
 */
const daysBetween = (from: Sql, to: Sql): Sql => sql`(
  (select own_last.n from calendar own_last where own_last.day = ${countedDay(to)})
  - (select own_first.n from calendar own_first where own_first.day = ${countedDay(from)}))`

/** Working days for which what the act `e` decided had waited. */
const waitedDays = daysBetween(sql`e.at - make_interval(secs => coalesce(e.waited_seconds, 0))`, sql`e.at`)

/** Working days within which a list of people is to be checked. */
const { pendingConfirm } = roster.states
const checkDays = ('days' in pendingConfirm && pendingConfirm.days) || 5

const isOverdue = sql`${lastDay(sql`k.holder_since`, sql`k.holder_days`)} < (now() at time zone 'Asia/Shanghai')::date`

interface OfficeRow {
  readonly id: number
  readonly name: string
  readonly level: string
  readonly area: string | null
  readonly total: number
}

interface OfficeCounts {
  readonly id: number
  readonly done: number
  readonly returned: number
  readonly waited: number
  readonly longest: number
  readonly pending: number
  readonly overdue: number
  readonly seats: number
  readonly used: number
  /** Lists of people that the office checked, and those in time. */
  readonly checked: number
  readonly inTime: number
}

/** The place itself and the offices one step below, with how they handle entries. */
export async function officeRows(
  { engine: { db } }: TrainingFigureNeeds,
  asked: FigureRequest,
  { from, most }: Stretch,
): Promise<FigureRows> {
  const offices = await db.query<OfficeRow>(sql`
    select i.id, i.name, i.level, i.area_code as area, count(*) over ()::int as total
    from institution i
    where (i.id = ${asked.place.id} or i.parent_id = ${asked.place.id}) and i.closed_on is null
    order by i.id <> ${asked.place.id}, i.name_sort, i.id
    limit ${most} offset ${from}`)
  const ids = sql`${offices.map(({ id }) => id)}::int[]`
  const counts = await db.query<OfficeCounts>(sql`
    with calendar as materialized (${workdays})
    select o.id, coalesce(d.done, 0) as done, coalesce(d.returned, 0) as returned, coalesce(d.waited, 0) as waited,
      greatest(coalesce(d.longest, 0), coalesce(p.longest, 0)) as longest, coalesce(p.pending, 0) as pending,
      coalesce(p.overdue, 0) as overdue, coalesce(s.seats, 0) as seats, coalesce(s.used, 0) as used,
      coalesce(r.checked, 0) as checked, coalesce(r.in_time, 0) as "inTime"
    from unnest(${ids}) as o(id)
    left join (
      select e.by_institution as id, count(*)::int as done, count(*) filter (where e.move = 'return')::int as returned,
        sum(${waitedDays})::int as waited, max(${waitedDays})::int as longest
      ${acts(asked, ids)}
      group by e.by_institution) d on d.id = o.id
    left join (
      select k.holder_institution_id as id, count(*)::int as pending, count(*) filter (where ${isOverdue})::int as overdue,
        max(${daysBetween(sql`k.holder_since`, sql`now()`)})::int as longest
      ${lying(asked, ids)}
      group by k.holder_institution_id) p on p.id = o.id
    left join (
      select b.institution_id as id, sum(b.granted - b.given)::int as seats, sum(b.used)::int as used
      from seat_pool b join campaign c on c.id = b.event_id
      where b.institution_id = any(${ids}) and ${ofYear(asked.year, asked.level)}
      group by b.institution_id) s on s.id = o.id
    left join (
      select e.by_institution as id, count(*)::int as checked,
        count(*) filter (where ${waitedDays} <= ${checkDays})::int as in_time
      from process_event e
      join ${caseRows} k on k.institution_id = e.institution_id and k.id = e.case_id and k.type = ${roster.name}
      where e.by_institution = any(${ids}) and e.from_state = 'pendingConfirm' and e.move in ('confirm', 'return')
        and k.value ->> 'rosterYear' = ${String(asked.year)}
      group by e.by_institution) r on r.id = o.id`)
  const byId = new Map(counts.map((count) => [count.id, count]))
  return {
    whole: null,
    total: offices[0]?.total ?? 0,
    rows: offices.map(({ id, name, level, area }) => ({
      key: `p${id}`,
      name,
      level,
      drill: id === asked.place.id || level === 'school' || level === 'centre' ? null : area,
      cells: cellsOf(byId.get(id)),
    })),
  }
}

function cellsOf(count: OfficeCounts | undefined): Record<string, number | null> {
  if (!count) return {}
  const { done, pending, overdue, returned, waited, longest, seats, used, checked, inTime } = count
  return {
    received: done + pending,
    done,
    pending,
    average: rounded(waited, done),
    longest: done + pending === 0 ? null : longest,
    overdue,
    returnRate: percent(returned, done),
    seats,
    seatRate: percent(used, seats),
    checkedRate: percent(inTime, checked),
  }
}

interface HandlingLine {
  readonly key: string
  readonly name: string
  readonly school: string
  readonly project: string
  readonly move: string
  readonly at: Date | string
  readonly days: number
}

/** What an office handled, or what lies with it; who began an entry is told by the entry, not here. */
export async function handlingsBehind(
  { engine: { db } }: TrainingFigureNeeds,
  asked: FigureRequest,
  { row, column }: { readonly row: string; readonly column: string },
): Promise<Behind> {
  const office = await db.maybeOne<{ id: number; name: string }>(sql`
    select i.id, i.name from institution i
    where 'p' || i.id = ${row} and (i.id = ${asked.place.id} or i.parent_id = ${asked.place.id})
      and ${belowPlace(asked, 'i')}`)
  if (!office) throw invalid('row', '没有这一行')
  const ids = sql`${[office.id]}::int[]`
  const isDone = column === 'done'
  const all = isDone
    ? acts(asked, ids)
    : sql`${lying(asked, ids)} ${column === 'overdue' ? sql`and ${isOverdue}` : sql.empty}`
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total ${all}`)
  const fields = isDone
    ? sql`k.id || '/' || e.no as key, e.move, e.at, ${waitedDays} as days`
    : sql`k.id::text as key, '' as move, k.holder_since as at, ${daysBetween(sql`k.holder_since`, sql`now()`)} as days`
  return {
    title: `${office.name}：${isDone ? '办结' : column === 'overdue' ? '逾期' : '在办'}`,
    unit: '件',
    heads: headsOfPeople(
      '项目',
      isDone ? '办理' : '状态',
      isDone ? '办出时间' : '送到时间',
      '等待（工作日）',
    ),
    total,
    lines: async ({ from, most }) => {
      const lines = await db.query<HandlingLine>(sql`
        with calendar as materialized (${workdays})
        select x.*, t.name, coalesce(s.name, '') as school
        from (
          select ${fields}, c.title as project, k.teacher_id, (k.parties ->> 'school')::int as school_id
          ${all}) x
        join teacher t on t.id = x.teacher_id
        left join institution s on s.id = x.school_id
        order by x.at desc, x.key
        limit ${most} offset ${from}`)
      return {
        within: [],
        list: lines.map(({ key, name, school, project, move, at, days }) => ({
          key,
          teacherId: null,
          name,
          institution: school,
          values: [
            project,
            isDone ? (moveWords[move] ?? move) : '待本单位办理',
            momentCell(new Date(at).toISOString()) ?? '',
            String(days),
          ],
        })),
      }
    },
  }
}

const moveWords: Readonly<Record<string, string>> = { approve: '通过', return: '退回', waitlist: '列入候补' }
