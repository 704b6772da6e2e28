import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { afterMs, beyondMs } from '../../../catalogue/live/phase.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Condition that `content c` is live now. To readers a draft, a scheduled, a taken-down and an expired
 * content must look like one that does not exist.
 */
export const onShow = sql`c.live is not null
    and c.publish_at <= now()
    and coalesce(c.take_down_at > now(), true)`

/** Area codes of an institution's province, city, district, and its own. */
const areaCodesOver = (area: Sql) =>
  sql`array[left(${area}, 2) || '0000', left(${area}, 4) || '00', left(${area}, 6), ${area}]`

const openness = (value: Sql, visibility: string) => sql`coalesce(${value} ->> ${visibility}::text, '2')`

/** Condition that a list names one of these codes. An empty list stands for everybody. */
const namesAny = (list: Sql, codes: Sql) =>
  sql`(jsonb_typeof(${list}) is distinct from 'array' or ${list} ?| ${codes})`

/**
 * Condition that a value is addressed to a signed-in person with this `role` (a number) at an institution
 * with this `area` code. Reading uses it, and so does the count of people who will be able to read.
 */
export function addressed({ audience }: AnyContent, value: Sql, role: Sql, area: Sql): Sql {
  if (!audience) return sql`true`
  const { visibility, areas, roles } = audience
  return sql`(${openness(value, visibility)} in ('1', '2')
    ${roles ? sql`and ${namesAny(sql`${value} -> ${roles}::text`, sql`array[(${role})::text]`)}` : sql.empty}
    ${areas ? sql`and ${namesAny(sql`${value} -> ${areas}::text`, areaCodesOver(area))}` : sql.empty})`
}

/**
 * Names all readers who see the same contents, by everything that `seen` asks of a reader; null for visitors.
 * What is kept for one of them may be shown to the others.
 */
export const audienceOf = (reader: Actor | null): string | null =>
  reader === null ? null : `${reader.role} ${reader.institutionId}`

/** Visitors see nothing before a person opened the portal (docs/decisions/0154). */
export const isOpened = sql`(select opened from portal_start)`

const published = (definition: AnyContent, reader: Actor | null): Sql =>
  sql`c.type = ${definition.name} and ${onShow} and ${forReader(definition, reader)}`

/**
 * Condition that `content c` is published for everybody, for counting: whether the portal is opened does not
 * matter.
 */
export const forAll = (definition: AnyContent): Sql => published(definition, null)

/**
 * Condition that this reader may see `content c` now. What there is one of (name and marks of the site, legal
 * texts) is told to visitors of a portal that is not opened yet, too.
 */
export function seen(definition: AnyContent, reader: Actor | null): Sql {
  const isHeldBack = reader === null && definition.single !== true
  return isHeldBack ? sql`${published(definition, reader)} and ${isOpened}` : published(definition, reader)
}

/** Condition that `content c` is addressed to this reader, whether it is live or not. */
export function forReader(definition: AnyContent, reader: Actor | null): Sql {
  const { audience, sharing, shelf } = definition
  if (shelf) return reachedBy(reader)
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

/** Condition that `content c` came as far as this reader, or as far as everybody. */
const reachedBy = (reader: Actor | null): Sql =>
  reader === null
    ? sql`c.reach_key = 0`
    : sql`c.reach_key = any(array[0] || array(
        select unnest(array[r.id, r.district_id, r.city_id, r.province_id])
        from institution r
        where r.id = ${reader.institutionId}))`

const clock = (key: string) => sql`((c.live ->> ${key}::text)::timestamp at time zone 'Asia/Shanghai')`

/**
 * Phase of the event that a content announces, as a code of `happens.phases`; null for a type without events.
 * The same as `livePhaseAt` of the catalogue says, which a test compares.
 */
export function phaseOf({ happens }: AnyContent): Sql {
  if (!happens) return sql`null`
  const again = happens.replay ? sql`when c.live ->> ${happens.replay}::text is not null then '3'` : sql.empty
  const released = sql`when s.released_at is not null then '3'`
  const [from, to] = [clock(happens.from), clock(happens.to)]
  const byClock = sql`(case when now() < ${from} then '0' when now() <= ${to} then '1' ${again} else '2' end)`
  if (!happens.signalled) return byClock
  const { field, code } = happens.signalled
  return sql`(case when c.live ->> ${field}::text is distinct from ${code} then ${byClock} else (
    select case
        when now() > coalesce(s.ended_at, least(greatest(${to}, s.heard_at) + ${ms(afterMs)}, ${to} + ${ms(beyondMs)}))
          then (case ${again} ${released} else '2' end)
        when s.heard_at >= ${from} and now() >= ${from} then '1'
        else '0' end
    from (select 1) one left join content_signal s on s.content_id = c.id) end)`
}

const ms = (length: number) => sql`make_interval(secs => ${length / 1_000})`

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
