import type {
  DoubtCause,
  PresenceMeans,
  PresenceStatus,
  PresenceWay,
} from '../../../catalogue/presence/rules.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { instant, millis, type SessionKey } from './sessions.ts'

/** Names a mark: of one person in one session and way there is at most one. */
export interface MarkKey extends SessionKey {
  readonly teacherId: number
  readonly way: PresenceWay
}

/** A mark as its newest act left it. */
export interface Mark extends MarkKey {
  readonly id: string
  readonly status: PresenceStatus
  readonly means: PresenceMeans
  readonly moment: number
  readonly doubt: DoubtCause | null
  readonly decided: boolean
  readonly acts: number
}

/** What an act makes of a mark. */
export interface Act {
  readonly act: 'made' | 'changed' | 'decided' | 'corrected'
  readonly status: PresenceStatus
  readonly means: PresenceMeans
  readonly moment: number
  readonly doubt: DoubtCause | null
  /** The claim that it uses up, and the phone it came from. */
  readonly claim?: string
  readonly device?: Buffer
  readonly reason: string
  /** Null for the clock. */
  readonly by: number | null
}

const columns = sql`m.event_id as "eventId", m.id, m.session_id as "sessionId", m.teacher_id as "teacherId", m.way,
  m.status, m.means, ${millis(sql`m.moment`)} as moment, m.doubt, m.decided, m.acts`

/** Marks `m` under a condition, by session and person. */
export const marksWhere = (db: Queryable, condition: Sql): Promise<Mark[]> =>
  db.query<Mark>(
    sql`select ${columns} from presence_mark m where ${condition} order by m.session_id, m.teacher_id, m.way`,
  )

/** Locks the marks of a person in a session, of both ways. */
export async function lockMarks(
  tx: Tx,
  { eventId, sessionId, teacherId }: Omit<MarkKey, 'way'>,
): Promise<Partial<Record<PresenceWay, Mark>>> {
  const rows = await tx.query<Mark>(sql`
    select ${columns} from presence_mark m
    where m.event_id = ${eventId} and m.session_id = ${sessionId} and m.teacher_id = ${teacherId}
    order by m.way for update`)
  return Object.fromEntries(rows.map((row) => [row.way, row]))
}

async function writeEvent(tx: Tx, mark: Mark, act: Act): Promise<void> {
  await tx.execute(sql`
    insert into presence_event (event_id, mark_id, no, act, means, status, doubt, moment, claim, reason, by_identity)
    values (${mark.eventId}, ${mark.id}, ${mark.acts}, ${act.act}, ${act.means}, ${act.status}, ${act.doubt},
      ${instant(act.moment)}, ${act.claim ?? null}::uuid, ${act.reason}, ${act.by}::int)`)
}

/** Adds a mark; undefined where another request was faster. */
async function addMark(tx: Tx, key: MarkKey, act: Act): Promise<Mark | undefined> {
  const { eventId, sessionId, teacherId, way } = key
  const mark = await tx.maybeOne<Mark>(sql`
    insert into presence_mark as m (event_id, id, session_id, teacher_id, way, status, means, moment, device, doubt,
      decided)
    values (${eventId}, ${uuidv7()}::uuid, ${sessionId}, ${teacherId}, ${way}, ${act.status}, ${act.means},
      ${instant(act.moment)}, ${act.device ?? null}::bytea, ${act.doubt}, ${act.act === 'corrected'})
    on conflict (event_id, session_id, teacher_id, way) do nothing
    returning ${columns}`)
  if (mark) await writeEvent(tx, mark, act)
  return mark
}

/** Changes a mark that this transaction has locked. */
export async function changeMark(tx: Tx, mark: Mark, act: Act): Promise<Mark> {
  const changed = await tx.one<Mark>(sql`
    update presence_mark m
    set status = ${act.status}, means = ${act.means}, moment = ${instant(act.moment)}, doubt = ${act.doubt},
      device = coalesce(m.device, ${act.device ?? null}::bytea),
      decided = m.decided or ${act.act === 'decided' || act.act === 'corrected'}, acts = m.acts + 1
    where m.event_id = ${mark.eventId} and m.id = ${mark.id}
    returning ${columns}`)
  await writeEvent(tx, changed, act)
  return changed
}

/** Adds a mark, or lets `change` say what becomes of the one that is there; null leaves it. */
export async function putMark(
  tx: Tx,
  key: MarkKey,
  act: Act,
  change: (mark: Mark) => Act | null,
): Promise<Mark> {
  const before = (await lockMarks(tx, key))[key.way]
  const added = before ? undefined : await addMark(tx, key, act)
  if (added) return added
  const mark = before ?? (await lockMarks(tx, key))[key.way]
  if (!mark) throw new Error('a mark that was in the way is gone')
  const next = change(mark)
  return next ? changeMark(tx, mark, next) : mark
}
