import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { livePhaseAt, type LiveMoments, type LivePhase } from '../../../catalogue/live/phase.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { onShow, seen } from '../../engine/publishing/index.ts'
import type { LiveProvider } from '../../platform/live-servers/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export const definition = contents.liveBroadcast

export interface RoomNeeds extends Pick<Ground, 'db' | 'keys' | 'config' | 'log' | 'actorOn'> {
  /** The live server of this installation; null without one. */
  readonly liveProvider: LiveProvider | null
}

/** A broadcast with what is known of its signal. Moments are milliseconds. */
export interface Broadcast extends LiveMoments {
  readonly id: number
  readonly title: string
  readonly lecturer: string
  readonly org: string
  readonly startTime: string
  readonly endTime: string
  readonly way: LiveView['way']
  readonly watchUrl: string | null
  readonly host: boolean
  readonly phase: LivePhase
  readonly room: Room | null
  /** The clock of the database when it was read. */
  readonly now: number
}

export interface Room {
  readonly path: string
  readonly playUrl: string
  readonly openedAt: string
  readonly askedAt: string | null
  readonly kbps: number | null
  readonly width: number | null
  readonly height: number | null
  readonly fault: string | null
}

/** Milliseconds of a minute in Asia/Shanghai, which has no summer time. */
export const momentOf = (minute: string): number => Date.parse(`${minute}:00+08:00`)

/**
 * Condition that the actor conducts `content c`: an office of the institution that publishes it, or the
 * teacher who asked for it.
 */
export const conductedBy = ({ role, institutionId, teacherId }: Actor): Sql => sql`(
  (${role}::int in (3, 4, 5, 6) and c.institution_id = ${institutionId})
  or exists (
    select 1 from ${caseRows} k
    where k.type = 'broadcastRequest' and k.state = 'agreed' and k.teacher_id = ${teacherId ?? null}::int
      and (k.value ->> 'contentId')::int = c.id))`

interface Row {
  readonly id: number
  readonly live: Readonly<Record<string, unknown>>
  readonly org: string
  readonly host: boolean
  readonly heardAt: Date | null
  readonly endedAt: Date | null
  readonly now: string
  readonly path: string | null
  readonly playUrl: string
  readonly openedAt: Date
  readonly askedAt: Date | null
  readonly kbps: number | null
  readonly width: number | null
  readonly height: number | null
  readonly fault: string | null
}

const ways: Readonly<Record<string, LiveView['way']>> = { 1: 'push', 2: 'link', 3: 'relay' }

/** The columns of a broadcast; `content c`, its signal `s`, its room `r`. */
const columns = sql`c.id, c.live, coalesce(c.live ->> 'org', i.name) as org, s.heard_at as "heardAt",
  s.ended_at as "endedAt", (extract(epoch from now()) * 1000)::text as now, r.path,
  coalesce(r.play_url, '') as "playUrl", r.opened_at as "openedAt", r.asked_at as "askedAt", r.kbps, r.width,
  r.height, r.fault`
const tables = sql`content c
  join institution i on i.id = c.institution_id
  left join content_signal s on s.content_id = c.id
  left join live_room r on r.live_id = c.id`

/** A broadcast that the actor may see. AppError `missing` for another one, so that nobody learns that it exists. */
export async function broadcastFor(db: Queryable, actor: Actor, id: number): Promise<Broadcast> {
  const row = await db.maybeOne<Row>(sql`
    select ${columns}, ${conductedBy(actor)} as host
    from ${tables}
    where c.id = ${id} and c.type = ${definition.name}
      and ((${seen(definition, actor)}) or (${onShow} and ${conductedBy(actor)}))`)
  if (!row) throw new AppError('missing')
  return broadcastOf(row)
}

/** A broadcast that the actor conducts. AppError `missing` where he may not see it, `forbidden` where he only sees it. */
export async function conducted(db: Queryable, actor: Actor, id: number): Promise<Broadcast> {
  const live = await broadcastFor(db, actor, id)
  if (!live.host) throw new AppError('forbidden')
  return live
}

/** Broadcasts with a room whose signal is to be asked for now: from the lobby until they are over. */
export async function broadcastsOnCall(db: Queryable): Promise<Broadcast[]> {
  const moment = (key: string) => sql`((c.live ->> ${key}::text)::timestamp at time zone 'Asia/Shanghai')`
  const rows = await db.query<Row>(sql`
    select ${columns}, false as host
    from ${tables}
    where r.live_id is not null and c.type = ${definition.name} and ${onShow} and s.ended_at is null
      and now() >= ${moment('startTime')} - interval '31 minutes' and now() < ${moment('endTime')} + interval '5 hours'
    order by c.id`)
  return rows.map(broadcastOf).filter(({ phase }) => phase !== 'over' && phase !== 'replay')
}

/** A page of the broadcasts with a room of this portal that the actor conducts. */
export async function conductedPage(
  db: Queryable,
  actor: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ list: Broadcast[]; total: number }> {
  const where = sql`c.type = ${definition.name} and ${onShow} and c.live ->> 'way' = '1'
    and ${conductedBy(actor)}`
  const [rows, { total }] = await Promise.all([
    db.query<Row>(sql`
      select ${columns}, true as host
      from ${tables}
      where ${where}
      order by c.live ->> 'startTime' desc, c.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from content c where ${where}`),
  ])
  return { list: rows.map(broadcastOf), total }
}

const textOf = (live: Row['live'], key: string): string => {
  const value = live[key]
  return typeof value === 'string' ? value : ''
}
const time = (at: Date | null): number | null => (at === null ? null : new Date(at).getTime())

function broadcastOf(row: Row): Broadcast {
  const { live } = row
  const minutes = (key: string) => textOf(live, key).slice(0, 16)
  const [startTime, endTime] = [minutes('startTime'), minutes('endTime')]
  const way = ways[textOf(live, 'way')] ?? 'link'
  const moments: LiveMoments = {
    from: momentOf(startTime),
    to: momentOf(endTime),
    signalled: way === 'push',
    heardAt: time(row.heardAt),
    endedAt: time(row.endedAt),
    replay: textOf(live, 'replayUrl') !== '',
  }
  const now = Number(row.now)
  return {
    ...moments,
    id: row.id,
    title: textOf(live, 'title'),
    lecturer: textOf(live, 'lecturer'),
    org: row.org,
    startTime,
    endTime,
    way,
    watchUrl: textOf(live, 'watchUrl') || null,
    host: row.host,
    phase: livePhaseAt(moments, now),
    room: roomOf(row),
    now,
  }
}

function roomOf(row: Row): Room | null {
  const { path, playUrl, openedAt, askedAt, kbps, width, height, fault } = row
  if (path === null) return null
  return {
    path,
    playUrl,
    openedAt: new Date(openedAt).toISOString(),
    askedAt: askedAt === null ? null : new Date(askedAt).toISOString(),
    kbps,
    width,
    height,
    fault,
  }
}
