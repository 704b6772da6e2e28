import { isRole, type Role } from '../../../catalogue/access/roles.ts'
import { userInfo, type UserInfo } from '../../../catalogue/contract/account/account.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { clearStorage, readItem, writeItem } from '../storage/storage.ts'

/** The signed-in identity. Its role only chooses menus; the server decides every right. */
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

/** The session, for code outside of components. */
export const session = current.get

/** Calls back whenever another session, another token or none is held; the answer ends that. */
export const followSession = current.follow

/** The session, for components: they are drawn again when it changes. */
export const useSession = current.use

/** Stores the signed-in identity. A role that this build does not know gets no workspace. */
export function signIn(info: UserInfo): Session | null {
  writeItem(key, JSON.stringify(info))
  current.set(isRole(info.role) ? { ...info, role: info.role } : null)
  return current.get()
}

/**
 * Stores a renewed token. `sent` is the token of the request: a late answer must not replace the newer token
 * of another sign-in or renewal.
 */
export function renewToken(token: string, sent: string) {
  const now = read()
  if (now === null || now.token !== sent || token === sent) return
  const next = { ...now, token }
  writeItem(key, JSON.stringify(next))
  current.set(next)
}

/**
 * Marks the session as having to change its password, which grew too old during the session. The gate then
 * leads to the page where it is changed.
 */
export function passwordDue() {
  const now = current.get()
  if (now && now.is_simple === 0 && now.is_reset === 0) signIn({ ...now, is_reset: 1 })
}

/** Forgets the session. Unsaved drafts stay when the session only ended. */
export function forgetSession(keep: 'nothing' | 'drafts') {
  clearStorage(keep)
  current.set(null)
}
