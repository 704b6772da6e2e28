import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * A content is before readers now: draft, scheduled, taken down and over are no different from what does not
 * exist.
 */
export const onShow = sql`c.live is not null
    and c.publish_at <= now()
    and coalesce(c.take_down_at > now(), true)`

/** Area codes that hold an institution's: its province's, its city's, its district's, its own. */
const around = (area: Sql) =>
  sql`array[left(${area}, 2) || '0000', left(${area}, 4) || '00', left(${area}, 6), ${area}]`

const openness = (value: Sql, visibility: string) => sql`coalesce(${value} ->> ${visibility}::text, '2')`

/** Whether a list of codes names one of these; an empty list names everybody. */
const names = (list: Sql, codes: Sql) =>
  sql`(jsonb_typeof(${list}) is distinct from 'array' or ${list} ?| ${codes})`

/**
 * Whether a value of an audience is addressed to somebody signed in: `role` their number, `area` the code of
 * their institution. The one condition both of reading and of counting how many will be able to.
 */
export function addressed({ audience }: AnyContent, value: Sql, role: Sql, area: Sql): Sql {
  if (!audience) return sql`true`
  const { visibility, areas, roles } = audience
  return sql`(${openness(value, visibility)} in ('1', '2')
    ${roles ? sql`and ${names(sql`${value} -> ${roles}::text`, sql`array[(${role})::text]`)}` : sql.empty}
    ${areas ? sql`and ${names(sql`${value} -> ${areas}::text`, around(area))}` : sql.empty})`
}

/** What this reader may see at this minute, of `content c`. */
export function seen(definition: AnyContent, reader: Actor | null): Sql {
  return sql`c.type = ${definition.name} and ${onShow} and ${forReader(definition, reader)}`
}

/** Whom it is for, whenever it is shown. */
export function forReader(definition: AnyContent, reader: Actor | null): Sql {
  const { audience, sharing } = definition
  if (sharing) {
    const everybody = sql`c.live ->> ${sharing}::text = '9'`
    return reader === null
      ? everybody
      : sql`(${everybody} or exists (select 1
            from institution r
            where r.id = ${reader.institutionId} and case c.live ->> ${sharing}::text
          when '4' then r.province_id = c.province_id when '3' then r.city_id = c.city_id when '2' then r.district_id = c.district_id
          when '1' then r.id = c.institution_id else false end))`
  }
  if (!audience) return sql`true`
  if (reader === null) return sql`${openness(sql`c.live`, audience.visibility)} = '2'`
  const area = sql`(select r.area_code from institution r where r.id = ${reader.institutionId})`
  return addressed(definition, sql`c.live`, sql`${reader.role}::int`, area)
}

const clock = (key: string) => sql`((c.live ->> ${key}::text)::timestamp at time zone 'Asia/Shanghai')`

/** How far what a content tells of is, as a code of `happens.phases`; null where nothing happens. */
export function phaseOf({ happens }: AnyContent): Sql {
  if (!happens) return sql`null`
  const again = happens.replay ? sql`when c.live ->> ${happens.replay}::text is not null then '3'` : sql.empty
  return sql`(case when now() < ${clock(happens.from)} then '0' when now() <= ${clock(happens.to)} then '1' ${again} else '2' end)`
}

export function orderOf(definition: AnyContent): Sql {
  const { order, happens } = definition
  if (order === 'happening' && happens) {
    // Running first, then upcoming by the nearest, then past by the latest.
    return sql`case ${phaseOf(definition)} when '1' then 0 when '0' then 1 else 2 end, abs(extract(epoch
          from ${clock(happens.from)} - now())), c.id`
  }
  return order === 'newest'
    ? sql`c.pinned desc, c.publish_at desc, c.id desc`
    : sql`c.live -> ${order}::text, c.id`
}
