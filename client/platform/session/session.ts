import { isRole, type Role } from '../../../catalogue/access/roles.ts'
import { userInfo, type UserInfo } from '../../../catalogue/contract/account/account.ts'
import { createStore } from '../../ui/feedback/store.ts'
import { clearStorage, readItem, removeItem, sessionKey, writeItem } from '../storage/storage.ts'

/** The signed-in identity. Its role only chooses menus; the server decides every right. */
export type Session = UserInfo & { readonly role: Role }

const key = sessionKey

/** The identity whose dead session was taken out of the storage while its pages wait for another. */
const waitingKey = 'xt-waiting'

const current = createStore<Session | null>(read())

let gaveUp = false

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
  gaveUp = false
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
 * Gives the institution of the session its new name, which the header shows; of another institution nothing
 * changes.
 */
export function changeOrganization(id: number, part: { readonly name: string }) {
  const now = current.get()
  if (now?.organization?.id === id && now.organization.name !== part.name)
    signIn({ ...now, organization: { ...now.organization, ...part } })
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
 * Clears the storage of a dead session, because the next person at this computer may read it; unsaved drafts
 * stay. Open pages keep the session in memory, so that they stand as they are until somebody signs in.
 */
export function unstoreSession() {
  const dead = current.get()
  // Before the removal, because other windows hear of both in this order.
  if (dead !== null) writeItem(waitingKey, String(dead.id))
  clearStorage('drafts', [waitingKey])
}

/** True once the person has signed out or given the page up: its address is not asked for again. */
export const hasGivenUp = () => gaveUp

/** Forgets the session, whose page is then left. Unsaved drafts stay when the session only ended. */
export function forgetSession(keep: 'nothing' | 'drafts') {
  gaveUp = true
  clearStorage(keep)
  current.set(null)
}
