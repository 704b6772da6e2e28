import { errors } from '../../../catalogue/errors.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { readItem, viewingKey } from '../storage/storage.ts'
import { followSession, forgetSession, session, unstoreSession, type Session } from './session.ts'

const throttle = 5000
const pause = 1500
const maxReloads = 2
const countKey = 'xt-reloads'
const whyKey = 'xt-ended'

/** The session whose token is dead, and why; the dialog above the page answers. */
export interface EndedSession {
  readonly of: Session
  readonly why: string
  /** The person gives the page up. */
  readonly leave: () => void
}

/** The open question to sign in again. */
export const endedSession = createStore<EndedSession | null>(null)

let warnedAt = Number.NEGATIVE_INFINITY
let layers = 0
let asking: Promise<boolean> | null = null

/** Says that a dialog above the page can ask; the answer takes that back. */
export function canSignInHere(): () => void {
  layers += 1
  return () => void (layers -= 1)
}

/**
 * What follows a dead session (HTTP 401 or error_code 22018): one warning in five seconds, and within a
 * workspace the question to sign in above the page, which stays as it is. Calls at the same time share the
 * question. Resolves to true once the same identity is signed in, here or in another window; the call is then
 * repeated. Elsewhere the session is forgotten and the page loaded anew (specification section 8).
 */
export function sessionExpired(why: string = errors.sessionDead.sentence): Promise<boolean> {
  if (asking) return asking
  const now = Date.now()
  const of = session()
  const isTold = now - warnedAt < throttle
  if (!isTold) {
    warnedAt = now
    notify.warn(why)
  }
  // Whoever looks through somebody's eyes begins anew: the view has ended with the session.
  if (of !== null && layers > 0 && readItem(viewingKey) === null) return askAgain(of, why)
  if (!isTold) beginAnew(why)
  return Promise.resolve(false)
}

function askAgain(of: Session, why: string): Promise<boolean> {
  asking = new Promise<boolean>((resolve) => {
    const answer = (isBack: boolean) => {
      unfollow()
      asking = null
      endedSession.set(null)
      resolve(isBack)
    }
    const unfollow = followSession(() => {
      const now = session()
      if (now?.token !== of.token) answer(now?.id === of.id)
    })
    const leave = () => {
      forgetSession('drafts')
      location.assign('/')
    }
    unstoreSession()
    endedSession.set({ of, why, leave })
  })
  return asking
}

/**
 * Storage is cleared except drafts, and the page loaded anew after 1.5 s. The reloads are counted, because a
 * server that answers 401 to everything would reload the page for ever.
 */
function beginAnew(why: string) {
  // The reload takes the message away, so an unusual reason is kept and shown once more after it.
  if (why !== errors.sessionDead.sentence) sessionStorage.setItem(whyKey, why)
  forgetSession('drafts')
  const reloads = Number(sessionStorage.getItem(countKey) ?? 0)
  if (reloads >= maxReloads) return
  sessionStorage.setItem(countKey, String(reloads + 1))
  setTimeout(() => location.reload(), pause)
}

/** Returns, once after the reload, the unusual reason for which the session ended. */
export function tellWhyEnded() {
  const why = sessionStorage.getItem(whyKey)
  sessionStorage.removeItem(whyKey)
  if (why !== null) notify.warn(why, { stay: 10_000 })
}

/** A request of a session succeeded: the next expiry is a new one. */
export function sessionWorks() {
  sessionStorage.removeItem(countKey)
}
