import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { confirmedTypes, confirmingFrom } from '../../../catalogue/access/confirmation.ts'
import type { QueueCounts } from '../../../catalogue/contract/workspace.ts'
import type {
  Confirmation,
  confirmationPage,
  confirmationQuery,
} from '../../../catalogue/contract/archive/corrections.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isForOffice, scopeCondition } from '../../engine/access/index.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import {
  confirmingOne,
  fromRow,
  type LoadedRecord,
  summaryOf,
  type Values,
} from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CorrectionTools } from './store.ts'
import { note } from '../../platform/audit/note.ts'

/**
 * Whether a record in force has been confirmed by a level above the school; null where nobody is asked to.
 */
export async function confirmationOf(
  db: Queryable,
  actor: Actor,
  loaded: LoadedRecord,
): Promise<Confirmation | null> {
  if (confirmingFrom(loaded.definition.name) === null || !loaded.effective) return null
  const { version, recordedBy } = loaded.effective
  // In this order: what was confirmed between the two is told as confirmed, not as forbidden.
  const { unconfirmed, confirms } = await confirmingOne(db, actor, loaded)
  const row = await db.maybeOne<{ role: number; by: string | null; at: string | null }>(sql`
    select a.role, p.name as by, c.confirmed_at as at from identity a
      left join confirmation c on c.record_id = ${loaded.id} and c.version = ${version}
      left join identity b on b.id = c.confirmed_by left join person p on p.id = b.person_id
    where a.id = ${recordedBy}`)
  // What a district or a higher level wrote itself is confirmed by that.
  if (!row || row.role !== 3) return null
  return { by: row.by, at: row.at, version, canConfirm: unconfirmed && confirms }
}

/**
 * Confirms the version that was read, by the office it waits for: 409 when the school changed it since, when
 * it is confirmed already or need not be.
 */
export async function confirm(
  engine: Engine,
  actor: Actor,
  loaded: LoadedRecord,
  version: number,
): Promise<void> {
  const state = await confirmationOf(engine.db, actor, loaded)
  if (!state) throw new AppError('wrongState', { message: '该记录无需确认' })
  if (state.at !== null) throw new AppError('wrongState', { message: '该记录已经确认过' })
  if (!state.canConfirm) throw new AppError('forbidden')
  if (state.version !== version) throw new AppError('stale')
  const type = loaded.definition.name
  await engine.db.transaction(async (tx) => {
    const made = await tx.execute(sql`
      insert into confirmation (record_id, version, confirmed_by)
      values (${loaded.id}, ${version}, ${actor.identityId})
      on conflict
      do nothing`)
    if (made === 0) throw new AppError('wrongState', { message: '该记录已经确认过' })
    await note(tx, {
      by: actor.identityId,
      action: 'record.confirmed',
      type,
      ownerId: loaded.owner.id,
      recordId: loaded.id,
      facts: { version },
    })
  })
}

type Queue = z.output<typeof confirmationQuery>['queue']

/**
 * Registered by a school, in force, and no version of an office above: `r` is the typed row, `c` its
 * confirmation.
 */
const waits = sql`r.voided_at is null and c.record_id is null`

function which(actor: Actor, type: string, queue: Queue): Sql {
  const mine = isForOffice(actor, 'r', confirmingFrom(type) ?? 7)
  if (queue === 'mine') return sql`${waits} and ${mine}`
  if (queue === 'below') return sql`${waits} and not ${mine}`
  return sql`(c.record_id is not null or e.id is not null)`
}

/**
 * Everything of one type that schools registered in the actor's scope; `e` is the event by which an office
 * above made it void. Typed rows are gathered before they meet people (decision 0116); of confirmed types a
 * scope has few.
 */
export function branch(actor: Actor, type: string, queue: Queue, columns: Sql): Sql {
  const done = queue === 'done'
  const table = sql`${sql.id(tableName(type))} r`
  return sql`(with r as materialized (
      select * from ${table} where ${scopeCondition(actor, 'r')} ${done ? sql.empty : sql`and r.voided_at is null`}
    )${done ? voidingsIn(actor, table) : sql.empty}
    select ${columns}
    from r
    join identity a on a.id = r.recorded_by and a.role = 3
    left join confirmation c on c.record_id = r.id and c.version = r.version
    ${done ? latestVoiding : sql.empty}
    where ${which(actor, type, queue)})`
}

