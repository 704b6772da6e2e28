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
 * Ends a dead session (HTTP 401 or error_code 22018): one warning in five seconds, storage cleared except
 * drafts, reload after 1.5 s. The reloads are counted, because a server that answers 401 to everything would
 * reload the page for ever.
 */
export function sessionExpired(why: string = errors.sessionDead.sentence) {
  const now = Date.now()
  if (now - warnedAt < throttle) return
  warnedAt = now
  notify.warn(why)
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
