import { notify } from '../ui/notify.ts'
import { forgetSession } from './session.ts'

const throttle = 5000
const pause = 1500
const maxReloads = 2
const countKey = 'xt-reloads'

let warnedAt = Number.NEGATIVE_INFINITY

/**
 * The session is dead (HTTP 401 or error_code 22018): one warning in five seconds, storage cleared, reload after 1.5 s.
 * A server that answers 401 to everything must not keep the page reloading, hence the count; drafts stay.
 */
export function sessionExpired() {
  const now = Date.now()
  if (now - warnedAt < throttle) return
  warnedAt = now
  notify.warn('登录过期，请重新登录...')
  forgetSession('drafts')
  const reloads = Number(sessionStorage.getItem(countKey) ?? 0)
  if (reloads >= maxReloads) return
  sessionStorage.setItem(countKey, String(reloads + 1))
  setTimeout(() => location.reload(), pause)
}

/** A request with a session succeeded: the next expiry is a new one. */
export function sessionWorks() {
  sessionStorage.removeItem(countKey)
}
