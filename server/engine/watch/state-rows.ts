import type { Stretches } from '../../../catalogue/watch/stretches.ts'
import { lengthOf } from '../../../catalogue/watch/stretches.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { WatchKey } from './source.ts'
import { stretchesOf, textOf } from './stretches-text.ts'

/** What a person has seen of a recording. */
export interface StateRow extends WatchKey {
  readonly seen: Stretches
  readonly played: Stretches
  readonly again: Stretches
  readonly resumeAt: number
  readonly device: string
  /** ISO 8601; null while it is not complete. */
  readonly completeAt: string | null
}

type StoredState = Omit<StateRow, 'seen' | 'played' | 'again'> & Record<'seen' | 'played' | 'again', string>

/** States, the newest recording of a lesson last. */
export async function stateRows(db: Queryable, where: Sql): Promise<StateRow[]> {
  const rows = await db.query<StoredState>(sql`
    select owner_id as "ownerId", kind, lesson_id as "lessonId", media_no as "mediaNo", seen::text, played::text,
      again::text, resume_at as "resumeAt", resume_device as device, complete_at as "completeAt"
    from watch_state where ${where}
    order by lesson_id, media_no`)
  return rows.map((row) => ({
    ...row,
    seen: stretchesOf(row.seen),
    played: stretchesOf(row.played),
    again: stretchesOf(row.again),
  }))
}

/** The state of somebody who has seen nothing of it. */
export const unseen = ({ ownerId, kind, lessonId, mediaNo }: WatchKey): StateRow => ({
  ownerId,
  kind,
  lessonId,
  mediaNo,
  seen: [],
  played: [],
  again: [],
  resumeAt: 0,
  device: '',
  completeAt: null,
})

/** Writes states as they stand; completion is written by itself. */
export async function writeStates(tx: Tx, states: readonly StateRow[]): Promise<void> {
  if (states.length === 0) return
  const rows = states.map((state) => ({
    ...state,
    seen: textOf(state.seen),
    played: textOf(state.played),
    again: textOf(state.again),
    seconds: lengthOf(state.seen),
  }))
  await tx.execute(sql`
    insert into watch_state (owner_id, kind, lesson_id, media_no, seen, played, again, seconds, resume_at,
      resume_device, heard_at)
    select x."ownerId", x.kind, x."lessonId", x."mediaNo", x.seen::int4multirange, x.played::int4multirange,
      x.again::int4multirange, x.seconds, x."resumeAt", x.device, clock_timestamp()
    from jsonb_to_recordset(${sql.json(rows)})
      as x("ownerId" int, kind text, "lessonId" uuid, "mediaNo" smallint, seen text, played text, again text,
        seconds int, "resumeAt" int, device text)
    on conflict (owner_id, kind, lesson_id, media_no) do update
    set seen = excluded.seen, played = excluded.played, again = excluded.again, seconds = excluded.seconds,
      resume_at = excluded.resume_at, resume_device = excluded.resume_device, heard_at = excluded.heard_at`)
}

/** The state of one recording for one person. */
export async function stateOf(db: Queryable, key: WatchKey): Promise<StateRow> {
  const [row] = await stateRows(
    db,
    sql`owner_id = ${key.ownerId} and kind = ${key.kind} and lesson_id = ${key.lessonId}::uuid
      and media_no = ${key.mediaNo}`,
  )
  return row ?? unseen(key)
}
