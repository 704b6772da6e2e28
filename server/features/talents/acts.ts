import type { Actor } from '../../../catalogue/access/access.ts'
import type { TalentAddition, TalentOutcome } from '../../../catalogue/contract/analysis/talents.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { talentActs, type TalentAct, type TalentHappening } from '../../../catalogue/talents/entry.ts'
import { isServing, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { begun, change, undo } from './journal.ts'
import { linesStatement, refusal, type LineRow } from './lines.ts'
import { talentsPath, type TalentNeeds } from './options.ts'

type Verb = TalentAct | 'remove' | 'restore'

const happenings: Readonly<Record<Verb, TalentHappening>> = {
  confirm: 'confirmed',
  publish: 'published',
  withdraw: 'withdrawn',
  remove: 'removed',
  restore: 'restored',
}

function assignments(verb: Verb, reason: string | null): Sql {
  if (verb === 'remove') return sql`removed_at = now(), removed_reason = ${reason}::text, dismissed = true`
  if (verb === 'restore')
    return sql`removed_at = null, removed_reason = null, dismissed = false, state = 'synced'`
  return sql`state = ${talentActs[verb].to}::text`
}

/**
 * Which of these entries may be acted on, and why the others are not. Those outside of the scope are as if
 * they were not there.
 */
async function judged(tx: Tx, actor: Actor, ids: readonly number[], verb: Verb) {
  await tx.query(sql`
    select 1 from talent_entry e where e.id = any(${[...ids]}::int[]) order by e.id for update`)
  const rows = await tx.query<LineRow>(linesStatement(actor, ids))
  const listed = verb === 'restore' ? await alreadyListed(tx, ids) : new Set<number>()
  const refusals = new Map(
    rows.map((row) => [row.id, listed.has(row.id) ? '已重新列入' : refusal(actor, row, verb)]),
  )
  return {
    rows: rows.filter(({ id }) => refusals.get(id) === null),
    skipped: [...new Set(ids)].flatMap((id) => {
      const why = refusals.has(id) ? refusals.get(id) : '没有这一条，或不在您的范围内'
      return why ? [{ id, reason: why }] : []
    }),
  }
}

/** Removed entries whose person is in the same list again. */
async function alreadyListed(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(sql`
    select e.id
    from talent_entry e join talent_entry o on o.owner_id = e.owner_id and o.kind = e.kind and o.removed_at is null
    where e.id = any(${[...ids]}::int[]) and e.removed_at is not null`)
  return new Set(rows.map(({ id }) => id))
}

const roleOfLevel: Readonly<Record<string, number>> = { district: 4, city: 5, province: 6 }

/** Tells offices below that some of their entries were taken off the boards. */
async function tellOffices(
  { notify }: TalentNeeds,
  tx: Tx,
  actor: Actor,
  { rows, reason }: { readonly rows: readonly LineRow[]; readonly reason: string },
): Promise<void> {
  const others = Map.groupBy(
    rows.filter((row) => row.office_id !== actor.institutionId),
    (row) => row.office_id,
  )
  for (const [institution, own] of others) {
    const { level } = await tx.one<{ level: string }>(
      sql`select level from institution where id = ${institution}`,
    )
    const role = roleOfLevel[level]
    if (role === undefined) continue
    const people = own.map(({ name, kind }) => `${name}（${labelOf('highLevelKind', kind)}）`).join('、')
    await notify(tx, {
      to: { institution, role },
      kind: '1',
      title: `${actor.institution}取消发布了本单位名单里的 ${own.length} 人`,
      content: `${people}。原因：${reason}`,
      link: talentsPath,
      exceptPerson: actor.personId,
    })
  }
}

export interface ChosenEntries {
  readonly verb: Verb
  readonly ids: readonly number[]
  readonly reason: string | null
}

/** Acts on entries of the list; those that cannot be acted on are told with the reason. */
export async function act(
  o: TalentNeeds,
  actor: Actor,
  { verb, ids, reason }: ChosenEntries,
): Promise<TalentOutcome> {
  return o.db.transaction(async (tx) => {
    const { rows, skipped } = await judged(tx, actor, ids, verb)
    const lower = rows.some((row) => row.office_id !== actor.institutionId)
    if (lower && !reason) throw invalid('reason', '取消下级单位发布的名单，请写明原因')
    if (rows.length === 0) return { affected: 0, batch: null, skipped }
    const batch = uuidv7()
    const changed = await change(tx, {
      by: actor.identityId,
      batch,
      action: happenings[verb],
      set: assignments(verb, reason),
      from: sql`select unnest(${rows.map(({ id }) => id)}::int[]) as id`,
      because: sql`${reason}`,
    })
    await note(
      tx,
      {
        by: actor.identityId,
        action: `talent.${happenings[verb]}`,
        ownerId: sql`e.owner_id`,
        facts: sql`jsonb_build_object('entry', e.id, 'kind', e.kind)`,
      },
      sql`from talent_entry e where e.id = any(${changed}::int[])`,
    )
    if (lower) await tellOffices(o, tx, actor, { rows, reason: reason ?? '' })
    return { affected: changed.length, batch, skipped }
  })
}

/** Adds somebody of the scope to the list by hand. */
export async function addByHand(
  { db }: TalentNeeds,
  actor: Actor,
  body: TalentAddition,
): Promise<TalentOutcome> {
  const { teacherId, kind, level = '', year = null, reason } = body
  return db.transaction(async (tx) => {
    const person = await tx.maybeOne<{ status: string }>(sql`
      select t.status from teacher t where t.id = ${teacherId} and ${scopeCondition(actor, 't', 'id')}`)
    if (!person) throw invalid('teacherId', '范围内没有该教师')
    if (!isServing(person.status))
      throw invalid('teacherId', `该教师${labelOf('employmentStatus', person.status)}，不能列入`)
    const rows = await tx.query<{ id: number }>(sql`
      insert into talent_entry (owner_id, kind, office_id, reason, level, year, institution_id, district_id, city_id,
        province_id)
      select t.id, ${kind}::text, ${actor.institutionId}::int, ${reason}::text, ${level}::text, ${year}::int,
        t.institution_id, t.district_id, t.city_id, t.province_id
      from teacher t
      where t.id = ${teacherId}
      on conflict (owner_id, kind) where removed_at is null do nothing
      returning id`)
    const made = rows.map(({ id }) => id)
    if (made.length === 0)
      throw new AppError('duplicate', {
        message: '该教师已在该名单里',
        errors: [{ field: 'kind', message: '该教师已在该名单里' }],
      })
    const batch = uuidv7()
    await begun(tx, { by: actor.identityId, batch, action: 'added' }, made)
    await note(tx, { by: actor.identityId, action: 'talent.added', ownerId: teacherId, facts: { kind } })
    return { affected: made.length, batch, skipped: [] }
  })
}

/** Undoes the acts of one press of a button, of whoever pressed it, within an hour. */
export async function undone({ db }: TalentNeeds, actor: Actor, batch: string): Promise<TalentOutcome> {
  return db.transaction(async (tx) => {
    const own = sql`e.office_id = ${actor.institutionId}`
    const { all, back } = await undo(tx, {
      by: actor.identityId,
      batch,
      undone: uuidv7(),
      among: sql`(${own} or ${scopeCondition(actor, 'e')})`,
    })
    if (all === 0) throw new AppError('missing', { message: '没有可以撤销的操作；只能撤销自己一小时以内的' })
    if (back.length === 0) throw new AppError('stale', { message: '这些名单后来又有改动，不能撤销' })
    await note(tx, { by: actor.identityId, action: 'talent.undone', facts: { count: back.length } })
    return {
      affected: back.length,
      batch: null,
      skipped: [],
    }
  })
}
