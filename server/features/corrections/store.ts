import type { z } from 'zod'
import { seesFull } from '../../../catalogue/access/sight.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Notice, OfficeQueue, QueueCounts } from '../../../catalogue/contract/workspace.ts'
import type {
  Correction,
  correctionAnswer,
  correctionQuery,
  correctionRequest,
  WaitingCorrection,
} from '../../../catalogue/contract/archive/corrections.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Engine, Queryable, Tx } from '../../engine/engine.ts'
import { isForOffice, scopeCondition } from '../../engine/access/index.ts'
import {
  daysSince,
  fromStored,
  type Loaded,
  maskOf,
  summaryOf,
  toStored,
} from '../../engine/records/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { mayAnswer, requireFields } from './rules.ts'
import { note } from '../../platform/audit/note.ts'

/** What corrections take from other features, handed in by `app`. */
export interface CorrectionTools {
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  readonly linkOf: (type: string, recordId: string, where: 'section' | 'office', role: Role) => string | null
}

type Links = Pick<CorrectionTools, 'linkOf'>

interface Row {
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

const columns = (
  actor: Actor,
) => sql`c.id, c.type, c.record_id, t.name as owner_name, t.person_id as owner_person_id,
    i.name as institution_name, c.institution_id,
  c.state, c.reason, c.fields, c.asked_at, c.asked_by, a.person_id as asker_person_id, c.answer,
    c.answered_at, p.name as answered_by_name,
  c.state = 'open' and ${isForOffice(actor, 'c', 3)} as mine`
const joins = sql`join teacher t on t.id = c.owner_id
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
function inQueue(actor: Actor, queue: OfficeQueue): Sql {
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
  loaded: Loaded,
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

/**
 * The lowest office over an owner where somebody else than they can act: their school, else the next above.
 */
async function officeOf(
  db: Queryable,
  loaded: Loaded,
): Promise<{ institution: number; role: Role } | undefined> {
  const { institutionId, districtId, cityId, provinceId, personId } = loaded.owner
  return db.maybeOne(sql`
    select a.institution_id as institution, a.role from identity a
      join (values (${institutionId}::int, 3), (${districtId}::int, 4), (${cityId}::int, 5),
          (${provinceId}::int, 6)) o (id, role)
        on o.id = a.institution_id and o.role = a.role
    where a.state = 'enabled' and a.person_id is distinct from ${personId} order by a.role limit 1`)
}

type Asked = z.output<typeof correctionRequest>

/** Who deals with a correction, and with what. */
export interface Desk {
  readonly engine: Engine
  readonly tools: CorrectionTools
  readonly actor: Actor
}

/** Asks for a correction: the request, its audit row and the messages, or 409 while another one is open. */
export async function ask({ engine, tools, actor }: Desk, loaded: Loaded, given: Asked): Promise<string> {
  const { definition, owner } = loaded
  if (!loaded.effective) throw new AppError('wrongState')
  requireFields(definition, given.fields)
  const sealed = given.fields.map(({ key, should }) => ({
    key,
    should: toStored(engine.keys, definition, loaded.id, { [key]: should })[key],
  }))
  const id = uuidv7()
  await engine.db.transaction(async (tx) => {
    const made = await tx.execute(sql`
      insert into correction (id, type, owner_id, record_id, asked_by, reason, fields, institution_id,
          district_id, city_id, province_id)
      values (${id}, ${definition.name}, ${owner.id}, ${loaded.id}, ${actor.identityId}, ${given.reason},
          ${sql.json(sealed)},
        ${owner.institutionId}, ${owner.districtId}, ${owner.cityId}, ${owner.provinceId})
      on conflict (record_id) where state = 'open' do nothing`)
    if (made === 0) throw new AppError('duplicate', { message: '这条记录已有一份更正申请在处理，请等答复' })
    await audit(tx, actor, 'correction.asked', {
      id,
      type: definition.name,
      ownerId: owner.id,
      recordId: loaded.id,
    })
    const office = await officeOf(tx, loaded)
    if (office) {
      await tools.notify(tx, {
        to: office,
        kind: '3',
        title: `${owner.name}申请更正${definition.title}：${summaryOf(definition, loaded.effective?.stored ?? {})}`,
        content: given.reason,
        link: tools.linkOf(definition.name, loaded.id, 'office', office.role),
        exceptPerson: actor.personId,
      })
    }
  })
  return id
}

/**
 * Answers a request in the actor's scope: 404 outside it, 403 about oneself, 409 when it was answered
 * already.
 */
export async function answer(
  { engine, tools, actor }: Desk,
  id: string,
  given: z.output<typeof correctionAnswer>,
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const row = await tx.maybeOne<Row & { owner_id: number }>(sql`
      select ${columns(actor)}, c.owner_id
      from correction c ${joins}
      where c.id = ${id} and ${scopeCondition(actor, 'c')} for update of c`)
    if (!row) throw new AppError('missing')
    if (row.state !== 'open') throw new AppError('wrongState', { message: '这份申请已经答复过' })
    if (!mayAnswer(actor, row)) throw new AppError('forbidden', { message: '本人的申请须由别人答复' })
    await tx.execute(sql`
      update correction
      set state = ${given.outcome}, answered_by = ${actor.identityId}, answered_at = now(),
        answer = ${given.answer}
      where id = ${id} and state = 'open'`)
    await audit(tx, actor, `correction.${given.outcome}`, {
      id,
      type: row.type,
      ownerId: row.owner_id,
      recordId: row.record_id,
    })
    const title = engine.records[row.type]?.title ?? ''
    await tools.notify(tx, {
      to: { identity: row.asked_by },
      kind: '2',
      title: given.outcome === 'corrected' ? `您申请更正的${title}已更正` : `您申请更正的${title}不予更正`,
      content: given.answer,
      link: tools.linkOf(row.type, row.record_id, 'section', 2),
      exceptPerson: actor.personId,
    })
  })
}

async function audit(
  tx: Tx,
  actor: Actor,
  action: string,
  about: { id: string; type: string; ownerId: number; recordId: string },
): Promise<void> {
  await note(tx, {
    by: actor.identityId,
    action,
    type: about.type,
    ownerId: about.ownerId,
    recordId: about.recordId,
    facts: { correction: about.id },
  })
}

/** What waits for the actor's office, oldest first, at most twenty. */
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
