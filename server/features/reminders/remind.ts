import type { AnyRecord } from '../../../catalogue/define.ts'
import { fromRow, summaryOf } from '../../engine/records/codec.ts'
import { snake, tableName } from '../../engine/schema/tables.ts'
import { addDays, daysBetween } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'

type Records = Readonly<Record<string, AnyRecord>>

/** Days before something runs out on which its owner is told, farthest first. */
export const stages = [90, 30, 7] as const

/** Where a reminder leads: the page that shows the record to its owner. */
export type LinkOf = (type: string, recordId: string) => string | null

/** The stage a number of days left belongs to: the nearest one not yet passed; undefined beyond the first and after the day. */
export function stageOf(daysLeft: number): number | undefined {
  return daysLeft < 0 ? undefined : stages.findLast((stage) => daysLeft <= stage)
}

interface Due {
  readonly id: string
  readonly owner_id: number
  readonly institution_id: number | null
  readonly owner_name: string
  readonly due: string
}

/**
 * Tells owners, and of what the institution records also the institution, what runs out within 90, 30 or 7 days. Each stage of
 * each record once, however often and wherever this runs. A later end makes the record due anew.
 * @param day 'YYYY-MM-DD'; today by the database's clock unless a test asks for another
 * @returns how many reminders were new
 */
export async function remind(db: Database, records: Records, linkOf: LinkOf, day?: string): Promise<number> {
  const today = day ?? (await databaseDay(db))
  let count = 0
  for (const definition of Object.values(records)) {
    for (const [key, field] of Object.entries(definition.fields)) {
      if (field.expires) count += await db.transaction((tx) => remindOf(tx, definition, key, linkOf, today))
    }
  }
  return count
}

async function remindOf(tx: Tx, definition: AnyRecord, key: string, linkOf: LinkOf, today: string): Promise<number> {
  const table = sql.id(tableName(definition.name))
  const renewed =
    definition.fields[key]?.expires === 'latest'
      ? sql`and not exists (select 1 from ${table} n where n.owner_id = r.owner_id and n.voided_at is null
          and n.${sql.id(snake(key))} > r.${sql.id(snake(key))})`
      : sql.empty
  const rows = await tx.query<Due & Record<string, unknown>>(sql`
    select r.*, r.${sql.id(snake(key))} as due, t.name as owner_name from ${table} r join teacher t on t.id = r.owner_id
    where r.voided_at is null and r.${sql.id(snake(key))} between ${today} and ${addDays(today, stages[0])} ${renewed}`)
  let count = 0
  for (const row of rows) {
    const left = daysBetween(today, row.due)
    const stage = stageOf(left)
    if (stage === undefined) continue
    const fresh = await tx.execute(sql`
      insert into reminder (owner_id, record_id, field, due_on, stage) values (${row.owner_id}, ${row.id}, ${key}, ${row.due}, ${stage})
      on conflict do nothing`)
    if (fresh === 0) continue
    count += 1
    await tell(tx, definition, row, left, linkOf)
  }
  return count
}

async function tell(tx: Tx, definition: AnyRecord, row: Due & Record<string, unknown>, left: number, linkOf: LinkOf): Promise<void> {
  const summary = summaryOf(definition, fromRow(definition, row))
  const when = left === 0 ? '今天到期' : `还有 ${left} 天到期`
  const what = summary === definition.title ? definition.title : `${definition.title}（${summary}）`
  const school = definition.regime === 'recorded'
  await tx.execute(sql`
    insert into message (identity_id, kind, title, link)
    select a.id, '3', case a.role when 2 then ${`您的${what}${when}：${row.due}`} else ${`${row.owner_name}的${what}${when}：${row.due}`} end,
      case a.role when 2 then ${linkOf(definition.name, row.id)} end
    from identity a left join teacher t on t.person_id = a.person_id
    where a.state = 'enabled' and ((a.role = 2 and t.id = ${row.owner_id})
      or (${school} and a.role = 3 and a.institution_id = ${row.institution_id}))`)
}
