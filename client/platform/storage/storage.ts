/**
 * Local storage that never throws, as private windows and full disks do. Keys under `keptPrefix` are unsaved
 * drafts: they outlive an expired session, but not a sign-out.
 */
export const keptPrefix = 'xt-draft:'

/** Key under which session/viewing.ts keeps the identity through whose eyes this browser sees. */
export const viewingKey = 'viewing'

/** Key under which session/session.ts keeps who is signed in. */
export const sessionKey = 'userInfo'

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeItem(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The storage is full or forbidden. The page works without it.
  }
}

export function removeItem(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // as above
  }
}

export function keysUnder(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Clears everything, or everything except unsaved drafts and the keys in `others`. */
export function clearStorage(keep: 'nothing' | 'drafts', others: readonly string[] = []) {
  for (const key of keysUnder('')) {
    const stays = (keep === 'drafts' && key.startsWith(keptPrefix)) || others.includes(key)
    if (!stays) removeItem(key)
  }
}

/** After signing in: removes unsaved drafts of other accounts, which may hold personal data. */
export function dropDraftsOfOthers(id: number) {
  for (const key of keysUnder(keptPrefix)) if (!key.startsWith(`${keptPrefix}${id}:`)) removeItem(key)
}

/** Before signing out: removes all unsaved drafts. */
export function dropDrafts() {
  for (const key of keysUnder(keptPrefix)) removeItem(key)
}
