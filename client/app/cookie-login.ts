import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cookieLogin, type CookieLogin } from '../../catalogue/contract/account/account.ts'
import { api } from '../platform/api/api.ts'
import { session, signIn } from '../platform/session/session.ts'
import { notify } from '../ui/feedback/notify.ts'

const name = 'local_login'
const flag = 'xt-cookie-login'

/** The ticket the account centre left, unless this window tried one before or somebody is signed in. */
function ticketLeft(): string | undefined {
  if (session() !== null) return undefined
  try {
    if (sessionStorage.getItem(flag) !== null) return undefined
  } catch {
    return undefined
  }
  const part = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  return part?.slice(name.length + 1)
}

/**
 * Tickets count once: neither this window nor, where the cookie is ours to take away, another tries it again.
 */
function takeAway() {
  sessionStorage.setItem(flag, '1')
  document.cookie = `${name}=; Max-Age=0; Path=/`
}

/**
 * What came of the ticket; nothing where the server could not be asked, because visitors have their pages all
 * the same.
 */
const ask = (ticket: string, signal: AbortSignal): Promise<CookieLogin | null> =>
  api
    .post('/api/v1/login/cookie', { schema: cookieLogin, body: { local_login: ticket }, quiet: true, signal })
    .catch(() => null)

/**
 * Signs in by the account centre's cookie (specification section 4). True while it is being asked, when
 * nothing should be shown yet: the guard would lead away from the page that was asked for. Several accounts
 * are chosen from on the sign-in page.
 */
export function useCookieLogin(): boolean {
  const [ticket] = useState(ticketLeft)
  const [waiting, setWaiting] = useState(ticket !== undefined)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const follow = useEffectEvent(async ({ entered, accounts, ticket: choice }: CookieLogin) => {
    takeAway()
    if (entered && 'token' in entered) {
      // Somebody else may have signed in in another window meanwhile.
      if (session() === null) signIn(entered)
      notify.info(`已用账号中心的账号登录：${entered.truename}`)
    } else if (entered || accounts.length > 0) {
      const state = {
        asked: pathname + search + hash,
        centre: { accounts, ticket: choice, second: entered?.second_step ?? null },
      }
      // At once: a render in between would still see the address that visitors are led away from.
      await navigate('/login', { replace: true, flushSync: true, state })
    }
  })
  useEffect(() => {
    if (ticket === undefined) return
    const leave = new AbortController()
    void ask(ticket, leave.signal).then(async (answer) => {
      if (leave.signal.aborted) return
      if (answer) await follow(answer)
      setWaiting(false)
    })
    return () => leave.abort()
  }, [ticket])
  return waiting
}
