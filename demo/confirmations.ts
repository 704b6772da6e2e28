import { sql } from '../server/platform/db/sql.ts'
import type { Tx } from '../server/engine/engine.ts'

/** Days after which the city has confirmed what a school registered; what came later waits. */
const confirmedWithin = 60

/** The city confirms punishments that schools registered long ago, two days after each. */
export async function writeConfirmations(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into confirmation (record_id, version, confirmed_by, confirmed_at)
    select r.id, r.version, a.id, r.applied_at + interval '2 days'
    from rec_punishment r
      join lateral (
        select id from identity where role = 5 and institution_id = r.city_id order by id limit 1) a on true
    where r.voided_at is null and r.applied_at < now() - make_interval(days => ${confirmedWithin})
    on conflict do nothing`)
}
