import type { WatchSums } from '../../../catalogue/watch/rule.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { momentOf, ms } from './clock.ts'
import type { WatchKey } from './source.ts'

/** One opening of a lesson on one device; moments in ms. */
export interface SessionRow extends WatchKey, Readonly<Record<keyof WatchSums, number>> {
  readonly id: string
  readonly device: string
  /** Whole seconds: of the recording, and that have to be seen. */
  readonly length: number
  readonly needed: number
  /** Hundredths. */
  readonly cap: number
  readonly fastest: number
  readonly lateMinutes: number
  readonly openedAt: number
  readonly heardAt: number
  readonly seq: number
}

const columns = sql`
  owner_id as "ownerId", id, kind, lesson_id as "lessonId", media_no as "mediaNo", device, length_s as length,
  needed_s as needed, cap, fastest, late_minutes as "lateMinutes", ${ms(sql`opened_at`)} as "openedAt",
  ${ms(sql`heard_at`)} as "heardAt", seq, fresh, again, fast, late, busy, outside`

/** Sessions, the oldest first. */
export const sessionRows = (db: Queryable, where: Sql): Promise<SessionRow[]> =>
  db.query<SessionRow>(sql`select ${columns} from watch_session where ${where} order by opened_at, id`)

/** Writes sessions as they stand; new ones, and those that were heard. */
export async function writeSessions(tx: Tx, rows: readonly SessionRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into watch_session (owner_id, id, kind, lesson_id, media_no, device, length_s, needed_s, cap, fastest,
      late_minutes, opened_at, heard_at, seq, fresh, again, fast, late, busy, outside)
    select x."ownerId", x.id, x.kind, x."lessonId", x."mediaNo", x.device, x.length, x.needed, x.cap, x.fastest,
      x."lateMinutes", ${momentOf(sql`x."openedAt"`)}, ${momentOf(sql`x."heardAt"`)}, x.seq, x.fresh, x.again, x.fast,
      x.late, x.busy, x.outside
    from jsonb_to_recordset(${sql.json(rows)})
      as x("ownerId" int, id uuid, kind text, "lessonId" uuid, "mediaNo" smallint, device text, length int, needed int,
        cap int, fastest int, "lateMinutes" int, "openedAt" float8, "heardAt" float8, seq int, fresh int, again int,
        fast int, late int, busy int, outside int)
    on conflict (owner_id, id) do update
    set heard_at = excluded.heard_at, seq = excluded.seq, fastest = excluded.fastest, fresh = excluded.fresh,
      again = excluded.again, fast = excluded.fast, late = excluded.late, busy = excluded.busy,
      outside = excluded.outside`)
}

/** Seconds of a session that were not counted in one minute, for one reason. */
export interface CutRow {
  readonly ownerId: number
  readonly session: string
  /** ms of the minute. */
  readonly minute: number
  readonly reason: string
  readonly seconds: number
}

export async function addCuts(tx: Tx, rows: readonly CutRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into watch_cut (owner_id, session_id, minute, reason, seconds)
    select x."ownerId", x.session, ${momentOf(sql`x.minute`)}, x.reason, x.seconds
    from jsonb_to_recordset(${sql.json(rows)})
      as x("ownerId" int, session uuid, minute float8, reason text, seconds int)
    on conflict (owner_id, session_id, minute, reason) do update
    set seconds = watch_cut.seconds + excluded.seconds`)
}

/** What was not counted of some sessions of a person, by minute. */
export const cutsOf = (db: Queryable, ownerId: number, sessions: readonly string[]): Promise<CutRow[]> =>
  db.query<CutRow>(sql`
    select owner_id as "ownerId", session_id as session, ${ms(sql`minute`)} as minute, reason, seconds
    from watch_cut
    where owner_id = ${ownerId} and session_id = any(${sessions}::uuid[])
    order by minute, reason`)
