import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  DeliveryFigures,
  DeliveryFilters,
  DeliveryLine,
} from '../../../catalogue/contract/administration/deliveries.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { channelNames, type Channels } from '../../platform/channels/channel.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Institutions whose sendings are listed with their pieces. */
const mostInstitutions = 100

/** Institution i lies in the actor's scope; the administrator's is everything. */
export const inScope = (actor: Actor): Sql => (actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i'))

type Channel = DeliveryFigures['channels'][number]

/** Queue length and state of each channel. */
async function channelsNow(db: Queryable, actor: Actor, channels: Channels): Promise<Channel[]> {
  const rows = await db.query<Omit<Channel, 'ready'>>(sql`
    select n.name as channel, coalesce(w.waiting, 0)::int as waiting, coalesce(w.held, 0)::int as held,
      p.until as "pausedUntil"
    from unnest(${[...channelNames]}::text[]) with ordinality n (name, place)
    left join channel_pause p on p.channel = n.name and p.until > now()
    left join (
      select d.channel, count(*) filter (where not d.held) as waiting, count(*) filter (where d.held) as held
      from delivery d
      where d.dispatch_id is null and d.dropped is null and exists (
        select 1 from identity a join institution i on i.id = a.institution_id
        where a.person_id = d.person_id and a.state = 'enabled' and ${inScope(actor)})
      group by d.channel) w on w.channel = n.name
    order by n.place`)
  return rows.map((row) => ({ ...row, ready: channels[row.channel].connected }))
}

/** Sendings of the last days by day and channel, and what short messages cost whom. */
export async function figuresOf(
  db: Queryable,
  { actor, channels, days }: { readonly actor: Actor; readonly channels: Channels; readonly days: number },
): Promise<DeliveryFigures> {
  const recent = sql`
    from dispatch d
    join institution i on i.id = d.institution_id
    where ${inScope(actor)}
      and d.created_at >= (date_trunc('day', now() at time zone 'Asia/Shanghai') - make_interval(days => ${days - 1}))
        at time zone 'Asia/Shanghai'`
  const [now, byDay, pieces, { total }] = await Promise.all([
    channelsNow(db, actor, channels),
    db.query<DeliveryFigures['days'][number]>(sql`
      select (d.created_at at time zone 'Asia/Shanghai')::date::text as day, d.channel,
        count(*) filter (where d.state = 'delivered')::int as delivered,
        count(*) filter (where d.state in ('failed', 'givenUp'))::int as failed,
        count(*) filter (where d.state = 'unknown')::int as unknown,
        count(*) filter (where d.state in ('queued', 'sending'))::int as "underWay"
      ${recent}
      group by 1, 2
      order by 1 desc, 2`),
    db.query<DeliveryFigures['pieces'][number]>(sql`
      select i.name as institution, count(*)::int as sendings, sum(d.pieces)::int as pieces
      ${recent} and d.channel = 'sms' and d.attempts > 0
      group by i.id, i.name
      order by 3 desc, i.id
      limit ${mostInstitutions}`),
    db.one<{ total: number }>(sql`
      select coalesce(sum(d.pieces), 0)::int as total ${recent} and d.channel = 'sms' and d.attempts > 0`),
  ])
  return { channels: now, days: byDay, pieces, totalPieces: total }
}

/** Condition on sendings d of institution i that somebody asked for. */
export function asked(actor: Actor, { channel, state, from, to }: DeliveryFilters): Sql {
  const parts = [inScope(actor)]
  if (channel !== undefined) parts.push(sql`d.channel = ${channel}`)
  if (state === undefined) parts.push(sql`d.state in ('failed', 'givenUp', 'unknown')`)
  else if (state !== 'all') parts.push(sql`d.state = ${state}`)
  if (from !== undefined)
    parts.push(sql`d.created_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`)
  if (to !== undefined)
    parts.push(sql`d.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
  return sql.join(parts, ' and ')
}

/** Counting ends here, as in all lists. */
const mostCounted = 10_000

/** A page of sendings, newest first. */
export async function listDeliveries(
  db: Queryable,
  actor: Actor,
  { page, pageSize, ...filters }: DeliveryFilters & { readonly page: number; readonly pageSize: number },
) {
  const where = asked(actor, filters)
  const [{ total }, list] = await Promise.all([
    db.one<{ total: number }>(sql`
      select count(*)::int as total
      from (
        select 1 from dispatch d join institution i on i.id = d.institution_id
        where ${where} limit ${mostCounted + 1}) counted`),
    linesWhere(db, sql`${where} order by d.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const more = total > mostCounted
  return {
    list,
    total: more ? mostCounted : total,
    ...(more && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/** Lines of sendings d of institution i. */
export const linesWhere = (db: Queryable, where: Sql): Promise<DeliveryLine[]> =>
  db.query<DeliveryLine>(sql`
    select d.id, p.name, i.name as institution, d.channel, d.messages, d.pieces, d.state, d.reason, d.attempts,
      d.created_at as "createdAt", d.updated_at as "updatedAt"
    from dispatch d
    join institution i on i.id = d.institution_id
    join person p on p.id = d.person_id
    where ${where}`)
