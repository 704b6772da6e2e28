import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** The identity that asks, as `m`: its role and client, and the institutions it belongs to. */
export const asker = (identityId: number): Sql => sql`(
    select a.id, a.person_id, a.role, a.client_id, i.id as institution_id, i.district_id, i.city_id, i.province_id
    from identity a
    join institution i on i.id = a.institution_id
    where a.id = ${identityId}) m`

const above = sql`(m.district_id, m.city_id, m.province_id)`

/** Condition that binding `b` is about `m`. */
const concerns = sql`b.role = m.role
    and (b.client_id is null or b.client_id = m.client_id)
    and (b.place_id is null or b.place_id in (m.institution_id, m.district_id, m.city_id, m.province_id))`

/**
 * What app `p` is for `m`: 0 nothing, 1 may be asked for, 2 may be used. It is the least of what the
 * administrator gave and what each authority above `m` that narrowed the app left of it.
 */
const given = sql`(
    select min(coalesce((
      select max(b.level)
      from app_binding b
      where b.app_id = s.app_id and b.office_id is not distinct from s.office_id and ${concerns}), 0))
    from (
      select p.id as app_id, null::int as office_id
      union all
      select n.app_id, n.office_id
      from app_narrowing n
      where n.app_id = p.id and n.office_id in ${above}) s)`

/** A grant to `m` alone counts while the app may be requested there. */
const granted = sql`exists (
    select 1
    from app_request g
    where g.app_id = p.id and g.identity_id = m.id and g.state = 'granted')`

/** The one condition of who sees an app, on `app p` and the asker `m`: `use`, `ask`, or null for neither. */
export const standing: Sql = sql`(
    select case when not p.enabled or w.level = 0 then null when w.level = 2 or ${granted} then 'use' else 'ask' end
    from (select ${given} as level) w)`

/** Whether an identity may use an app now. */
export async function mayUse(db: Queryable, app: string, { identityId }: Actor): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1
    from app p, ${asker(identityId)}
    where p.id = ${app} and ${standing} = 'use'`)
  return row !== undefined
}

/**
 * The office nearest above identity `a` of institution `i` that has somebody else to decide, as `h`; none:
 * administrators.
 */
export const decider: Sql = sql`
    left join lateral (
      select o.role, o.id, k.name
      from (values (3, i.id), (4, i.district_id), (5, i.city_id), (6, i.province_id)) o (role, id)
      join institution k on k.id = o.id
      where o.role > a.role and exists (
        select 1
        from identity s
        where s.institution_id = o.id and s.role = o.role and s.state = 'enabled' and s.person_id <> a.person_id)
      order by o.role
      limit 1) h on true`
