import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ChatMode } from '../../../catalogue/contract/teaching/live-lines.ts'
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
  readonly replayUrl: string | null
  readonly host: boolean
  /** How people talk beside it; only in a room of this portal. */
  readonly chat: ChatMode
  /** WebVTT of what was said, where the announcement has it. */
  readonly captionsId: string | null
  /** Whether the recordings that were taken over are shown. */
  readonly released: boolean
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
  /** Files that the server told of by its calls. */
  readonly told: readonly string[]
  /** Whether a recording was refused. */
  readonly refused: boolean
  /** What was wrong when its recordings were looked for. */
  readonly lookFault: string | null
}

/** Milliseconds of a minute in Asia/Shanghai, which has no summer time. */
export const momentOf = (minute: string): number => Date.parse(`${minute}:00+08:00`)

/**
 * Condition that the actor conducts `content c`: an office of the institution that publishes it, or the
 * teacher who asked for it.
 */
export const conductedBy = (actor: Actor | null): Sql =>
  actor === null
    ? sql`false`
    : sql`(
        (${actor.role}::int in (3, 4, 5, 6) and c.institution_id = ${actor.institutionId})
        or exists (
          select 1 from ${caseRows} k
          where k.type = 'broadcastRequest' and k.state = 'agreed' and k.teacher_id = ${actor.teacherId ?? null}::int
            and (k.value ->> 'contentId')::int = c.id))`

interface Row {
  readonly id: number
  readonly live: Readonly<Record<string, unknown>>
  readonly org: string
  readonly host: boolean
  readonly heardAt: Date | null
  readonly endedAt: Date | null
  readonly releasedAt: Date | null
  readonly now: string
  readonly path: string | null
  readonly playUrl: string
  readonly openedAt: Date
  readonly askedAt: Date | null
  readonly kbps: number | null
  readonly width: number | null
  readonly height: number | null
  readonly fault: string | null
  readonly told: readonly string[]
  readonly refused: boolean
  readonly lookFault: string | null
}

const chats: Readonly<Record<string, ChatMode>> = { 0: 'off', 1: 'reviewed', 2: 'open' }
const ways: Readonly<Record<string, LiveView['way']>> = { 1: 'push', 2: 'link', 3: 'relay' }

/** The columns of a broadcast; `content c`, its signal `s`, its room `r`. */
const columns = sql`c.id, c.live, coalesce(c.live ->> 'org', i.name) as org, s.heard_at as "heardAt",
  s.ended_at as "endedAt", s.released_at as "releasedAt", (extract(epoch from now()) * 1000)::text as now, r.path,
  coalesce(r.play_url, '') as "playUrl", r.opened_at as "openedAt", r.asked_at as "askedAt", r.kbps, r.width,
  r.height, r.fault, coalesce(r.told, '{}') as told, coalesce(cardinality(r.refused) > 0, false) as refused,
  r.look_fault as "lookFault"`
const tables = sql`content c
  join institution i on i.id = c.institution_id
  left join content_signal s on s.content_id = c.id
  left join live_room r on r.live_id = c.id`

/**
 * A broadcast that the reader may see; null for a visitor. AppError `missing` for another one, so that nobody
 * learns that it exists.
 */
export async function broadcastFor(db: Queryable, actor: Actor | null, id: number): Promise<Broadcast> {
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
  return rows.map(broadcastOf).filter((live) => !isPast(live))
}

/**
 * Broadcasts that are over and whose recordings are looked for now: at once, then less and less often, for a
 * week. They are taken over of a broadcast that was taken down, too.
 */
export async function broadcastsToLookAt(db: Queryable): Promise<Broadcast[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}, false as host
    from ${tables}
    where c.type = ${definition.name} and c.live is not null and s.heard_at > now() - interval '7 days'
      and (r.looked_at is null
        or now() - r.looked_at > greatest(interval '1 minute', (now() - s.heard_at) / 20))
    order by c.id`)
  return rows.map(broadcastOf).filter((live) => live.room !== null && isPast(live))
}

/** Broadcasts that are over and were not summed up yet. */
export async function broadcastsToSumUp(db: Queryable): Promise<Broadcast[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}, false as host
    from ${tables}
    where c.type = ${definition.name} and c.live is not null and r.counted_at is null and s.heard_at is not null
    order by c.id`)
  return rows.map(broadcastOf).filter(isPast)
}

/** The fact of who was there, of the day on which it was announced. */
export const seenFact = ({ id, startTime }: Pick<Broadcast, 'id' | 'startTime'>) => ({
  kind: 'liveSeen',
  ref: `live-${id}`,
  day: startTime.slice(0, 10),
})

/** Whether it is over, with or without something to be seen again. */
export const isPast = ({ phase }: Pick<Broadcast, 'phase'>) => phase === 'over' || phase === 'replay'

/** A page of the broadcasts that the actor conducts, in rooms of this portal and elsewhere. */
export async function conductedPage(
  db: Queryable,
  actor: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ list: Broadcast[]; total: number }> {
  const where = sql`c.type = ${definition.name} and ${onShow} and ${conductedBy(actor)}`
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
  const released = way === 'push' && row.releasedAt !== null
  const moments: LiveMoments = {
    from: momentOf(startTime),
    to: momentOf(endTime),
    signalled: way === 'push',
    heardAt: time(row.heardAt),
    endedAt: time(row.endedAt),
    replay: textOf(live, 'replayUrl') !== '' || released,
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
    replayUrl: textOf(live, 'replayUrl') || null,
    host: row.host,
    chat: way === 'push' ? (chats[textOf(live, 'chat')] ?? 'off') : 'off',
    captionsId: textOf(live, 'captions') || null,
    released,
    phase: livePhaseAt(moments, now),
    room: roomOf(row),
    now,
  }
}

function roomOf(row: Row): Room | null {
  const { path, playUrl, openedAt, askedAt, kbps, width, height, fault, told, refused, lookFault } = row
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
    told,
    refused,
    lookFault,
  }
}
