import { errors } from '../../../catalogue/errors.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { forgetSession } from './session.ts'

const throttle = 5000
const pause = 1500
const maxReloads = 2
const countKey = 'xt-reloads'
const whyKey = 'xt-ended'

let warnedAt = Number.NEGATIVE_INFINITY

/**
 * The session is dead (HTTP 401 or error_code 22018): one warning in five seconds, storage cleared, reload
 * after 1.5 s. A server that answers 401 to everything must not keep the page reloading, hence the count;
 * drafts stay.
 */
export function sessionExpired(why: string = errors.sessionDead.sentence) {
  const now = Date.now()
  if (now - warnedAt < throttle) return
  warnedAt = now
  notify.warn(why)
  // The page is loaded anew in a moment; a reason out of the ordinary is told once more then.
  if (why !== errors.sessionDead.sentence) sessionStorage.setItem(whyKey, why)
  forgetSession('drafts')
  const reloads = Number(sessionStorage.getItem(countKey) ?? 0)
  if (reloads >= maxReloads) return
  sessionStorage.setItem(countKey, String(reloads + 1))
  setTimeout(() => location.reload(), pause)
}

/** After the reload: why the session before it ended, where that was for a reason of its own. */
export function tellWhyEnded() {
  const why = sessionStorage.getItem(whyKey)
  sessionStorage.removeItem(whyKey)
  if (why !== null) notify.warn(why, { stay: 10_000 })
}

/** A request with a session succeeded: the next expiry is a new one. */
export function sessionWorks() {
  sessionStorage.removeItem(countKey)
}
