import { isRole, type Role } from '../../../catalogue/access/roles.ts'
import { userInfo, type UserInfo } from '../../../catalogue/contract/account/account.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { clearStorage, readItem, removeItem, writeItem } from '../storage/storage.ts'

/** The signed-in identity. Its role only chooses menus; the server decides every right. */
export type Session = UserInfo & { readonly role: Role }

const key = 'userInfo'

/** The identity whose dead session was taken out of the storage while its pages wait for another. */
const waitingKey = 'xt-waiting'

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
  if (event.key !== key && event.key !== null) return
  const found = read()
  // Its next call asks to sign in again; until then the page stays as it is.
  const isWaiting = found === null && readItem(waitingKey) === String(current.get()?.id)
  if (!isWaiting) current.set(found)
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
  removeItem(waitingKey)
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
  if (now && now.is_simple === 0 && now.is_reset === 0) signIn({ ...now, is_reset: 1, password_due: 'old' })
}

/**
 * Takes a dead session out of the storage, which whoever comes next may read. Pages that are open keep it in
 * memory, so that they stand as they are until somebody signs in.
 */
export function unstoreSession() {
  const dead = current.get()
  if (dead === null) return
  // Before the removal, because other windows hear of both in this order.
  writeItem(waitingKey, String(dead.id))
  removeItem(key)
}

/** Forgets the session. Unsaved drafts stay when the session only ended. */
export function forgetSession(keep: 'nothing' | 'drafts') {
  clearStorage(keep)
  current.set(null)
}
