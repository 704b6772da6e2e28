import type { Queryable } from '../server/platform/db/database.ts'
import { sql, type Sql } from '../server/platform/db/sql.ts'

/**
 * Marks of sessions that are over: one person in seventeen never comes, some are always late, some are on
 * leave once.
 * @param expected rows of event_id, session_id, starts_at, teacher_id
 */
export const writeMarks = (db: Queryable, expected: Sql): Promise<unknown> =>
  db.execute(sql`
    with listed as (
      select x.*, dense_rank() over (order by teacher_id) as n, dense_rank() over (order by starts_at, session_id) as nth,
        gen_random_uuid() as id
      from (${expected}) x),
    judged as (
      select *, case when n % 11 = 7 then '2' when n % 11 = 9 and (n + nth) % 5 = 0 then '4' else '1' end as status
      from listed where n % 17 <> 5),
    marks as (
      insert into presence_mark (event_id, id, session_id, teacher_id, way, status, means, moment)
      select event_id, id, session_id, teacher_id, 'in', status, case status when '4' then 'hand' else 'code' end,
        starts_at + make_interval(mins => case status when '2' then 14 else -9 end, secs => n)
      from judged
      returning *)
    insert into presence_event (event_id, mark_id, no, act, means, status, moment, reason)
    select event_id, id, 1, 'made', means, status, moment, case status when '4' then '事假，已批' else '' end
    from marks`)
