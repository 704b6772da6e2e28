import type { Actor } from '../../../catalogue/access/access.ts'
import { mayBeSentAgain, type DeliveryLine } from '../../../catalogue/contract/administration/deliveries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { inScope, linesWhere } from './ledger.ts'

/**
 * Sends once more what did not arrive for certain, at once and with all attempts anew. 404 out of scope; 409
 * where it arrived or is on its way.
 */
export function sendAgain(db: Database, actor: Actor, id: number): Promise<DeliveryLine> {
  return db.transaction(async (tx) => {
    const found = await tx.maybeOne<{ state: DeliveryLine['state'] }>(sql`
      select d.state
      from dispatch d
      join institution i on i.id = d.institution_id
      where d.id = ${id} and ${inScope(actor)}
      for update of d`)
    if (!found) throw new AppError('missing')
    if (!mayBeSentAgain.includes(found.state))
      throw new AppError('wrongState', { message: '这一条已经送出或正在发送，无需再发' })
    await tx.execute(sql`
      update dispatch
      set state = 'queued', attempts = 0, reason = null, ready_at = now(), updated_at = now()
      where id = ${id}`)
    await note(tx, {
      by: actor.identityId,
      action: 'delivery.again',
      facts: { delivery: id, was: found.state },
    })
    const [line] = await linesWhere(tx, sql`d.id = ${id}`)
    if (!line) throw new AppError('missing')
    return line
  })
}
