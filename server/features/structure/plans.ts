import type { Actor } from '../../../catalogue/access/access.ts'
import {
  structurePlan,
  type Outcome,
  type StructureEntry,
  type StructurePlan,
} from '../../../catalogue/contract/administration/structure.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { structureCause } from '../../engine/movement/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { carryOut } from './carry-out.ts'
import { faultsOf, involvedIn } from './examine.ts'
import { keptBy, requireAbove, requireSeen, type StructureNeeds } from './options.ts'
import { previewOf, readInvolved } from './preview.ts'

/** Refuses a plan whose institutions the actor does not stand above; the new parent may be the own office. */
export async function requirePlan(db: Queryable, actor: Actor, plan: StructurePlan): Promise<void> {
  const parent = plan.act === 'move' ? plan.parentId : null
  await requireAbove(
    db,
    actor,
    involvedIn(plan).filter((id) => id !== parent),
  )
  if (parent !== null) await requireSeen(db, actor, [parent])
}

export interface Order {
  readonly plan: StructurePlan
  readonly versions: Readonly<Record<string, number>>
  readonly confirm: string
}

/** Carries a change out, or keeps it for its day. Answers its number and who was signed out. */
export async function order(
  { db, engine }: StructureNeeds,
  actor: Actor,
  { plan, versions, confirm }: Order,
): Promise<{ id: string; signedOut: readonly number[] }> {
  await requirePlan(db, actor, plan)
  const preview = await previewOf(db, engine, plan)
  if (confirm.trim() !== preview.confirm) throw invalid('confirm', `请完整输入“${preview.confirm}”`)
  const id = uuidv7()
  return db.transaction(async (tx) => {
    const waits = plan.on > (await databaseDay(tx))
    const kept = { id, plan, lines: preview.lines, by: actor.identityId }
    if (!waits) {
      const done = await carryOut({ engine, tx, by: actor }, plan, { cause: structureCause(id), versions })
      await insert(tx, { ...kept, institutions: done.institutions, state: 'done' })
      return { id, signedOut: done.signedOut }
    }
    const faults = await faultsOf(tx, plan, await readInvolved(tx, involvedIn(plan)))
    if (faults.length > 0) throw invalidFields(faults)
    await insert(tx, { ...kept, institutions: involvedIn(plan), state: 'waiting' })
    await note(tx, {
      by: actor.identityId,
      action: 'structure.planned',
      facts: { plan: id, act: plan.act, on: plan.on, institutions: involvedIn(plan) },
    })
    return { id, signedOut: [] }
  })
}

interface NewEntry {
  readonly id: string
  readonly plan: StructurePlan
  readonly lines: readonly Outcome[]
  readonly by: number
  readonly institutions: readonly number[]
  readonly state: 'waiting' | 'done'
}

async function insert(tx: Tx, { id, plan, lines, by, institutions, state }: NewEntry): Promise<void> {
  await tx.execute(sql`
    insert into structure_plan (id, act, plan, effective_on, institutions, state, result, by_identity, settled_at)
    values (${id}, ${plan.act}, ${sql.json(plan)}, ${plan.on}::date, ${[...institutions]}::int[], ${state},
      ${sql.json({ lines })}, ${by}, case when ${state} = 'done' then now() end)`)
}

interface Row extends Omit<StructureEntry, 'institutions' | 'lines'> {
  readonly members: StructureEntry['institutions']
  readonly result: { readonly lines?: StructureEntry['lines'] } | null
}

const read = (db: Queryable, where: Sql): Promise<Row[]> =>
  db.query<Row>(sql`
    select s.id, s.act, s.effective_on as on, s.state, s.plan ->> 'reason' as reason, s.fault, s.result,
      p.name as by, s.at,
      (select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by i.id)
        from institution i where i.id = any(s.institutions)) as members
    from structure_plan s
    join identity a on a.id = s.by_identity
    join person p on p.id = a.person_id
    where ${where}
    order by s.state = 'waiting' desc, s.at desc
    limit 100`)

/** The newest changes in the actor's scope: of an institution, or of all; those that wait come first. */
export async function entriesFor(
  db: Queryable,
  actor: Actor,
  institutionId: number | undefined,
): Promise<StructureEntry[]> {
  if (institutionId !== undefined) await requireSeen(db, actor, [institutionId])
  const seen = sql`exists (select 1 from institution i where i.id = any(s.institutions) and ${keptBy(actor, 'i')})`
  const rows = await read(
    db,
    institutionId === undefined ? seen : sql`s.institutions @> array[${institutionId}::int]`,
  )
  return entriesFrom(rows)
}

/** One change, by its number. */
export async function entryOf(db: Queryable, id: string): Promise<StructureEntry> {
  const [entry] = entriesFrom(await read(db, sql`s.id = ${id}`))
  if (!entry) throw new AppError('missing')
  return entry
}

const entriesFrom = (rows: readonly Row[]): StructureEntry[] =>
  rows.map(({ members, result, ...row }) => ({ ...row, institutions: members, lines: result?.lines ?? [] }))

/** Takes back a change that waits for its day. 404 outside the scope, 409 once it is settled. */
export async function cancel(db: StructureNeeds['db'], actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ plan: unknown; state: string }>(
      sql`select plan, state from structure_plan where id = ${id} for update`,
    )
    if (!row) throw new AppError('missing')
    await requirePlan(tx, actor, structurePlan.parse(row.plan))
    if (row.state !== 'waiting') throw new AppError('wrongState', { message: '该项调整已经办结，不能取消' })
    await tx.execute(sql`update structure_plan set state = 'cancelled', settled_at = now() where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'structure.cancelled', facts: { plan: id } })
  })
}

interface Due {
  readonly id: string
  readonly plan: unknown
  readonly by: number
}

/**
 * Carries out the first change whose day has come; false when there is none. One that cannot be done any more
 * is settled with the reason, and whoever planned it is told.
 */
export async function carryOutDue({
  db,
  engine,
  tell,
}: Pick<StructureNeeds, 'db' | 'engine' | 'tell'>): Promise<boolean> {
  const due = await db.maybeOne<Due>(sql`
    select id, plan, by_identity as by
    from structure_plan
    where state = 'waiting' and effective_on <= (now() at time zone 'Asia/Shanghai')::date
    order by effective_on, at
    limit 1`)
  if (!due) return false
  try {
    await db.transaction(async (tx) => {
      const mine = await tx.execute(sql`
        update structure_plan set state = 'done', settled_at = now() where id = ${due.id} and state = 'waiting'`)
      const by = await actorOfIdentity(tx, due.by)
      if (mine === 0 || !by) return
      const plan = structurePlan.parse(due.plan)
      const cause = structureCause(due.id)
      const { institutions } = await carryOut({ engine, tx, by: by.actor }, plan, { cause, versions: null })
      await tx.execute(
        sql`update structure_plan set institutions = ${[...institutions]}::int[] where id = ${due.id}`,
      )
    })
  } catch (error) {
    const because = refusedBecause(error)
    if (because === null) throw error
    await fail(db, tell, due, because)
  }
  return true
}

const fail = (db: StructureNeeds['db'], tell: StructureNeeds['tell'], { id, by }: Due, fault: string) =>
  db.transaction(async (tx) => {
    const mine = await tx.execute(sql`
      update structure_plan
      set state = 'failed', fault = ${fault}, settled_at = now()
      where id = ${id} and state = 'waiting'`)
    if (mine === 0) return
    await note(tx, { by: null, action: 'structure.failed', facts: { plan: id, fault } })
    await tell(tx, by, '机构调整未按期办理', `${fault}。请在机构的“结构调整”里重新办理。`)
  })
