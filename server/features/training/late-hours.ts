import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { LateHours, lateHoursDecided } from '../../../catalogue/contract/training/late-hours.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isYearOpen } from '../../../catalogue/hours/rule.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import { ruleFor } from '../../engine/ledger/index.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A registration by its owner and number. */
export interface RegistrationKey {
  readonly ownerId: number
  readonly recordId: string
}

/** Role of a school. It posts hours of years that are open; the authority above it agrees to the others. */
const school = 3

/** Whether hours that this role confirms today wait for the authority above the school. */
export async function isLate(
  db: Queryable,
  { ownerId, year, role }: { readonly ownerId: number; readonly year: number; readonly role: number | null },
  day = today(),
): Promise<boolean> {
  // A year closes in the one after it at the earliest, whatever its rule says.
  if (role !== school || day < String(year + 1)) return false
  const place = await db.maybeOne<{ id: number | null }>(
    sql`select province_id as id from teacher where id = ${ownerId}`,
  )
  return !isYearOpen(year, day, await ruleFor(db, place?.id ?? null, year))
}

/** Notes that a registration waits for the authority, or does not any more. */
export async function keepLate(
  tx: Tx,
  { ownerId, recordId }: RegistrationKey,
  year: number | null,
): Promise<void> {
  await tx.execute(sql`delete from late_hours where owner_id = ${ownerId} and record_id = ${recordId}::uuid`)
  if (year !== null)
    await tx.execute(sql`
      insert into late_hours (owner_id, record_id, year)
      select ${ownerId}::int, ${recordId}::uuid, ${year}::int`)
}

/** Registrations that wait for the actor's office, which stands right above the schools of their owners. */
export async function lateFor(db: Queryable, { institutionId }: Actor): Promise<LateHours> {
  const list = await db.query<LateHours['list'][number]>(sql`
    select l.owner_id as "teacherId", l.record_id as record, t.name, i.name as school, l.year,
      coalesce(r.project_name, '') as title, coalesce(r.organizer, '') as organizer,
      coalesce(r.credit_hours, 0)::float8 as hours, l.at
    from late_hours l
      join rec_training_registration r on r.owner_id = l.owner_id and r.id = l.record_id and r.voided_at is null
      join teacher t on t.id = l.owner_id
      join institution i on i.id = t.institution_id
    where l.declined is null and i.parent_id = ${institutionId}
    order by l.at, l.owner_id, l.record_id limit 200`)
  return { list }
}

/** How many registrations of a teacher wait for the authority, and why others were declined. */
export async function lateOf(db: Queryable, ownerId: number): Promise<{ late: number; declined: string[] }> {
  const rows = await db.query<{ declined: string | null }>(
    sql`select declined from late_hours where owner_id = ${ownerId} order by at`,
  )
  const declined = rows.flatMap((row) => row.declined ?? [])
  return { late: rows.length - declined.length, declined }
}

/** What a registration that waits becomes where the authority agrees. */
export type PostLate = (tx: Tx, registered: RegistrationKey, by: number) => Promise<void>

interface LateNeeds {
  readonly db: Database
  readonly notify: CaseNeeds['notify']
  readonly post: PostLate
}

/**
 * Agrees to hours of a closed year, or declines them. A list with one that is not there, or was answered, is refused
 * as a whole.
 */
export async function decideLate(
  { db, notify, post }: LateNeeds,
  actor: Actor,
  { agrees, reason, of }: z.output<typeof lateHoursDecided>,
): Promise<LateHours> {
  for (const { teacherId: ownerId, record: recordId } of of) await waiting(db, actor, { ownerId, recordId })
  for (const { teacherId: ownerId, record: recordId } of of.toSorted((a, b) => a.teacherId - b.teacherId))
    // A transaction for each owner: where tables are spread, each lies on the node of its own.
    await db.transaction(async (tx) => {
      const row = await waiting(tx, actor, { ownerId, recordId }, sql`for update`)
      if (agrees) await post(tx, { ownerId, recordId }, actor.identityId)
      else
        await tx.execute(sql`
          update late_hours set declined = ${reason}
          where owner_id = ${ownerId} and record_id = ${recordId}::uuid`)
      await tellDecided(tx, notify, { actor, ownerId, year: row.year, agrees, reason })
      await note(tx, {
        by: actor.identityId,
        action: 'training.lateHours',
        ownerId,
        recordId,
        facts: { year: row.year, agrees },
      })
    })
  return lateFor(db, actor)
}

/** A registration that waits for the actor's office. */
async function waiting(
  db: Queryable,
  actor: Actor,
  { ownerId, recordId }: RegistrationKey,
  locked: Sql = sql.empty,
): Promise<{ year: number }> {
  const below = await db.maybeOne(sql`
    select 1 from teacher t join institution i on i.id = t.institution_id
    where t.id = ${ownerId} and i.parent_id = ${actor.institutionId}`)
  const row = await db.maybeOne<{ year: number; declined: string | null }>(sql`
    select year, declined from late_hours
    where owner_id = ${ownerId} and record_id = ${recordId}::uuid ${locked}`)
  if (!below || !row) throw new AppError('missing')
  if (row.declined !== null) throw new AppError('wrongState', { message: '该学时已经答复' })
  return row
}

async function tellDecided(
  tx: Tx,
  notify: CaseNeeds['notify'],
  told: { actor: Actor; ownerId: number; year: number; agrees: boolean; reason: string },
): Promise<void> {
  const { actor, ownerId, year, agrees, reason } = told
  const accounts = await tx.query<{ id: number }>(sql`
    select a.id from identity a join teacher t on t.person_id = a.person_id
    where t.id = ${ownerId} and a.role = 2`)
  for (const { id } of accounts)
    await notify(tx, {
      to: { identity: id },
      kind: '1',
      title: agrees ? `${year} 年的学时已补记` : `${year} 年的学时没有补记`,
      content: `${actor.institution}${agrees ? '同意补记，已计入学时' : `不同意补记：${reason}`}。`,
      link: `/teacher/pxda?year=${year}`,
      exceptPerson: actor.personId,
    })
}
