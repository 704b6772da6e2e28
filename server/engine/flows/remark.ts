import { mostRemarks } from '../../../catalogue/flows/review.ts'
import { lastStepOf } from '../../../catalogue/flows/way.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Queryable, Tx } from '../engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { journal, type LoadedRecord } from '../records/index.ts'
import type { Call, Outcome } from './call.ts'
import { noteFor, pendingOf } from './move.ts'

/** Condition that event `x` is a remark about this revision. */
const aboutIt = (loaded: LoadedRecord): Sql => sql`
  x.owner_id = ${loaded.owner.id} and x.record_id = ${loaded.id}::uuid and x.action = 'remark'
    and x.revision_id = ${pendingOf(loaded).id}::uuid`

/** Whether the actor's last remark says the same: an answer was lost and the request came again. */
async function isSaid(tx: Queryable, { actor, loaded, body }: Call): Promise<boolean> {
  const last = await tx.maybeOne<{ same: boolean }>(sql`
    select x.by_identity = ${actor.identityId} and x.reason = ${body.reason ?? ''} as same
    from revision_event x where ${aboutIt(loaded)} order by x.at desc, x.id desc limit 1`)
  return last?.same === true
}

async function requireRoom(tx: Tx, loaded: LoadedRecord): Promise<void> {
  const { many } = await tx.one<{ many: number }>(
    sql`select count(*)::int as many from revision_event x where ${aboutIt(loaded)}`,
  )
  if (many >= mostRemarks)
    throw new AppError('wrongState', { message: `留言已满 ${mostRemarks} 条，请审核或电话联系` })
}

/**
 * 留言: the office that holds the item and its owner write to each other without a decision. Nothing moves; a line of
 * the timeline stays, and the event tells the other side.
 * @throws AppError `invalid` without words, `wrongState` when there are too many
 */
export async function remark(call: Call): Promise<Outcome> {
  const { engine, actor, loaded, body } = call
  if ((body.reason ?? '').trim() === '') throw invalid('reason', '请写留言')
  const pending = pendingOf(loaded)
  const level = lastStepOf(pending)?.level ?? null
  const own = actor.teacherId !== null && actor.role === 2
  const holder = sql`${pending.holderInstitutionId}::int, ${pending.holderRole}::smallint`
  const note = {
    ...noteFor(call, 'remark', own ? ('flow.answered' as const) : ('flow.remarked' as const), level),
    fields: [],
    // Nothing was decided: the time it waits goes on.
    waitedSince: null,
  }
  await engine.db.transaction(async (tx) => {
    await tx.query(sql`
      select 1 from revision where owner_id = ${loaded.owner.id} and id = ${pending.id}::uuid for no key update`)
    if (await isSaid(tx, call)) return
    await requireRoom(tx, loaded)
    await tx.query(sql`with ${journal(note, sql.empty, holder)} select 1`)
  })
  return { version: loaded.version, state: 'inReview', level }
}
