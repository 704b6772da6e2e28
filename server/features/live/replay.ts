import type { Actor } from '../../../catalogue/access/access.ts'
import type { LiveRecord } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { releaseReplay, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { conducted, isPast, type Broadcast } from './room.ts'

interface RecordRow {
  readonly no: number
  readonly startedAt: Date
  readonly seconds: number
  readonly fileId: string
  readonly draftId: number | null
}

/** What whoever keeps a replay needs beside the database. */
export type ReplayNeeds = Pick<PublishingNeeds, 'db' | 'filmAddress' | 'onChanged'>

const recordRows = (db: Queryable, actor: Actor | null, live: Broadcast): Promise<RecordRow[]> =>
  db.query<RecordRow>(sql`
    select r.no, r.started_at as "startedAt", r.seconds, r.file_id as "fileId", c.id as "draftId"
    from live_record r
      left join content c on c.id = r.draft_id and c.by_identity = ${actor?.identityId ?? null}::int
    where r.live_id = ${live.id}
    order by r.started_at, r.no`)

/** The recordings that this reader may see: of a released replay everybody's, before that the host's alone. */
export async function recordsFor(
  { db, filmAddress }: ReplayNeeds,
  actor: Actor | null,
  live: Broadcast,
): Promise<LiveRecord[]> {
  if (!isPast(live) || !(live.host || live.released)) return []
  const rows = await recordRows(db, actor, live)
  return rows.map(({ no, startedAt, seconds, fileId, draftId }) => ({
    no,
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    url: filmAddress(fileId),
    draftId,
  }))
}

/** Shows the recordings to whoever may see the broadcast, or takes them back. */
export async function release(needs: ReplayNeeds, actor: Actor, id: number, on: boolean): Promise<void> {
  const live = await conducted(needs.db, actor, id)
  if (!isPast(live)) throw new AppError('wrongState', { message: '该直播尚未结束，结束后再发布回放' })
  if (on && (await recordRows(needs.db, actor, live)).length === 0)
    throw new AppError('wrongState', { message: '该直播暂无录像；直播服务器交来录像以后再发布回放' })
  await needs.db.transaction(async (tx) => {
    await releaseReplay(tx, id, on)
    const action = on ? 'live.released' : 'live.hidden'
    await note(tx, { by: actor.identityId, action, type: 'liveBroadcast', facts: { id } })
  })
  needs.onChanged()
}

/** A recording of a broadcast that the actor conducts. AppError `missing` where there is none. */
export async function recordOf(
  db: Queryable,
  actor: Actor,
  { id, no }: { readonly id: number; readonly no: number },
): Promise<{ readonly live: Broadcast; readonly fileId: string; readonly seconds: number }> {
  const live = await conducted(db, actor, id)
  const found = (await recordRows(db, actor, live)).find((one) => one.no === no)
  if (!found) throw new AppError('missing')
  return { live, fileId: found.fileId, seconds: found.seconds }
}
