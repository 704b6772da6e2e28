import type { xchacha20poly1305 as Cipher } from '@noble/ciphers/chacha'
import { draftKey } from '../../../catalogue/contract/account/personal.ts'
import { api } from '../api/api.ts'
import { session } from '../session/session.ts'
import { keptPrefix, keysUnder, readItem, removeItem, viewingKey, writeItem } from './storage.ts'
import { openText, sealText } from './sealed-text.ts'

/**
 * A safety copy of what somebody typed and has not saved; survives a reload and an expired session on this
 * computer.
 */
export interface Draft {
  values: Readonly<Record<string, unknown>>
  /**
   * Version of the record the values were typed over; a newer one on the server makes the copy a question.
   */
  version: number | null
  /** Milliseconds since 1970. */
  at: number
}

const keepFor = 7 * 24 * 3600 * 1000

/**
 * The key of whoever is signed in, in memory only. The cipher comes with it, so that pages without a session
 * do not fetch it.
 */
interface Held {
  readonly id: number
  readonly key: Uint8Array
  readonly cipher: typeof Cipher
}
let held: Held | null = null
let asked: { readonly id: number; readonly done: Promise<void> } | null = null

/**
 * Copies of a time without the key (the server was away); written once it is there. By the place they belong
 * to.
 */
const waiting = new Map<string, Draft>()

/** Copies belong to an account: the next person at this computer never meets them. */
const owned = (key: string) => `${keptPrefix}${session()?.id ?? held?.id ?? 0}:${key}`

function heldNow(): Held | null {
  const id = session()?.id
  return held !== null && (id === undefined || id === held.id) ? held : null
}

/**
 * Fetches the key that opens this person's copies. Local storage is a file on the disk of a computer that may
 * be shared or stolen: what was typed stands there sealed, and its key is given by the server to a live
 * session only. Settles in any case; forms wait for it, because a copy they cannot read would be overwritten.
 */
export function loadDraftKey(): Promise<void> {
  const id = session()?.id
  // Whoever looks through somebody's eyes types nothing, and gets no key.
  if (id === undefined || readItem(viewingKey) !== null || heldNow() !== null) return Promise.resolve()
  if (asked?.id !== id) {
    const done = fetchKey(id)
      .catch(() => undefined)
      .finally(() => (asked = null))
    asked = { id, done }
  }
  return asked.done
}

async function fetchKey(id: number): Promise<void> {
  const [{ key }, { xchacha20poly1305: cipher }] = await Promise.all([
    api.get('/api/v1/user/draftKey', { schema: draftKey, quiet: true, background: true }),
    import('@noble/ciphers/chacha'),
  ])
  if (session()?.id !== id) return
  held = { id, key: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)), cipher }
  sealPlainOnes()
  for (const [place, draft] of waiting) write(held, place, draft)
  waiting.clear()
}

/** Copies of before they were sealed. */
function sealPlainOnes() {
  if (held === null) return
  for (const place of keysUnder(owned(''))) {
    const draft = parsed(readItem(place))
    if (draft !== null) write(held, place, draft)
  }
}

function write({ key, cipher }: Held, place: string, draft: Draft) {
  writeItem(place, sealText(cipher, key, place, JSON.stringify(draft)))
}

/** Keeps the values typed so far under a key such as 'studyExperience/new' or 'studyExperience/<id>'. */
export function keepDraft(key: string, values: Draft['values'], version: number | null = null) {
  const draft = { values, version, at: Date.now() }
  const now = heldNow()
  if (now !== null) return write(now, owned(key), draft)
  waiting.set(owned(key), draft)
  void loadDraftKey()
}

/** The copy kept under a key, if it is not older than a week. */
export function draftOf(key: string): Draft | null {
  const place = owned(key)
  const now = heldNow()
  if (now === null) return waiting.get(place) ?? null
  const text = readItem(place)
  if (text === null) return null
  const draft = parsed(openText(now.cipher, now.key, place, text))
  if (draft !== null && Date.now() - draft.at < keepFor) return draft
  dropDraft(key)
  return null
}

/** Saved or given up. A copy that cannot be read now stays. */
export function dropDraft(key: string) {
  waiting.delete(owned(key))
  if (heldNow() !== null) removeItem(owned(key))
}

/** Before signing out: whatever is still typed while the page goes is kept nowhere. */
export function forgetDraftKey() {
  held = null
  waiting.clear()
}

function parsed(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const found: unknown = JSON.parse(text)
    return isDraft(found) ? found : null
  } catch {
    return null
  }
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
