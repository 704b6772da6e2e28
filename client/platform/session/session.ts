import { isRole, type Role } from '../../../catalogue/access/roles.ts'
import { userInfo, type UserInfo } from '../../../catalogue/contract/account/account.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { clearStorage, readItem, writeItem } from '../storage/storage.ts'

/** Who is signed in. The role only chooses menus; every right is decided by the server. */
export type Session = UserInfo & { readonly role: Role }

const key = 'userInfo'

const current = createStore<Session | null>(read())

function read(): Session | null {
  const text = readItem(key)
  if (text === null) return null
  try {
    const found = userInfo.safeParse(JSON.parse(text))
    return found.success && isRole(found.data.role) ? { ...found.data, role: found.data.role } : null
  } catch {
    return null
  }
}

// Another tab signed in, signed out or renewed the token; `key` is null when it cleared everything.
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) current.set(read())
})

/** The session now, outside components. */
export const session = current.get

/** The session, followed by the component. */
export const useSession = current.use

/** Stores who signed in. An account whose role is unknown here gets no workspace. */
export function signIn(info: UserInfo): Session | null {
  writeItem(key, JSON.stringify(info))
  current.set(isRole(info.role) ? { ...info, role: info.role } : null)
  return current.get()
}

/**
 * Stores a renewed token. `sent` is the token the request carried: an answer that comes late, after somebody
 * else signed in or another answer renewed it already, must not put its token over the newer one.
 */
export function renewToken(token: string, sent: string) {
  const now = read()
  if (now === null || now.token !== sent || token === sent) return
  const next = { ...now, token }
  writeItem(key, JSON.stringify(next))
  current.set(next)
}

/**
 * The server wants a new password first: a live session's has grown too old meanwhile. The gate leads to
 * where it is changed.
 */
export function passwordDue() {
  const now = current.get()
  if (now && now.is_simple === 0 && now.is_reset === 0) signIn({ ...now, is_reset: 1 })
}

/** Forgets the session; unsaved drafts stay if the session merely ended. */
export function forgetSession(keep: 'nothing' | 'drafts') {
  clearStorage(keep)
  current.set(null)
}
