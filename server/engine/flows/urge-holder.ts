import { lastStepOf } from '../../../catalogue/flows/way.ts'
import { sql } from '../../platform/db/sql.ts'
import { journal } from '../records/index.ts'
import { urge } from '../ways/index.ts'
import type { Call, Outcome } from './call.ts'
import { noteFor, pendingOf, revision } from './move.ts'

/**
 * 催办: the owner, or an office that passed the item on, reminds the office that holds it, at most once a
 * day. The item stays as it is; the event tells the holder.
 */
export async function urgeHolder(call: Call): Promise<Outcome> {
  const { engine, loaded } = call
  const pending = pendingOf(loaded)
  const level = lastStepOf(pending)?.level ?? null
  const holder = sql`${pending.holderInstitutionId}::int, ${pending.holderRole}::smallint`
  // Neither the time it waited nor a reason belongs to it: nothing was decided.
  const note = { ...noteFor(call, 'urge', 'flow.urged', level), reason: null, fields: [], waitedSince: null }
  await engine.db.transaction(async (tx) => {
    await urge(tx, revision(loaded))
    await tx.query(sql`with ${journal(note, sql.empty, holder)} select 1`)
  })
  return { version: loaded.version, state: 'inReview', level }
}
