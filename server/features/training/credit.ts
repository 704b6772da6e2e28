import { inScope, type Actor } from '../../../catalogue/access/access.ts'
import type { CreditAnswer, CreditQuery } from '../../../catalogue/contract/training/credit.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { pausedMonths, type StatusStep } from '../../../catalogue/hours/pauses.ts'
import { countPeriod, lineFor } from '../../../catalogue/hours/period.ts'
import { categories, type Category, type HourRule } from '../../../catalogue/hours/rule.ts'
import { ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import type { Engine, Owner, Queryable } from '../../engine/engine.ts'
import { countedBetween, countYear, type YearCount } from '../../engine/ledger/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { account } from './follow-registrations.ts'
import { lateOf } from './late-hours.ts'

/** The teacher whose hours are asked for, if the actor may read them; else like what does not exist. */
async function subjectOf({ db }: Engine, actor: Actor, teacherId: number | undefined): Promise<Owner> {
  const id = teacherId ?? actor.teacherId
  const owner = id === null ? undefined : await ownerOf(db, 'teacher', id)
  if (!owner || !inScope(actor, standingOfOwner(owner))) throw new AppError('missing')
  return owner
}

const inHours = (tenths: number): number => tenths / 10
const hoursOf = (tenths: Readonly<Partial<Record<Category, number>>>): Partial<Record<Category, number>> =>
  Object.fromEntries(
    categories.flatMap((one) => (tenths[one] === undefined ? [] : [[one, inHours(tenths[one])]])),
  )

/** What the registrations, training days and teaching activities behind entries are called. */
async function titlesOf({ db }: Engine, ownerId: number, { entries }: YearCount) {
  const ids = entries.flatMap(({ of }) => (of.type === 'trainingRegistration' ? [of.id] : []))
  const rows = await db.query<{ id: string; title: string; organizer: string }>(sql`
    select id, coalesce(project_name, '') as title, coalesce(organizer, '') as organizer
    from rec_training_registration
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])`)
  const days = entries.flatMap(({ of }) => (of.type === 'trainingDay' ? [of.id] : []))
  const held = await db.query<(typeof rows)[number]>(sql`
    select d.event_id as id, d.title, i.name as organizer
    from training_day d join institution i on i.id = d.institution_id
    where d.event_id = any(${days}::uuid[])`)
  const places = entries.flatMap(({ of }) => (of.type === 'activityPlace' ? [of.id] : []))
  const attended = await db.query<(typeof rows)[number]>(sql`
    select k.id, c.title, i.name as organizer
    from ${caseRows} k
      join campaign c on c.id = k.campaign_id
      join institution i on i.id = c.institution_id
    where k.id = any(${places}::uuid[])`)
  const courses = entries.flatMap(({ of }) => (of.type === 'course' ? [Number(of.id)] : []))
  const learnt = await db.query<(typeof rows)[number]>(sql`
    select c.id::text as id, coalesce(c.live ->> 'title', c.value ->> 'title', '') as title, i.name as organizer
    from content c join institution i on i.id = c.institution_id
    where c.id = any(${courses}::int[])`)
  return new Map([...rows, ...held, ...attended, ...learnt].map((row) => [row.id, row]))
}

async function listOf(engine: Engine, ownerId: number, year: YearCount): Promise<CreditAnswer['list']> {
  const titles = await titlesOf(engine, ownerId, year)
  const countered = new Set(year.entries.map(({ counters }) => counters))
  return year.entries
    .toReversed()
    .map(({ id, of, category, source, tenths, from, to, certificate, counters, reason, at }) => ({
      id,
      from,
      to,
      category,
      source,
      certificate,
      counters,
      reason,
      at,
      title: titles.get(of.id)?.title ?? '',
      organizer: titles.get(of.id)?.organizer ?? '',
      hours: inHours(tenths),
      counted: inHours(year.count.byEntry.get(id) ?? 0),
      isCountered: countered.has(id),
      record: of.type === 'trainingRegistration' ? of.id : null,
    }))
}

/** Tenths of an hour of trainings that somebody is going to or in, and that end within a period. */
async function underWayOf(
  db: Queryable,
  teacherId: number,
  { from, to }: HourRule['period'],
): Promise<number> {
  const { tenths } = await db.one<{ tenths: number }>(sql`
    select coalesce(sum(round(10 * (c.value ->> 'creditHours')::numeric)), 0)::int as tenths
    from ${caseRows} k
    join campaign c on c.id = k.campaign_id
    where k.teacher_id = ${teacherId} and k.type = 'trainingEnrolment' and k.state in ('confirmed', 'learning')
      and left(c.value ->> 'endDate', 4)::int between ${from} and ${to}`)
  return tenths
}

/** Changes of status that took effect, in the order of their days. */
const statusSteps = (db: Queryable, teacherId: number): Promise<StatusStep[]> =>
  db.query<StatusStep>(sql`
    select k.value ->> 'kind' as kind, k.value ->> 'absenceReason' as reason, k.value ->> 'effectiveOn' as "on"
    from ${caseRows} k
    where k.teacher_id = ${teacherId} and k.type = 'statusChange' and k.state = 'done'
    order by k.value ->> 'effectiveOn', k.id`)

async function periodOf({ db }: Engine, { id }: Owner, { rule }: YearCount): Promise<CreditAnswer['period']> {
  const served = await db.maybeOne<{ since: string | null }>(sql`
    select to_char(min(from_on), 'YYYY-MM') as since from membership where teacher_id = ${id} and kind = 'personnel'`)
  const years = await countedBetween(db, { ownerId: id, account }, rule.period)
  const counted = [...years.values()].reduce((sum, one) => sum + one, 0)
  const servedFrom = served?.since ?? null
  const paused = pausedMonths(rule, await statusSteps(db, id), { servedFrom, today: today() })
  const line = lineFor(rule, servedFrom, paused)
  const underWay = await underWayOf(db, id, rule.period)
  const { gap, state } = countPeriod(rule, { counted, underWay, line, today: today() })
  const { from, to } = rule.period
  return {
    from,
    to,
    line: inHours(line),
    pausedMonths: paused,
    counted: inHours(counted),
    underWay: inHours(underWay),
    gap: inHours(gap),
    state,
    years: Array.from({ length: to - from + 1 }, (_, n) => ({
      year: from + n,
      counted: inHours(years.get(from + n) ?? 0),
    })),
  }
}

/** Hours of a teacher in a year: what counts, what is missing, where each hour comes from. */
export async function creditOf(engine: Engine, actor: Actor, asked: CreditQuery): Promise<CreditAnswer> {
  const owner = await subjectOf(engine, actor, asked.teacher_id)
  const year = asked.year ?? Number(today().slice(0, 4))
  const counted = await countYear(engine.db, { ownerId: owner.id, account, year })
  const { rule, count } = counted
  const [list, period, late, waiting] = await Promise.all([
    listOf(engine, owner.id, counted),
    periodOf(engine, owner, counted),
    lateOf(engine.db, owner.id),
    engine.db.one<{ n: number }>(sql`
      select count(*)::int as n from revision
      where owner_id = ${owner.id} and type = 'trainingRegistration' and state = 'inReview'`),
  ])
  return {
    teacher: { id: owner.id, name: owner.name },
    year,
    target: hoursOf(rule.lines),
    earned: hoursOf(count.byCategory),
    gaps: hoursOf(count.gaps),
    gap: inHours(count.gap),
    raw: inHours(count.raw),
    counted: inHours(count.counted),
    list,
    waiting: waiting.n,
    ...late,
    period,
    rule: { version: rule.version, of: `${rule.year} 年`, closesOn: `${year + 1}-${rule.closesOn}` },
  }
}
