import type { Actor } from '../../../catalogue/access/access.ts'
import {
  linePauseSeconds,
  type ChatMode,
  type LineState,
  type LiveLine,
  type LiveLines,
} from '../../../catalogue/contract/teaching/live-lines.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import { note } from '../../platform/audit/note.ts'
import type { ForgettingRule } from '../../platform/db/forget.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { broadcastFor, conducted, type Broadcast } from './room.ts'

/** Lines of one page: what somebody reads who comes late. */
const most = 200
/** Days for which lines are kept. */
const keptDays = 60

export const forgottenLines: ForgettingRule = {
  table: 'live_line',
  oldest: sql`x.said_at`,
  where: sql`t.said_at < now() - make_interval(days => ${keptDays})`,
}

/** A line with what decides who reads it. */
export interface LineRow {
  readonly no: number
  readonly personId: number
  readonly name: string
  readonly unit: string
  readonly text: string
  readonly state: LineState
  readonly reason: string
  readonly saidAt: Date
  readonly changedAt: string
  readonly muted: boolean
}

/** Lines of a broadcast among `live_line l`; `which` is a further condition and what follows it. */
export const linesWhere = (db: Queryable, liveId: number, which: Sql): Promise<LineRow[]> =>
  db.query<LineRow>(sql`
    select l.no, l.person_id as "personId", l.name, l.unit, l.text, l.state, l.reason, l.said_at as "saidAt",
      l.changed_at::text as "changedAt", m.person_id is not null as muted
    from live_line l left join live_mute m on m.live_id = l.live_id and m.person_id = l.person_id
    where l.live_id = ${liveId} and ${which}`)

/** Who reads lines. */
export interface LineReader {
  readonly personId: number
  readonly host: boolean
}

/** A line as this reader sees it: what is hidden from him keeps its place without its words. */
export function lineFor({ personId, host }: LineReader, row: LineRow): LiveLine {
  const own = row.personId === personId
  const isRead = host || own || row.state === 'shown'
  return {
    no: row.no,
    name: isRead ? row.name : '',
    unit: isRead ? row.unit : '',
    text: isRead ? row.text : '',
    state: row.state,
    reason: host || own ? row.reason : '',
    saidAt: new Date(row.saidAt).toISOString(),
    own,
    muted: host && row.muted,
  }
}

/** Whether a line is told to this reader at all when it comes; one that was shown before is, to be taken away. */
export const isToldTo = ({ personId, host }: LineReader, row: LineRow): boolean =>
  host || row.personId === personId || row.state !== 'waiting'

/** When people talk: from the lobby until it is over. */
const isTalk = ({ phase }: Broadcast): boolean => phase === 'lobby' || phase === 'onAir' || phase === 'broken'

/** The last lines that this reader may read, and why he may say nothing. */
export async function linesFor(db: Database, actor: Actor, id: number): Promise<LiveLines> {
  const live = await broadcastFor(db, actor, id)
  if (live.chat === 'off') return { mode: 'off', lines: [], barred: '该直播没有开放交流' }
  const reader = { personId: actor.personId, host: live.host }
  const rows = await linesWhere(
    db,
    id,
    sql`(${live.host} or l.state = 'shown' or l.person_id = ${actor.personId}) order by l.no desc limit ${most}`,
  )
  return {
    mode: live.chat,
    lines: rows.toReversed().map((row) => lineFor(reader, row)),
    barred: await barOf(db, actor, live),
  }
}

async function barOf(db: Queryable, actor: Actor, live: Broadcast): Promise<string | null> {
  if (live.chat === 'off') return '该直播没有开放交流'
  if (live.phase === 'ahead') return '开始前 30 分钟起可以发言'
  if (!isTalk(live)) return '直播已结束，不能再发言'
  const muted = await db.maybeOne<{ reason: string }>(sql`
    select reason from live_mute where live_id = ${live.id} and person_id = ${actor.personId}`)
  return muted ? `主持的人已将您禁言：${muted.reason}` : null
}

