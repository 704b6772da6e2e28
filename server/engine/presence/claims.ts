import { z } from 'zod'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { markAt, type SessionTime } from '../../../catalogue/presence/moments.ts'
import type { PresenceRules } from '../../../catalogue/presence/rules.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { codeOf, isNumberNow, numbersToChoose, slotAt } from './codes.ts'
import { claimedMark, deviceHash, notNow, type Attendee } from './claimed-mark.ts'
import type { Mark } from './marks.ts'
import { findSession, markableSession, type SessionKey } from './sessions.ts'
import { openToken, signToken } from './tokens.ts'

const claimPurpose = 'presence.claim'
const questionPurpose = 'presence.question'
/** Time from the first request of a claim to the sign-in. */
const claimLife = 180_000
/** Time to type the number that the screen shows. */
const questionLife = 20_000
const mostTries = 2

/** That a phone saw a code of a session at a moment; bound to a person when the person is known. */
const claim = z.strictObject({
  id: z.string(),
  event: z.string(),
  session: z.string(),
  moment: z.int(),
  device: z.string(),
  /** Whether the question was answered at the second try only. */
  late: z.boolean(),
})

type Claim = z.infer<typeof claim>

/** What a phone shows: a code as scanned, and the number of its own. */
export interface Scan {
  readonly session: string
  readonly code: string
  /** A random text that stays on the phone. */
  readonly device: string
}

/** A claim, or the question that comes before it. */
export type ClaimBeginning =
  | { readonly claim: string }
  | { readonly question: string; readonly numbers: readonly number[] }

export const otherCode = () => invalid('code', '这不是本场的签到码，请扫大屏上的二维码')

/** Refuses a moment at which no mark can be made, whether the person came already or not. */
function requireTerm(session: SessionTime, rules: PresenceRules, moment: number): void {
  const marks = [true, false].map((arrived) => markAt(session, rules, { moment, arrived }))
  if (marks.some((mark) => typeof mark === 'object')) return
  throw notNow(marks.includes('early'))
}

const sessionNumber = z.uuid()

/**
 * Judges a scan at the first request, before anybody signs in. A code counts in its slot; in the next one a
 * question comes first, because a picture of it may have been sent on by then.
 */
export async function beginClaim(
  db: Queryable,
  keys: Keys,
  { session: sessionId, code, device }: Scan,
  now: number,
): Promise<ClaimBeginning> {
  const session = sessionNumber.safeParse(sessionId).success ? await findSession(db, sessionId) : undefined
  if (!session || session.cancelled) throw new AppError('missing')
  const slot = slotAt(now)
  const isNew = code === codeOf(keys, sessionId, slot)
  if (!isNew && code !== codeOf(keys, sessionId, slot - 1)) throw invalid('code', '二维码已过期，请扫大屏')
  requireTerm(session, session.rules, now)
  const content: Claim = {
    id: uuidv7(),
    event: session.eventId,
    session: sessionId,
    moment: now,
    device: deviceHash(device).toString('base64url'),
    late: false,
  }
  if (isNew) return { claim: signToken(keys, claimPurpose, content) }
  return {
    question: signToken(keys, questionPurpose, content),
    numbers: numbersToChoose(keys, sessionId, now),
  }
}

/**
 * Answers the question of a claim. Each answer is counted where it is given, so that several at once are
 * several tries: call it outside of a transaction that may be taken back.
 * @returns the claim, or how many tries are left
 */
export async function answerQuestion(
  db: Queryable,
  keys: Keys,
  { question, number }: { readonly question: string; readonly number: number },
  now: number,
): Promise<{ readonly claim: string } | { readonly left: number }> {
  const content = openToken(keys, questionPurpose, claim, question)
  if (!content || now - content.moment > questionLife) throw invalid('question', '选择超时，请重新扫大屏')
  const isRight = isNumberNow(keys, content.session, number, now)
  const { tries, passed } = await db.one<{ tries: number; passed: number | null }>(sql`
    with old as (delete from presence_try where expires_at < now())
    insert into presence_try as t (claim, tries, passed, expires_at)
    values (${content.id}::uuid, 1, ${isRight ? 1 : null}::int, now() + interval '1 hour')
    on conflict (claim) do update
    set tries = t.tries + 1,
      passed = coalesce(t.passed, case when excluded.passed is not null and t.tries < ${mostTries} then t.tries + 1 end)
    returning tries, passed`)
  if (passed === null) return { left: Math.max(0, mostTries - tries) }
  return { claim: signToken(keys, claimPurpose, { ...content, late: passed > 1 }) }
}

/** The session of a claim, from which the owner knows who is expected. Undefined for a foreign claim. */
export function sessionOfClaim(keys: Keys, token: string): SessionKey | undefined {
  const content = openToken(keys, claimPurpose, claim, token)
  return content && { eventId: content.event, sessionId: content.session }
}

/** Makes the mark of a claim, once: sent again it answers the same mark, sent by another person it is refused. */
export async function bindClaim(
  tx: Tx,
  keys: Keys,
  { token, ...who }: Attendee & { readonly token: string },
  now: number,
): Promise<Mark> {
  const content = openToken(keys, claimPurpose, claim, token)
  if (!content) throw otherCode()
  if (now - content.moment > claimLife) throw invalid('claim', '签到没有在 3 分钟内完成，请重新扫大屏')
  return claimedMark(tx, {
    ...who,
    session: await markableSession(tx, { eventId: content.event, sessionId: content.session }),
    claim: content.id,
    device: Buffer.from(content.device, 'base64url'),
    moment: content.moment,
    means: 'code',
    doubt: content.late ? 'number' : null,
  })
}