/** The events by which records of the scope were made void. */
const voidingsIn = (actor: Actor, table: Sql): Sql => sql`, voiding as materialized (
      select x.owner_id, x.record_id, x.id, x.by_identity, x.at
      from ${table}
      join revision_event x on x.owner_id = r.owner_id and x.record_id = r.id and x.action = 'void'
      where ${scopeCondition(actor, 'r')} and r.voided_at is not null
    )`

const latestVoiding = sql`
  left join lateral (
    select x.id, x.by_identity, x.at
    from voiding x
    join identity y on y.id = x.by_identity and y.role > 3
    where x.owner_id = r.owner_id and x.record_id = r.id and r.voided_at is not null
    order by x.at desc
    limit 1) e on true`

export const each = (part: (type: string) => Sql): Sql => sql.join(confirmedTypes.map(part), ' union all ')

/** Counts of confirmations that wait for the actor's office, wait below it, and are decided. */
export async function confirmationCounts(db: Queryable, actor: Actor): Promise<QueueCounts> {
  if (actor.role < 4 || actor.role > 6) return { mine: 0, below: 0, done: 0 }
  const count = (queue: Queue) =>
    sql`(select count(*)::int from (${each((type) => branch(actor, type, queue, sql`1`))} limit 10001) n)`
  return db.one<QueueCounts>(
    sql`select ${count('mine')} as mine, ${count('below')} as below, ${count('done')} as done`,
  )
}

/** Number of confirmations that wait for the actor's office. */
export async function waitingConfirmations(db: Queryable, actor: Actor): Promise<number> {
  if (actor.role < 4 || actor.role > 6) return 0
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (${each((type) => branch(actor, type, 'mine', sql`1`))} limit 10001) n`)
  return count
}

interface Line {
  type: string
  id: string
  owner_name: string
  institution_name: string | null
  row: Values
  registered_by: string
  registered_at: string
  decided_by: string | null
  decided_at: string | null
  voided: boolean
}

/**
 * A page of what schools registered and an office above confirms: what waits oldest first, what is decided
 * newest first.
 */
export async function listConfirmations(
  engine: Engine,
  tools: Pick<CorrectionTools, 'linkOf'>,
  actor: Actor,
  { page, pageSize, queue }: z.output<typeof confirmationQuery>,
): Promise<z.infer<typeof confirmationPage>> {
  const decided = queue === 'done' ? sql`coalesce(e.by_identity, c.confirmed_by)` : sql`null::int`
  const decidedAt = queue === 'done' ? sql`coalesce(e.at, c.confirmed_at)` : sql`null::timestamptz`
  const columns = (
    type: string,
  ) => sql`${sql.lit(type)}::text as type, r.id, r.owner_id, r.institution_id, r.recorded_by, r.applied_at,
      r.voided_at,
    to_jsonb(r) as row, ${decided} as decided_by, ${decidedAt} as decided_at`
  const order = queue === 'done' ? sql`x.decided_at desc` : sql`x.applied_at`
  const [counts, rows] = await Promise.all([
    confirmationCounts(engine.db, actor),
    engine.db.query<Line>(sql`
      select x.type, x.id, t.name as owner_name, i.name as institution_name, x.row, p.name as registered_by,
        x.applied_at as registered_at,
        q.name as decided_by, x.decided_at, x.voided_at is not null as voided
      from (${each((type) => branch(actor, type, queue, columns(type)))}) x
        join teacher t on t.id = x.owner_id left join institution i on i.id = x.institution_id
        join identity a on a.id = x.recorded_by join person p on p.id = a.person_id
        left join identity b on b.id = x.decided_by left join person q on q.id = b.person_id
      order by ${order}, x.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  return {
    list: rows.flatMap((row) =>
      lineOf(engine, row, (type, id) => tools.linkOf(type, id, 'office', actor.role)),
    ),
    total: Math.min(counts[queue], 10_000),
    ...(counts[queue] > 10_000 && { totalMore: true as const }),
    page,
    pageSize,
    counts,
  }
}

/** A line of the page; none for a type that is no longer declared. */
function lineOf(engine: Engine, row: Line, linkOf: (type: string, id: string) => string | null) {
  const definition = engine.records[row.type]
  if (!definition) return []
  const { type, id, owner_name: ownerName, voided } = row
  const state = voided
    ? ('voided' as const)
    : row.decided_at === null
      ? ('open' as const)
      : ('confirmed' as const)
  return [
    {
      id,
      type,
      title: definition.title,
      ownerName,
      institutionName: row.institution_name ?? '',
      summary: summaryOf(definition, fromRow(definition, row.row)),
      state,
      registeredBy: row.registered_by,
      registeredAt: row.registered_at,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      link: linkOf(type, id),
    },
  ]
}
