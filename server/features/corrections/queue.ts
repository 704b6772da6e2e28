import type { z } from 'zod'
import { seesFull } from '../../../catalogue/access/sight.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { OfficeQueue, QueueCounts } from '../../../catalogue/contract/workspace.ts'
import type {
  Correction,
  correctionQuery,
  WaitingCorrection,
} from '../../../catalogue/contract/archive/corrections.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import { isForOffice, scopeCondition } from '../../engine/access/index.ts'
import { daysSince, fromStored, type LoadedRecord, maskOf } from '../../engine/records/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { mayAnswer } from './rules.ts'
import type { CorrectionTools } from './store.ts'

type Links = Pick<CorrectionTools, 'linkOf'>

/** A correction as statements read it. */
export interface Row {
  id: string
  type: string
  record_id: string
  owner_name: string
  owner_person_id: number | null
  institution_name: string | null
  institution_id: number | null
  state: Correction['state']
  reason: string
  fields: { key: string; should: string }[]
  asked_at: string
  asked_by: number
  asker_person_id: number
  answer: string | null
  answered_at: string | null
  answered_by_name: string | null
  /** Whether it waits for the reader's office. */
  mine: boolean
}

/** Columns of a `Row`, to be read from `correction c` with `joins`. */
export const columns = (
  actor: Actor,
) => sql`c.id, c.type, c.record_id, t.name as owner_name, t.person_id as owner_person_id,
    i.name as institution_name, c.institution_id,
  c.state, c.reason, c.fields, c.asked_at, c.asked_by, a.person_id as asker_person_id, c.answer,
    c.answered_at, p.name as answered_by_name,
  c.state = 'open' and ${isForOffice(actor, 'c', 3)} as mine`
export const joins = sql`join teacher t on t.id = c.owner_id
  left join institution i on i.id = c.institution_id
  join identity a on a.id = c.asked_by
  left join identity b on b.id = c.answered_by left join person p on p.id = b.person_id`

/**
 * A row for its reader. What a field should be is masked as its value would be; the office that keeps the
 * record, or has to answer, reads it in full, as whoever verifies a value does.
 */
function viewOf(engine: Engine, tools: Links, actor: Actor, row: Row): Correction {
  const definition = engine.records[row.type]
  const verifies = row.mine || (actor.role === 3 && row.institution_id === actor.institutionId)
  const shown = row.fields.flatMap(({ key, should }) => {
    const field = definition?.fields[key]
    if (!definition || !field) return []
    const plain = fromStored(engine.keys, definition, row.record_id, { [key]: should })[key]
    const full = seesFull(actor, field, { institutionId: row.institution_id }, verifies ? 'holder' : null)
    return [
      { key, label: field.label, should: full ? String(plain) : maskText(definition, key, String(plain)) },
    ]
  })
  return {
    id: row.id,
    type: row.type,
    title: definition?.title ?? '',
    recordId: row.record_id,
    ownerName: row.owner_name,
    institutionName: row.institution_name ?? '',
    state: row.state,
    reason: row.reason,
    fields: shown,
    askedAt: row.asked_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by_name,
    canAnswer: mayAnswer(actor, row),
    link: tools.linkOf(row.type, row.record_id, actor.role === 2 ? 'section' : 'office', actor.role),
  }
}

/**
 * The wish is free text, whatever the kind: where the kind's own mask does not fit it, nothing of it is
 * shown.
 */
function maskText(definition: AnyRecord, key: string, text: string): string {
  const field = definition.fields[key]
  return field && field.schema.safeParse(text).success ? maskOf(field, text) : '***'
}

const select = (actor: Actor, where: Sql, rest: Sql): Sql =>
  sql`select ${columns(actor)} from correction c ${joins} where ${where} ${rest}`

/**
 * The requests of a queue: open ones for the actor's office, open ones for an office below it, answered ones.
 */
export function inQueue(actor: Actor, queue: OfficeQueue): Sql {
  if (queue === 'done') return sql`c.state <> 'open'`
  const mine = isForOffice(actor, 'c', 3)
  return queue === 'mine' ? sql`c.state = 'open' and ${mine}` : sql`c.state = 'open' and not ${mine}`
}

/** The figures on the tabs of an office. */
export async function countCorrections(db: Queryable, actor: Actor): Promise<QueueCounts> {
  const count = (queue: OfficeQueue) =>
    sql`(select count(*)::int
        from (select 1
          from correction c
          where ${scopeCondition(actor, 'c')} and ${inQueue(actor, queue)}
          limit 10001) n)`
  return db.one<QueueCounts>(
    sql`select ${count('mine')} as mine, ${count('below')} as below, ${count('done')} as done`,
  )
}

/** A page of the requests in the actor's scope, newest first; what waits comes oldest first. */
export async function listCorrections(
  engine: Engine,
  tools: Links,
  actor: Actor,
  { page, pageSize, state, queue }: z.output<typeof correctionQuery>,
) {
  const where = sql`${scopeCondition(actor, 'c')} ${state === undefined ? sql.empty : sql`and c.state = ${sql.lit(state)}`}
    ${queue === undefined ? sql.empty : sql`and ${inQueue(actor, queue)}`}`
  const order =
    state === 'open' || queue === 'mine' || queue === 'below'
      ? sql`order by c.asked_at`
      : sql`order by c.asked_at desc`
  const [{ total }, rows] = await Promise.all([
    engine.db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from correction c where ${where} limit 10001) n`,
    ),
    engine.db.query<Row>(
      select(actor, where, sql`${order}, c.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    ),
  ])
  const list = rows.map((row) => viewOf(engine, tools, actor, row))
  return {
    list,
    total: Math.min(total, 10_000),
    ...(total > 10_000 && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/**
 * The requests about one record, newest first; that the reader may see the record is the caller's business.
 */
export async function correctionsOf(
  engine: Engine,
  tools: Links,
  actor: Actor,
  loaded: LoadedRecord,
): Promise<Correction[]> {
  const rows = await engine.db.query<Row>(
    select(
      actor,
      sql`c.record_id = ${loaded.id} and c.owner_id = ${loaded.owner.id}`,
      sql`order by c.asked_at desc limit 50`,
    ),
  )
  return rows.map((row) => viewOf(engine, tools, actor, row))
}

/** Corrections that wait for the actor's office, oldest first, at most twenty. */
export async function openCorrections(db: Queryable, actor: Actor): Promise<WaitingCorrection[]> {
  const rows = await db.query<Row>(
    select(
      actor,
      sql`${scopeCondition(actor, 'c')} and ${inQueue(actor, 'mine')}`,
      sql`order by c.asked_at limit 20`,
    ),
  )
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    recordId: row.record_id,
    ownerName: row.owner_name,
    reason: row.reason,
    askedAt: row.asked_at,
    waitingDays: daysSince(row.asked_at) ?? 0,
  }))
}
