import type { Actor } from '../../../catalogue/access/access.ts'
import type { Confirmation } from '../../../catalogue/contract/corrections.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import type { Loaded } from '../../engine/records/load.ts'
import { sql } from '../../platform/db/sql.ts'

/** The one type whose records a school writes and a level above confirms (惩处记录: 录入即生效，县区确认前标“待确认”). */
export const confirmedType = 'punishment'

interface Row {
  role: number
  by: string | null
  at: string | null
}

/** Whether a record in force has been confirmed by a level above the school; null where nobody is asked to. */
export async function confirmationOf(db: Queryable, actor: Actor, loaded: Loaded): Promise<Confirmation | null> {
  if (loaded.definition.name !== confirmedType || !loaded.effective) return null
  const row = await db.maybeOne<Row>(sql`
    select a.role, p.name as by, c.confirmed_at as at from identity a
      left join confirmation c on c.record_id = ${loaded.id} and c.version = ${loaded.effective.version}
      left join identity b on b.id = c.confirmed_by left join person p on p.id = b.person_id
    where a.id = ${loaded.effective.recordedBy}`)
  // What a district or a higher level wrote itself is confirmed by that.
  if (!row || row.role !== 3) return null
  return { by: row.by, at: row.at, version: loaded.effective.version, canConfirm: row.at === null && mayConfirm(actor, loaded) }
}

const mayConfirm = (actor: Actor, loaded: Loaded): boolean => actor.role >= 4 && actor.role <= 6 && loaded.owner.personId !== actor.personId

/** Confirms the version that was read: 409 when the school changed it since, when it is confirmed already or need not be. */
export async function confirm(engine: Engine, actor: Actor, loaded: Loaded, version: number): Promise<void> {
  const state = await confirmationOf(engine.db, actor, loaded)
  if (!state) throw new AppError('wrongState', { message: '这条记录不用确认' })
  if (!mayConfirm(actor, loaded)) throw new AppError('forbidden')
  if (state.version !== version) throw new AppError('stale')
  await engine.db.transaction(async (tx) => {
    const made = await tx.execute(sql`
      insert into confirmation (record_id, version, confirmed_by) values (${loaded.id}, ${version}, ${actor.identityId}) on conflict do nothing`)
    if (made === 0) throw new AppError('wrongState', { message: '这条记录已经确认过' })
    await tx.execute(sql`
      insert into audit (by_identity, action, type, owner_id, record_id, facts)
      values (${actor.identityId}, 'record.confirmed', ${confirmedType}, ${loaded.owner.id}, ${loaded.id}, ${sql.json({ version })})`)
  })
}

/** How many punishments wait for the actor to confirm: a district's, or a city's where no district is between. */
export async function waitingConfirmations(db: Queryable, actor: Actor): Promise<number> {
  if (actor.role !== 4 && actor.role !== 5) return 0
  const scope = actor.role === 4 ? sql`r.district_id = ${actor.institutionId}` : sql`r.city_id = ${actor.institutionId} and r.district_id is null`
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from rec_punishment r join identity a on a.id = r.recorded_by and a.role = 3
    where ${scope} and r.voided_at is null and not exists (select 1 from confirmation c where c.record_id = r.id and c.version = r.version)`)
  return count
}
