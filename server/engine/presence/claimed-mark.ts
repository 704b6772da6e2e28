import { AppError, invalid } from '../../../catalogue/errors.ts'
import { markAt } from '../../../catalogue/presence/moments.ts'
import {
  doubtful,
  officialLeave,
  onLeave,
  type DoubtCause,
  type PresenceMeans,
} from '../../../catalogue/presence/rules.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { lockMarks, marksWhere, putMark, type Act, type Mark, type MarkKey } from './marks.ts'
import type { Session } from './sessions.ts'

/** Who checks in, as the account that signed in. */
export interface Attendee {
  readonly teacherId: number
  readonly by: number
}

/** A claim that was judged, with the person it belongs to. */
export interface JudgedClaim extends Attendee {
  readonly session: Session
  /** Its number: it can be used once. */
  readonly claim: string
  readonly device: Buffer | null
  readonly moment: number
  readonly means: PresenceMeans
  /** Why it is a doubt already. */
  readonly doubt: DoubtCause | null
}

export const deviceHash = (device: string): Buffer => sha256(`presence\n${device}`)

export const notNow = (isEarly: boolean) =>
  new AppError('wrongState', {
    message: isEarly ? '还没到签到时间' : '签到时间已过，如确已到场请申请更正',
  })

/** The mark that a claim made already; refuses a claim that another person used. */
async function markOfClaim(
  tx: Tx,
  eventId: string,
  claim: string,
  teacherId: number,
): Promise<Mark | undefined> {
  const [mark] = await marksWhere(
    tx,
    sql`m.event_id = ${eventId} and m.id = (
    select e.mark_id from presence_event e where e.event_id = ${eventId} and e.claim = ${claim}::uuid)`,
  )
  if (mark && mark.teacherId !== teacherId)
    throw invalid('claim', '本次扫码已由他人用过，请自己扫大屏上的二维码')
  return mark
}

/** Whether another person checked in to this session with the phone. */
async function isSecondPerson(tx: Tx, { session, teacherId, device }: JudgedClaim): Promise<boolean> {
  const others = await tx.query(sql`
    select 1 from presence_mark
    where event_id = ${session.eventId} and session_id = ${session.sessionId} and device = ${device}
      and teacher_id <> ${teacherId}
    limit 1`)
  return others.length > 0
}

/** Two people who check in with one phone at once wait for each other, so that the second one is seen. */
const lockDevice = (tx: Tx, { sessionId }: Session, device: Buffer) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${sessionId}${device.toString('hex')}`}, 0))`)

/** Makes the mark of a judged claim. A mark that is there already stays, but for a leave that nobody needed. */
export async function claimedMark(tx: Tx, judged: JudgedClaim): Promise<Mark> {
  const { session, teacherId, claim, device, moment, means, by } = judged
  if (device) await lockDevice(tx, session, device)
  const used = await markOfClaim(tx, session.eventId, claim, teacherId)
  if (used) return used
  const key: Omit<MarkKey, 'way'> = { eventId: session.eventId, sessionId: session.sessionId, teacherId }
  const marks = await lockMarks(tx, key)
  const mark = markAt(session, session.rules, { moment, arrived: marks.in !== undefined })
  if (typeof mark === 'string') {
    if (marks.in) return marks.in
    throw notNow(mark === 'early')
  }
  const doubt = judged.doubt ?? (device && (await isSecondPerson(tx, judged)) ? 'device' : null)
  const act: Act = {
    act: 'made',
    status: doubt === null ? mark.status : doubtful,
    means,
    moment,
    doubt,
    claim,
    ...(device !== null && { device }),
    reason: '',
    by,
  }
  return putMark(tx, { ...key, way: mark.way }, act, (before) =>
    (before.status === onLeave || before.status === officialLeave) && !before.decided
      ? { ...act, act: 'changed', status: doubtful, doubt: 'leave' }
      : null,
  )
}
