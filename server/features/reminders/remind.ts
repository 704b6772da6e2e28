import type { AnyRecord } from '../../../catalogue/define.ts'
import { fromRow, summaryOf } from '../../engine/records/index.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import { addDays, daysBetween } from '../../platform/clock/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'

type Records = Readonly<Record<string, AnyRecord>>

/** Days before something runs out on which its owner is told, farthest first. */
export const stages = [90, 30, 7] as const

/** Records reminded of in one transaction. */
const batch = 1_000

/** Dependencies of reminders, from `app`. */
export interface ReminderNeeds {
  /** The page that shows a record to its owner. */
  readonly linkOf: (type: string, recordId: string) => string | null
  /** The insert of messages: `rows` selects identity, kind, title and link. */
  readonly insertMessages: (rows: Sql) => Sql
}

/**
 * The stage a number of days left belongs to: the nearest one not yet passed; undefined beyond the first and
 * after the day.
 */
export function stageOf(daysLeft: number): number | undefined {
  return daysLeft < 0 ? undefined : stages.findLast((stage) => daysLeft <= stage)
}

/** A record that runs out and whose owner has not been told at this stage. */
interface Due extends Record<string, unknown> {
  readonly id: string
  readonly owner_id: number
  readonly institution_id: number | null
  readonly owner_name: string
  readonly due: string
}

/** For which day, and until when it is told to stop. */
export interface RemindHow {
  readonly day?: string
  readonly signal?: AbortSignal
}

/** One field of one type that runs out, on one day. */
interface ExpiryLook {
  readonly definition: AnyRecord
  readonly key: string
  /** 'YYYY-MM-DD' */
  readonly today: string
}

/**
 * Tells owners, and of what the institution records also the institution, what runs out within 90, 30 or 7
 * days. Each stage of each record once, however often and wherever this runs. A later end makes the record
 * due anew. Each thousand is a transaction of its own, so that it can be stopped between them and goes on
 * where it was at the next run.
 * @param how.day 'YYYY-MM-DD'; today by the database's clock unless a test asks for another
 * @returns how many reminders were new
 */
export async function remind(
  db: Database,
  records: Records,
  messaging: ReminderNeeds,
  how: RemindHow = {},
): Promise<number> {
  const { signal, day } = how
  const today = day ?? (await databaseDay(db))
  let count = 0
  for (const definition of Object.values(records)) {
    for (const [key, field] of Object.entries(definition.fields)) {
      if (!field.expires) continue
      const looked = { definition, key, today }
      let last: Due | undefined
      do {
        if (signal?.aborted) return count
        const due: Due[] = await db.query<Due>(dueStatement(looked, last))
        if (due.length > 0) count += await tell(db, looked, due, messaging)
        last = due.length === batch ? due.at(-1) : undefined
      } while (last)
    }
  }
  return count
}

/**
 * The statement of the next records that run out, in the order of their days, after `last`. Exported for the
 * test that reads its plan.
 */
export function dueStatement({ definition, key, today }: ExpiryLook, last?: Pick<Due, 'due' | 'id'>): Sql {
  const table = sql.id(tableName(definition.name))
  const day = sql.id('r', snake(key))
  const stage = sql`case ${sql.join(
    [...stages]
      .reverse()
      .map((days) => sql`when ${day} - ${today}::date <= ${sql.lit(days)} then ${sql.lit(days)}`),
    ' ',
  )} end`
  const renewed =
    definition.fields[key]?.expires === 'latest'
      ? sql`and not exists (select 1
          from ${table} n
          where n.owner_id = r.owner_id and n.voided_at is null and n.${sql.id(snake(key))} > ${day})`
      : sql.empty
  const after = last ? sql`and (${day}, r.id) > (${last.due}::date, ${last.id}::uuid)` : sql.empty
  return sql`
    select r.*, ${day} as due, t.name as owner_name from ${table} r join teacher t on t.id = r.owner_id
    where r.voided_at is null
      and ${day} between ${today}::date
      and ${addDays(today, stages[0])}::date ${after} ${renewed}
      and not exists (select 1
        from reminder m
        where m.owner_id = r.owner_id and m.record_id = r.id and m.field = ${key}
        and m.due_on = ${day} and m.stage = ${stage})
    order by ${day}, r.id limit ${sql.lit(batch)}`
}

/** Messages to a record's owner and institution, with their link. */
function wordsOf({ definition, today }: ExpiryLook, row: Due, { linkOf }: ReminderNeeds) {
  const left = daysBetween(today, row.due)
  const summary = summaryOf(definition, fromRow(definition, row))
  const when = left === 0 ? '今天到期' : `还有 ${left} 天到期`
  const what = `${summary === definition.title ? definition.title : `${definition.title}（${summary}）`}${when}：${row.due}`
  return {
    stage: stageOf(left) ?? 0,
    own: `您的${what}`,
    office: `${row.owner_name}的${what}`,
    link: linkOf(definition.name, row.id),
  }
}

async function tell(
  db: Queryable,
  looked: ExpiryLook,
  due: readonly Due[],
  messaging: ReminderNeeds,
): Promise<number> {
  const words = due.map((row) => ({ ...row, ...wordsOf(looked, row, messaging) }))
  return tellOnce(
    db,
    { field: looked.key, toSchool: looked.definition.regime === 'recorded' },
    words,
    messaging,
  )
}

/** One reminder: of which record and day, at which stage, and its words to the owner and to the school. */
export interface Reminder {
  readonly id: string
  readonly owner_id: number
  readonly institution_id: number | null
  readonly due: string
  readonly stage: number
  readonly own: string
  readonly office: string
  readonly link: string | null
}

/**
 * Writes reminders with their messages, in one statement; those another process wrote meanwhile are left out.
 * @param of the field that they are about, and whether the school is told, too
 * @returns how many were new
 */
export async function tellOnce(
  db: Queryable,
  of: { readonly field: string; readonly toSchool: boolean },
  due: readonly Reminder[],
  messaging: Pick<ReminderNeeds, 'insertMessages'>,
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    with due as (
      select *
      from unnest(${due.map((row) => row.owner_id)}::int[], ${due.map((row) => row.id)}::uuid[],
          ${due.map((row) => row.due)}::date[],
        ${due.map((row) => row.institution_id)}::int[], ${due.map(({ stage }) => stage)}::smallint[],
          ${due.map(({ own }) => own)}::text[],
        ${due.map(({ office }) => office)}::text[], ${due.map(({ link }) => link)}::text[])
        as d (owner_id, record_id, due_on, institution_id, stage, own, office, link)),
    fresh as (
      insert into reminder (owner_id, record_id, field, due_on, stage)
      select owner_id, record_id, ${of.field}, due_on, stage
      from due
      on conflict
      do nothing
      returning owner_id, record_id),
    told as (${messaging.insertMessages(sql`
      select a.id, '3', d.own, d.link
      from due d join fresh using (owner_id, record_id) join teacher t on t.id = d.owner_id
        join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      union all
      select a.id, '3', d.office, null
      from due d join fresh using (owner_id, record_id)
        join identity a on a.institution_id = d.institution_id and a.role = 3 and a.state = 'enabled'
      where ${of.toSchool}`)})
    select count(*)::int as count from fresh`)
  return count
}
