import { session } from './session.ts'
import { keptPrefix, keysUnder, readItem, removeItem, writeItem } from './storage.ts'

/** A safety copy of what somebody typed and has not saved; survives a reload and an expired session on this computer. */
export interface Draft {
  values: Readonly<Record<string, unknown>>
  /** Version of the record the values were typed over; a newer one on the server makes the copy a question. */
  version: number | null
  /** Milliseconds since 1970. */
  at: number
}

const keepFor = 7 * 24 * 3600 * 1000

/** Copies belong to an account: the next person at this computer never meets them. */
const owned = (key: string) => `${keptPrefix}${session()?.id ?? 0}:${key}`

/** Keeps the values typed so far under a key such as 'studyExperience/new' or 'studyExperience/<id>'. */
export function keepDraft(key: string, values: Draft['values'], version: number | null = null) {
  writeItem(owned(key), JSON.stringify({ values, version, at: Date.now() } satisfies Draft))
}

/** The copy kept under a key, if it is not older than a week. */
export function draftOf(key: string): Draft | null {
  const text = readItem(owned(key))
  if (text === null) return null
  try {
    const found: unknown = JSON.parse(text)
    if (isDraft(found) && Date.now() - found.at < keepFor) return found
  } catch {
    // Not ours: drop it.
  }
  dropDraft(key)
  return null
}

/** Saved or given up. */
export function dropDraft(key: string) {
  removeItem(owned(key))
}

/** After signing in: copies of other accounts go, they may hold personal data. */
export function dropDraftsOfOthers() {
  const mine = owned('')
  for (const key of keysUnder(keptPrefix)) if (!key.startsWith(mine)) removeItem(key)
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  return (
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null &&
    'at' in value &&
    typeof value.at === 'number'
  )
}
