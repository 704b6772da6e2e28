/**
 * Local storage that never throws (private windows and full disks do) and knows what outlives a session.
 * Keys under `keptPrefix` are unsaved drafts: they survive an expired session and are gone after signing out.
 */
export const keptPrefix = 'xt-draft:'

/** Where platform/viewing.ts keeps through whose eyes this browser looks. */
export const viewingKey = 'viewing'

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
    // Full or forbidden: what is stored here is a convenience, the page works on.
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

/** Clears everything, or everything but unsaved drafts. */
export function clearStorage(keep: 'nothing' | 'drafts') {
  for (const key of keysUnder('')) {
    if (keep === 'nothing' || !key.startsWith(keptPrefix)) removeItem(key)
  }
}

/** After signing in: unsaved drafts of other accounts go, they may hold personal data. */
export function dropDraftsOfOthers(id: number) {
  for (const key of keysUnder(keptPrefix)) if (!key.startsWith(`${keptPrefix}${id}:`)) removeItem(key)
}

/** Before signing out: all unsaved drafts go. */
export function dropDrafts() {
  for (const key of keysUnder(keptPrefix)) removeItem(key)
}
