import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { claimTerms } from '../../../catalogue/presence/moments.ts'
import { sha256, type Keys } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { claimedMark, deviceHash, type Attendee } from './claimed-mark.ts'
import { otherCode, type Scan } from './claims.ts'
import { momentOfCode } from './codes.ts'
import type { Mark } from './marks.ts'
import { instant, markableSession, type SessionKey } from './sessions.ts'
import { openToken, signToken } from './tokens.ts'

const day = 86_400_000

/** The number of a claim that no first request gave one: the same text sent again is the same claim. */
const numberOfText = (text: string): string => sha256(text).toString('hex').slice(0, 32)

/**
 * Takes what a phone without network kept: the code proves its slot, nobody proves who held the phone, so the
 * mark waits for a person. Sent after 24 hours it is refused.
 */
export async function claimOffline(
  tx: Tx,
  keys: Keys,
  { code, device, teacherId, by, ...key }: Omit<Scan, 'session'> & Attendee & SessionKey,
  now: number,
): Promise<Mark> {
  const session = await markableSession(tx, key)
  const terms = claimTerms(session, session.rules)
  const moment = momentOfCode(keys, { session: key.sessionId, code }, terms, now)
  if (moment === undefined) throw otherCode()
  if (now - moment > day)
    throw new AppError('wrongState', {
      message: '离线签到要在 24 小时内上传；如确已到场，可在课后三个工作日内申请更正',
    })
  return claimedMark(tx, {
    session,
    teacherId,
    by,
    claim: numberOfText(`${teacherId}|${key.sessionId}|${code}`),
    device: deviceHash(device),
    moment,
    means: 'offline',
    doubt: 'offline',
  })
}

const passBytes = 32

/**
 * Gives a phone that signed in once a pass for the claims of an event, until the event ends; only its hash is
 * stored.
 */
export async function issuePass(
  tx: Queryable,
  {
    eventId,
    teacherId,
    until,
  }: { readonly eventId: string; readonly teacherId: number; readonly until: number },
): Promise<string> {
  const secret = randomBytes(passBytes).toString('base64url')
  await tx.execute(sql`
    with old as (delete from presence_pass where event_id = ${eventId} and until < now())
    insert into presence_pass (event_id, hash, teacher_id, until)
    values (${eventId}, ${sha256(secret)}, ${teacherId}, ${instant(until)})`)
  return secret
}

/** Whose pass it is; undefined for one of another event or after its end. */
export async function teacherOfPass(
  db: Queryable,
  { eventId, secret, now }: { readonly eventId: string; readonly secret: string; readonly now: number },
): Promise<number | undefined> {
  const row = await db.maybeOne<{ teacherId: number }>(sql`
    select teacher_id as "teacherId" from presence_pass
    where event_id = ${eventId} and hash = ${sha256(secret)} and until >= ${instant(now)}`)
  return row?.teacherId
}

const ownPurpose = 'presence.own'
const ownLife = 60_000
const ownShape = z.strictObject({ event: z.string(), teacher: z.int(), moment: z.int() })

/** The own code of a teacher, good for a minute; whoever leads the session scans it. */
export const ownCode = (
  keys: Keys,
  { eventId, teacherId }: { readonly eventId: string; readonly teacherId: number },
  now: number,
): string => signToken(keys, ownPurpose, { event: eventId, teacher: teacherId, moment: now })

/** Marks the teacher whose own code was scanned. */
export async function markByOwnCode(
  tx: Tx,
  keys: Keys,
  { token, by, ...key }: SessionKey & { readonly token: string; readonly by: number },
  now: number,
): Promise<Mark> {
  const own = openToken(keys, ownPurpose, ownShape, token)
  if (!own || own.event !== key.eventId) throw invalid('code', '这不是本活动学员的本人码')
  if (now - own.moment > ownLife) throw invalid('code', '本人码已过期，请学员刷新后再扫')
  return claimedMark(tx, {
    session: await markableSession(tx, key),
    teacherId: own.teacher,
    by,
    claim: numberOfText(token),
    device: null,
    moment: now,
    means: 'ownCode',
    doubt: null,
  })
}
