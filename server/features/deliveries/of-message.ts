import type { Actor } from '../../../catalogue/access/access.ts'
import type { MessageDelivery } from '../../../catalogue/contract/administration/deliveries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Delivery of the actor's own message to many, with its reminders; 404 for another's. */
export async function deliveryOf(db: Queryable, actor: Actor, id: number): Promise<MessageDelivery> {
  const own = await db.maybeOne<{ complete: boolean }>(sql`
    select b.withdrawn_at is not null or exists (
      select 1 from delivery_round r
      where r.broadcast_id = b.id and r.round = b.reminders and r.done_at is not null) as complete
    from broadcast b
    where b.id = ${id} and b.by_identity = ${actor.identityId}`)
  if (!own) throw new AppError('missing')
  const channels = await db.query<MessageDelivery['channels'][number]>(sql`
    select d.channel,
      count(*) filter (where x.state = 'delivered')::int as delivered,
      count(*) filter (where (x.id is null and d.dropped is null) or x.state in ('queued', 'sending'))::int as waiting,
      count(*) filter (where x.state in ('failed', 'givenUp'))::int as failed,
      count(*) filter (where x.state = 'unknown')::int as unknown,
      count(*) filter (where d.dropped is not null or x.state = 'dropped')::int as dropped
    from delivery d
    left join dispatch x on x.id = d.dispatch_id
    where d.message_id = ${id}
    group by d.channel
    order by d.channel`)
  return { ...own, channels }
}
