import type { Actor } from '../../../catalogue/access/access.ts'
import type { TrainingDayLine } from '../../../catalogue/contract/training/presence.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  findSession,
  type OwnedSession,
  type Session,
  type SessionOwner,
} from '../../engine/presence/index.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** Features whose events have sessions. */
export type Owners = readonly SessionOwner[]

/** The session with its owner; undefined where nobody knows it. */
export async function ownedSession(
  db: Queryable,
  owners: Owners,
  sessionId: string,
): Promise<OwnedSession | undefined> {
  const session = await findSession(db, sessionId)
  if (!session) return undefined
  for (const owner of owners) {
    const title = await owner.titleOf(db, session)
    if (title) return { ...session, ...title, owner }
  }
  return undefined
}

/** The session that the actor leads. Any other answers like a missing one. */
export async function ledBy(
  db: Queryable,
  owners: Owners,
  actor: Actor,
  sessionId: string,
): Promise<OwnedSession> {
  const session = await ownedSession(db, owners, sessionId)
  if (!session?.isLedBy(actor)) throw new AppError('missing')
  return session
}

/** Where a session stands at a moment. */
export function stateOf(
  { cancelled, fixed, startsAt, endsAt }: Pick<Session, 'cancelled' | 'fixed' | 'startsAt' | 'endsAt'>,
  now: number,
): TrainingDayLine['state'] {
  if (cancelled) return 'cancelled'
  if (fixed) return 'fixed'
  if (now > endsAt) return 'over'
  return now < startsAt ? 'planned' : 'running'
}

/** What every answer says of a session. */
export const factsOf = (session: OwnedSession, now: number) => ({
  id: session.sessionId,
  title: session.title,
  place: session.place,
  startsAt: session.startsAt,
  endsAt: session.endsAt,
  hours: session.tenths / 10,
  state: stateOf(session, now),
})
