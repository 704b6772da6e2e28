import type { Actor } from '../../../catalogue/access/access.ts'
import type { OpenConfirmation } from '../../../catalogue/contract/portal/reach.ts'
import type { Deadline } from '../../../catalogue/contract/workspace.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Engine } from '../../engine/engine.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import { lastDay } from '../../engine/ways/index.ts'
import { addDays, daysBetween } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

const shown = 6
/** Days ahead in which something that runs out is named. */
const ahead = 30

/** Reader, links, and today by the database's clock. */
interface Look {
  readonly engine: Engine
  readonly tools: WorkbenchTools
  readonly actor: Actor
  readonly today: string
}

/** What has a day: readings to confirm, reviews before their limit, and what runs out; the next day first. */
export async function deadlinesOf(look: Look, toRead: readonly OpenConfirmation[]): Promise<Deadline[]> {
  const [limits, ending] = await Promise.all([reviewLimits(look), endingSoon(look)])
  const reading = toRead.map(({ id, title, until, link, from }) => ({
    id: `read ${id}`,
    day: until,
    title,
    note: `${from}要求确认已读`,
    link,
  }))
  return [...reading, ...limits, ...ending]
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(0, shown)
    .map((one) => ({ ...one, daysLeft: daysBetween(look.today, one.day) }))
}

type DatedDeadline = Omit<Deadline, 'daysLeft'>

/** The days on which reviews of the actor's office reach the limit of their step, by kind. */
async function reviewLimits({ engine, tools, actor, today }: Look): Promise<DatedDeadline[]> {
  const waiting = await engine.db.query<{ type: string; since: string; days: number; count: number }>(sql`
    select type, min(holder_since) as since, (route -> step::int ->> 'days')::int as days, count(*)::int as count
    from revision
    where state = 'inReview'
      and holder_institution_id = ${actor.institutionId}
      and holder_role = ${actor.role}
    group by type, days, (holder_since at time zone 'Asia/Shanghai')::date`)
  // Counted apart from the reviews: on a distributed database the calendar lies on another node (decision
  // 0116).
  const rows = await engine.db.query<{ type: string; day: string; count: number }>(sql`
    select type, due as day, sum(count)::int as count
    from (
      select w.type, w.count, ${lastDay(sql`w.since`, sql`w.days`)} as due
      from jsonb_to_recordset(${sql.json(waiting)}) as w (type text, since timestamptz, days int, count int)) waiting
    where due >= ${today}::date
    group by type, due
    order by due, type
    limit ${shown}`)
  return rows.flatMap(({ type, day, count }) => {
    const definition = engine.records[type]
    if (!definition) return []
    const link = tools.linkOf(type, null, 'review', actor.role) ?? ''
    return [
      {
        id: `limit ${type} ${day}`,
        day,
        title: `${definition.title}审核 ${count} 条`,
        note: '办理期限',
        link,
      },
    ]
  })
}

/**
 * What a school registered and what runs out within a month, one by one. Larger scopes would list hundreds.
 */
async function endingSoon({ engine, tools, actor, today }: Look): Promise<DatedDeadline[]> {
  if (actor.role !== 3) return []
  const looked = Object.values(engine.records).flatMap((definition) =>
    Object.entries(definition.fields)
      .filter(([, field]) => field.expires)
      .map(([key]) => ({ definition, key })),
  )
  const found = await Promise.all(looked.map((one) => endingOf(engine, actor, today, one)))
  return found.flat().map(({ definition, key, row }) => ({
    id: `ends ${row.id}`,
    day: row.due,
    title: row.owner_name,
    note: [definition.title, definition.fields[key]?.label].filter(Boolean).join('　'),
    link: tools.linkOf(definition.name, row.id, 'office', actor.role) ?? '',
  }))
}

interface EndingPost {
  readonly id: string
  readonly due: string
  readonly owner_name: string
}

async function endingOf(
  engine: Engine,
  actor: Actor,
  today: string,
  { definition, key }: { definition: AnyRecord; key: string },
): Promise<{ definition: AnyRecord; key: string; row: EndingPost }[]> {
  const table = sql.id(tableName(definition.name))
  const day = sql.id('r', snake(key))
  const renewed =
    definition.fields[key]?.expires === 'latest'
      ? sql`and not exists (select 1
          from ${table} n
          where n.owner_id = r.owner_id and n.voided_at is null and n.${sql.id(snake(key))} > ${day})`
      : sql.empty
  const rows = await engine.db.query<EndingPost>(sql`
    select r.id, ${day} as due, t.name as owner_name
    from ${table} r join teacher t on t.id = r.owner_id
    where r.institution_id = ${actor.institutionId}
      and r.voided_at is null
      and ${day} between ${today}::date and ${addDays(today, ahead)}::date ${renewed}
    order by ${day}, r.id
    limit ${shown}`)
  return rows.map((row) => ({ definition, key, row }))
}