/** What comes of a line at first. The host's own are shown at once. */
const firstState = (mode: ChatMode, host: boolean): LineState =>
  mode === 'open' || host ? 'shown' : 'waiting'

/** Says a line: a person one in ten seconds, as long as the host lets him. */
export async function say(db: Database, actor: Actor, id: number, text: string): Promise<void> {
  const live = await broadcastFor(db, actor, id)
  await db.transaction(async (tx) => {
    // One after the other: lines have numbers without gaps, and nobody says two at once.
    await tx.query(sql`select 1 from content where id = ${id} for update`)
    const barred = await barOf(tx, actor, live)
    if (barred !== null) throw new AppError('wrongState', { message: barred })
    if (!live.host) await requirePause(tx, actor, id)
    await tx.execute(sql`
      insert into live_line (live_id, no, person_id, by_identity, name, unit, text, state)
      select ${id}, coalesce(max(no), 0) + 1, ${actor.personId}, ${actor.identityId}, ${actor.name},
        ${actor.institution}, ${text}, ${firstState(live.chat, live.host)}
      from live_line where live_id = ${id}`)
  })
}

async function requirePause(tx: Tx, { personId }: Actor, id: number): Promise<void> {
  const early = await tx.maybeOne(sql`
    select 1 from live_line
    where live_id = ${id} and person_id = ${personId}
      and said_at > now() - make_interval(secs => ${linePauseSeconds}) limit 1`)
  if (early) throw new AppError('tooOften', { message: `每 ${linePauseSeconds} 秒可以发言一次，请稍等` })
}

interface LinePlace {
  readonly id: number
  readonly no: number
}

/** The host shows or hides a line; who said it reads why. */
export async function decideLine(
  db: Database,
  actor: Actor,
  { id, no }: LinePlace,
  { state, reason }: { readonly state: 'shown' | 'hidden'; readonly reason: string },
): Promise<void> {
  await conducted(db, actor, id)
  if (state === 'hidden' && reason === '') throw invalid('reason', '请填写隐藏的原因')
  await db.transaction(async (tx) => {
    const done = await tx.execute(sql`
      update live_line set state = ${state}, reason = ${state === 'hidden' ? reason : ''}, changed_at = now()
      where live_id = ${id} and no = ${no}`)
    if (done === 0) throw new AppError('missing')
    await note(tx, {
      by: actor.identityId,
      action: state === 'shown' ? 'live.lineShown' : 'live.lineHidden',
      type: 'liveBroadcast',
      facts: { id, no, reason },
    })
  })
}

/** Whoever said a line may say nothing more beside this broadcast, or may again. */
export async function mute(
  db: Database,
  actor: Actor,
  { id, no }: LinePlace,
  { on, reason }: { readonly on: boolean; readonly reason: string },
): Promise<void> {
  await conducted(db, actor, id)
  if (on && reason === '') throw invalid('reason', '请填写禁言的原因')
  await db.transaction(async (tx) => {
    const line = await tx.maybeOne<{ personId: number }>(sql`
      select person_id as "personId" from live_line where live_id = ${id} and no = ${no}`)
    if (!line) throw new AppError('missing')
    if (line.personId === actor.personId) throw new AppError('wrongState', { message: '不能将本人禁言' })
    await tx.execute(
      on
        ? sql`
            insert into live_mute (live_id, person_id, reason, by_identity)
            values (${id}, ${line.personId}, ${reason}, ${actor.identityId})
            on conflict (live_id, person_id) do update set reason = excluded.reason`
        : sql`delete from live_mute where live_id = ${id} and person_id = ${line.personId}`,
    )
    await tx.execute(sql`
      update live_line set changed_at = now() where live_id = ${id} and person_id = ${line.personId}`)
    await note(tx, {
      by: actor.identityId,
      action: on ? 'live.muted' : 'live.unmuted',
      type: 'liveBroadcast',
      facts: { id, no, reason },
    })
  })
}
