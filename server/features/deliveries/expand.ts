import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** People looked at in one transaction. */
const usualBatch = 1_000

interface Round {
  readonly broadcast_id: string
  readonly round: number
  readonly after_person: number
  readonly withdrawn: boolean
}

/**
 * Writes deliveries of messages to many, for those among the readers who chose to be reminded: one batch of
 * people a transaction, which also keeps how far it came. A message that was withdrawn goes no further.
 * @returns whether there is more to do
 */
export function expandBroadcasts(db: Database, batch = usualBatch): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The present round of each message, and of each reminder.
    await tx.execute(sql`
      insert into delivery_round (broadcast_id, round)
      select b.id, b.reminders
      from broadcast b
      where b.withdrawn_at is null and coalesce(b.reminded_at, b.created_at) > now() - interval '7 days'
        and not exists (select 1 from delivery_round r where r.broadcast_id = b.id and r.round = b.reminders)
      on conflict do nothing`)
    const open = await tx.maybeOne<Round>(sql`
      select r.broadcast_id::text, r.round, r.after_person, b.withdrawn_at is not null as withdrawn
      from delivery_round r
      join broadcast b on b.id = r.broadcast_id
      where r.done_at is null
      order by r.broadcast_id, r.round
      limit 1
      for update of r skip locked`)
    if (!open) return false
    const last = open.withdrawn ? null : await writeBatch(tx, open, batch)
    await tx.execute(sql`
      update delivery_round
      set after_person = coalesce(${last}::int, after_person), done_at = (select now() where ${last}::int is null)
      where broadcast_id = ${open.broadcast_id}::bigint and round = ${open.round}`)
    return true
  })
}

/** Writes the deliveries of the next people; answers the last of them, null at the end. */
async function writeBatch(tx: Tx, { broadcast_id: id, round, after_person }: Round, batch: number) {
  const { last } = await tx.one<{ last: number | null }>(sql`
    with chosen as (
      select distinct c.person_id
      from message_choice c
      join broadcast b on b.id = ${id}::bigint and b.kind = c.kind
      where c.person_id > ${after_person}
      order by c.person_id
      limit ${batch}),
    meant as (
      select distinct a.person_id, b.kind
      from chosen s
      join identity a on a.person_id = s.person_id and a.state = 'enabled'
      join institution i on i.id = a.institution_id
      join broadcast b on b.id = ${id}::bigint
        and b.place = any(array[0, i.id, i.district_id, i.city_id, i.province_id])
        and a.role = any(b.roles) and a.id <> b.by_identity
      where ${round} = 0 or not exists (
        select 1 from broadcast_reader r
        where r.identity_id = a.id and r.broadcast_id = b.id and r.confirmed_at is not null)),
    written as (
      insert into delivery (message_id, person_id, channel, round, ready_at, held)
      select ${id}::bigint, m.person_id, c.by, ${round}::smallint, forward_at(m.person_id, delivery_base(c.by)),
        forward_at(m.person_id, delivery_base(c.by)) > delivery_base(c.by)
      from meant m
      join message_choice c on c.person_id = m.person_id and c.kind = m.kind
      on conflict do nothing)
    select max(person_id) as last from chosen`)
  return last
}
