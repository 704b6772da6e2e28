import type { Actor } from '../../../catalogue/access/access.ts'
import {
  calendarDay,
  calendarEdit,
  calendarImported,
  calendarLines,
  calendarParams,
  calendarQuery,
  calendarYear,
  dayKinds,
  type CalendarDay,
  type CalendarEdit,
} from '../../../catalogue/contract/administration/calendar.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { isWeekend, readLines } from './lines.ts'
import { note } from '../../platform/audit/note.ts'

const shared = { access: [1], tag: '工作日历' } as const
const base = '/api/v1/calendarManage'

const wordsOf = ({ day, kind, name }: CalendarDay) => `${day} ${name || dayKinds[kind]}`

async function noteCalendar(tx: Tx, actor: Actor, words: readonly string[]): Promise<void> {
  const fields = words.length > 12 ? [...words.slice(0, 12), `等 ${words.length} 天`] : words
  await note(tx, { by: actor.identityId, action: 'calendar.changed', facts: { fields } })
}

function write(tx: Tx, { day, kind, name }: CalendarDay): Promise<number> {
  return tx.execute(sql`
    insert into calendar_day (day, kind, name) values (${day}::date, ${kind}, ${name})
    on conflict (day) do update set kind = excluded.kind, name = excluded.name`)
}

async function editDay(
  db: Database,
  actor: Actor,
  day: string,
  { kind, name, was }: CalendarEdit,
): Promise<CalendarDay[]> {
  if (kind === '2' && !isWeekend(day)) {
    const message = '这一天本来就是工作日，无需设为调休上班'
    throw invalid('kind', message)
  }
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('calendar'))`)
    const before = await tx.maybeOne<{ kind: string }>(
      sql`select kind from calendar_day where day = ${day}::date`,
    )
    if ((before?.kind ?? null) !== was)
      throw new AppError('stale', { message: '这一天刚被他人改过，请看过再改' })
    if (kind === null) await tx.execute(sql`delete from calendar_day where day = ${day}::date`)
    else await write(tx, { day, kind, name })
    await noteCalendar(tx, actor, [kind === null ? `${day} 照星期` : wordsOf({ day, kind, name })])
  })
  return kind === null ? [] : [{ day, kind, name }]
}

async function importLines(db: Database, actor: Actor, text: string) {
  const { days, faults } = readLines(text)
  if (faults[0]) throw new AppError('invalid', { message: faults[0].message, errors: faults.slice(0, 20) })
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('calendar'))`)
    const known = await tx.query<CalendarDay>(
      sql`select day, kind, name from calendar_day where day = any(${days.map(({ day }) => day)}::date[])`,
    )
    const before = new Map(known.map((one) => [one.day, one]))
    const differing = days.filter(
      ({ day, kind, name }) => before.get(day)?.kind !== kind || before.get(day)?.name !== name,
    )
    for (const one of differing) await write(tx, one)
    if (differing.length > 0) await noteCalendar(tx, actor, differing.map(wordsOf))
    const changed = differing.filter(({ day }) => before.has(day)).length
    return {
      added: differing.length - changed,
      changed,
      same: days.length - differing.length,
      year: Number(days[0]?.day.slice(0, 4) ?? 0),
    }
  })
}

/**
 * Days that differ from the ordinary week. The deadlines of review chains and appeals count by them
 * (engine/ways/working-days).
 */
export function calendarRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: base,
    summary: '一年里与平常星期不同的日子',
    query: calendarQuery,
    answer: calendarYear,
    handle: async ({ query: { year } }) => ({
      year,
      days: await db.query<CalendarDay>(sql`
        select day, kind, name
        from calendar_day
        where day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
        order by day`),
    }),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${base}/:day`,
    summary: '把一天设为节假日、调休上班或寒暑假，或改回照星期',
    params: calendarParams,
    body: calendarEdit,
    answer: calendarDay.array(),
    handle: ({ params: { day }, body }, request) => editDay(db, actorOn(request), day, body),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/import`,
    summary: '粘贴国务院的放假安排，一行一天或一段',
    body: calendarLines,
    answer: calendarImported,
    handle: ({ body }, request) => importLines(db, actorOn(request), body.text),
  })
}
