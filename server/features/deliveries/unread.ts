import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Why delivery `d` is not wanted any more, with message `m` and message to many `b` joined to it: null while
 * it is. A reminder is over once it was confirmed.
 */
export const whyOver: Sql = sql`
  case
    when m.id is null and (b.id is null or b.withdrawn_at is not null) then 'withdrawn'
    when m.read_at is not null or m.deleted_at is not null then 'read'
    when b.id is not null and exists (
      select 1
      from identity ra
      join broadcast_reader r on r.identity_id = ra.id and r.broadcast_id = b.id
      where ra.person_id = d.person_id
        and (r.confirmed_at is not null or r.deleted_at is not null or (d.round = 0 and r.read_at is not null)))
      then 'read'
  end`

/** Joins the message of delivery `d`, of whichever kind. */
export const joinMessages: Sql = sql`
  left join message m on m.id = d.message_id
  left join broadcast b on b.id = d.message_id`
