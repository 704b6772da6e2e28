import { sealSecret } from '../server/features/roster/secrets.ts'
import type { Keys } from '../server/platform/crypto/keys.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

/** A secret that is printed here is worth nothing: whoever tries the portal turns it first. */
const printed = 'whsec_ZGVtby1zZWNyZXQtb2YtdGhlLXJlZ2lvbg=='

/**
 * One app with an agreement about a city, and changes of the last days that it was told of, with one that it
 * refused. It hears of nothing more until somebody switches it on: its host does not exist.
 */
export async function writeRoster(db: Queryable, keys: Keys): Promise<void> {
  await db.execute(sql`
    insert into roster_feed (app_id, place_id, facts, agreement, until, by_identity)
    select '33', i.id, array['profile', 'school', 'teaching'], '阅读测评平台数据提供协议（2026 年）',
      current_date + 280, a.id
    from institution i, identity a
    join person p on p.id = a.person_id
    where i.code = '441700' and p.login_name = 'admin' and a.role = 1`)
  await db.execute(sql`
    insert into roster_hook (app_id, url, events, enabled, secret_sealed, last_ok_at, by_identity)
    select f.app_id, 'https://yuedu.yjjy.example/roster',
      array['teacher.joined', 'teacher.left', 'teacher.moved', 'teacher.changed', 'institution.changed'], false,
      ${sealSecret(keys, '33', printed)}, now() - interval '2 hours', f.by_identity
    from roster_feed f
    where f.app_id = '33'`)
  await db.execute(sql`
    insert into roster_delivery (app_id, event, subject_id, no, at, state, attempts, status, reason, ms, ended_at)
    select '33', (array['teacher.changed', 'teacher.moved', 'teacher.joined', 'teacher.changed'])[1 + n.n % 4], n.id, 2,
      now() - make_interval(hours => (40 - 3 * n.n)::int),
      case when n.n = 4 then 'dead' else 'delivered' end, case when n.n = 4 then 8 else 1 end,
      case when n.n = 4 then 422 else 200 end, case when n.n = 4 then '对方拒收（422）' end,
      (80 + 13 * n.n)::int, now() - make_interval(hours => (40 - 3 * n.n)::int)
    from (
      select t.id, row_number() over (order by t.id) as n
      from teacher t
      join institution i on i.id = t.city_id
      where i.code = '441700' and t.status = '11'
      order by t.id
      limit 9) n`)
}
