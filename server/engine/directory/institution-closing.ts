import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { endSessionsWhere } from '../../platform/session/end.ts'
import { lock, raised, refuseTaken, type Keeper } from './institution-row.ts'
import { takeBack } from './lent-identities.ts'
import { changeInstitutions } from './told-systems.ts'

/** What keeps an institution open; each number is of things that must go elsewhere first. */
export interface KeptOpenBy {
  readonly teachers: number
  readonly below: number
  readonly waiting: number
}

export async function keptOpenBy(db: Queryable, id: number): Promise<KeptOpenBy> {
  return db.one<KeptOpenBy>(sql`
    select
      (select count(*)::int from membership m
        where m.institution_id = ${id} and (m.to_on is null or m.to_on >= current_date)) as teachers,
      (select count(*)::int from institution b where b.parent_id = ${id} and b.closed_on is null) as below,
      (select count(*)::int from revision r
        where r.holder_institution_id = ${id} and r.state = 'inReview') as waiting`)
}

export interface InstitutionClosing {
  readonly id: number
  readonly version: number
  /** First day on which it is closed, not after today, `YYYY-MM-DD`. */
  readonly on: string
  readonly reason: string
}

/**
 * Closes an institution that nobody belongs to any more; its accounts are disabled, its code stays taken.
 * Answers the people whose sessions ended.
 */
export async function closeInstitution(
  tx: Tx,
  by: Keeper,
  closing: InstitutionClosing,
): Promise<readonly number[]> {
  const { id, on, reason } = closing
  const now = await lock(tx, id, closing.version)
  if (now.closedOn) throw new AppError('wrongState', { message: '机构已经撤销' })
  const kept = await keptOpenBy(tx, id)
  const why = [
    kept.teachers > 0 && `还有 ${kept.teachers} 位教师`,
    kept.below > 0 && `还有 ${kept.below} 个下级机构`,
    kept.waiting > 0 && `还有 ${kept.waiting} 条记录待审核`,
  ].filter(Boolean)
  if (why.length > 0)
    throw new AppError('wrongState', { message: `${now.name}${why.join('，')}，先办理后才能撤销` })
  if (now.since !== null && on < now.since)
    throw invalid('on', `现在的名称和标识码自 ${now.since} 起使用，撤销不能早于这一天`)
  await changeInstitutions(tx, { which: sql`id = ${id}`, sets: sql`closed_on = ${on}::date, ${raised}` })
  const people = await disableAccounts(tx, by, id)
  await note(tx, {
    by: by.identityId,
    action: 'institution.closed',
    facts: { institution: id, on, reason, accounts: people.length },
  })
  return people
}

/**
 * Disables all accounts of an institution but that of whoever acts; answers the people who are signed out.
 */
export async function disableAccounts(tx: Tx, by: Keeper, id: number): Promise<readonly number[]> {
  await takeBack(tx, sql`a.institution_id = ${id}`, by.identityId)
  const off = await tx.query<{ id: number; person: number }>(sql`
    update identity
    set state = 'disabled'
    where institution_id = ${id} and state = 'enabled' and id <> ${by.identityId}
    returning id, person_id as person`)
  await endSessionsWhere(
    tx,
    sql`identity_id = any(${off.map((one) => one.id)}::int[]) and expires_at > now()`,
    {
      action: 'session.ended',
    },
  )
  return off.map(({ person }) => person)
}

/** Opens a closed institution again under its old code. Its accounts stay disabled. */
export async function reopenInstitution(
  tx: Tx,
  by: Keeper,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<void> {
  const now = await lock(tx, id, version)
  if (!now.closedOn) throw new AppError('wrongState', { message: '机构没有撤销' })
  const parent = await tx.maybeOne(
    sql`select 1 from institution where id = ${now.parentId} and closed_on is not null`,
  )
  if (parent) throw new AppError('wrongState', { message: '上级机构已撤销，先恢复上级' })
  await refuseTaken(tx, now, id)
  await changeInstitutions(tx, {
    which: sql`id = ${id}`,
    sets: sql`closed_on = null, successor_id = null, ${raised}`,
  })
  await note(tx, { by: by.identityId, action: 'institution.reopened', facts: { institution: id, reason } })
}
