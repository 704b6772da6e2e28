import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { Session, SessionKey } from './sessions.ts'

/** A person expected at a session. */
export interface ListedPerson {
  readonly teacherId: number
  readonly name: string
  readonly institution: string
}

/** The facts that the owner of a session gives. */
export interface SessionTitle {
  readonly title: string
  readonly institution: string
  /** The page on which an actor of this role leads the session. */
  readonly ledAt: (actor: Pick<Actor, 'role'>) => string
  /** Whether an actor leads it: shows the code, decides what waits. */
  readonly isLedBy: (actor: Actor) => boolean
  /** Whether it is the actor's office that holds the event: what is fixed changes by it alone. */
  readonly isHeldBy: (actor: Actor) => boolean
}

/** A feature whose events have sessions. */
export interface SessionOwner {
  /** Whether its sessions are changed and closed one by one, by the calls of presence. */
  readonly single: boolean
  /** What a session is called; undefined where it is another feature's. */
  readonly titleOf: (db: Queryable, key: SessionKey) => Promise<SessionTitle | undefined>
  /** Who is expected at it, by name. */
  readonly expectedAt: (db: Queryable, key: SessionKey) => Promise<ListedPerson[]>
  readonly isExpected: (db: Queryable, key: SessionKey, teacherId: number) => Promise<boolean>
  /** The latest sessions at which a teacher is expected, so many. */
  readonly sessionsOf: (db: Queryable, teacherId: number, most: number) => Promise<string[]>
  /** Called in the transaction of a change of marks made after attendance was fixed; `by`: an identity. */
  readonly settled: (tx: Tx, key: SessionKey, teachers: readonly number[], by: number) => Promise<void>
}

/** A session with what its owner says of it. */
export interface OwnedSession extends Session, SessionTitle {
  readonly owner: SessionOwner
}
