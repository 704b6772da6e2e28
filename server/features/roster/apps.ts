import type { RosterApp } from '../../../catalogue/contract/administration/roster.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Apps with what each is told, for the administrator. */
export const appsWhere = (db: Queryable, which: Sql): Promise<RosterApp[]> =>
  db.query<RosterApp>(sql`
    select p.id as app, p.name, p.enabled as "appEnabled",
      case when f.app_id is not null then jsonb_build_object('place', f.place_id, 'placeName', i.name,
        'facts', f.facts, 'agreement', f.agreement, 'until', f.until, 'enabled', f.enabled, 'version', f.version,
        'people', (select count(*) from roster_subject k where k.app_id = f.app_id)) end as feed,
      case when h.app_id is not null then jsonb_build_object('url', h.url, 'events', h.events,
        'enabled', h.enabled, 'version', h.version, 'lastOkAt', h.last_ok_at, 'failures', h.failures,
        'pausedUntil', case when h.paused_until > now() then h.paused_until end,
        'oldUntil', case when h.old_until > now() then h.old_until end,
        'waiting', w.waiting, 'waitingSince', w.since, 'dead', w.dead) end as hook,
      (select max(c.at) from api_token t join api_call c on c.token_id = t.id
        where t.app_id = p.id and c.status = 200) as "lastReadAt"
    from app p
    left join roster_feed f on f.app_id = p.id
    left join institution i on i.id = f.place_id
    left join roster_hook h on h.app_id = p.id
    left join lateral (
      select count(*) filter (where d.state = 'waiting') as waiting, min(d.at) filter (where d.state = 'waiting') as since,
        count(*) filter (where d.state = 'dead') as dead
      from roster_delivery d
      where d.app_id = h.app_id and d.state <> 'delivered') w on true
    where ${which}
    order by p.sort_no, p.id
    limit 500`)

/** One app with what it is told. Throws missing. */
export async function appNamed(db: Queryable, app: string): Promise<RosterApp> {
  const [found] = await appsWhere(db, sql`p.id = ${app}`)
  if (!found) throw new AppError('missing')
  return found
}
