import { errors } from '../../../catalogue/errors.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { mayLose } from '../address/at-work.ts'
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
  /** The person leaves the page. */
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

/** Properties of a refused call that decide how the session ends. */
interface RefusedCall {
  /** The call writes, so that a reload would lose its changes. */
  readonly writes?: boolean
  readonly why?: string
}

/**
 * What follows a dead session (HTTP 401 or error_code 22018): one warning in five seconds, the storage
 * cleared, the page loaded anew after 1.5 s (specification section 8). Where a reload would lose something of
 * a workspace, the person signs in above the page instead (docs/decisions/0151). Calls at the same time share
 * the question. Resolves to true once the same identity is signed in, here or in another window; the call is
 * then repeated.
 */
export function sessionExpired(call: RefusedCall = {}): Promise<boolean> {
  if (asking) return asking
  const { why = errors.sessionDead.sentence, writes = false } = call
  const now = Date.now()
  const of = session()
  const isTold = now - warnedAt < throttle
  if (!isTold) {
    warnedAt = now
    notify.warn(why)
  }
  if (of !== null && canAsk() && (writes || mayLose())) return askAgain(of, why)
  if (!isTold) beginAnew(of, why)
  return Promise.resolve(false)
}

/** A view-as session cannot be resumed: it ended with the administrator's session. */
const canAsk = () => layers > 0 && readItem(viewingKey) === null

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
 * Storage is cleared except drafts, and the page loaded anew after 1.5 s; it stands until then, and what is
 * typed meanwhile is asked about. The reloads are counted, because a server that answers 401 to everything
 * would reload the page for ever.
 */
function beginAnew(of: Session | null, why: string) {
  const reloads = Number(sessionStorage.getItem(countKey) ?? 0)
  if (reloads >= maxReloads) return forgetSession('drafts')
  sessionStorage.setItem(countKey, String(reloads + 1))
  unstoreSession()
  setTimeout(() => {
    if (asking) return
    if (of !== null && canAsk() && mayLose()) return void askAgain(of, why)
    // The reload takes the message away.
    sessionStorage.setItem(whyKey, why)
    location.reload()
  }, pause)
}

let endedBecause: string | null = null

/** Takes up, once after the reload, why the session ended; an unusual reason is said once more. */
export function tellWhyEnded() {
  endedBecause = sessionStorage.getItem(whyKey)
  sessionStorage.removeItem(whyKey)
  if (endedBecause !== null && endedBecause !== errors.sessionDead.sentence)
    notify.warn(endedBecause, { stay: 10_000 })
}

/** Why the session ended with which this page was opened; null where it did not. */
export const whyEnded = () => endedBecause

/** The person has signed in or closed the door: what comes next does not follow from the ended session. */
export function endingSeen() {
  endedBecause = null
}

/** A request of a session succeeded: the next expiry is a new one. */
export function sessionWorks() {
  sessionStorage.removeItem(countKey)
}
