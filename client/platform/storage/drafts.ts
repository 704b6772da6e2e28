import type { xchacha20poly1305 as Cipher } from '@noble/ciphers/chacha'
import { draftKey } from '../../../catalogue/contract/account/personal.ts'
import { api } from '../api/api.ts'
import { session } from '../session/session.ts'
import { keptPrefix, keysUnder, readItem, removeItem, viewingKey, writeItem } from './storage.ts'
import { openText, sealText } from './sealed-text.ts'

/** A copy of typed and unsaved values, which survives a reload and an expired session on this computer. */
export interface Draft {
  values: Readonly<Record<string, unknown>>
  /**
   * Version of the record over which the values were typed. When the server has a newer one, the person is
   * asked.
   */
  version: number | null
  /** Milliseconds since 1970. */
  at: number
}

const keepFor = 7 * 24 * 3600 * 1000

/**
 * The key of the signed-in person, in memory only. The cipher is loaded with it, so that pages without a
 * session do not fetch it.
 */
interface DraftKey {
  readonly id: number
  readonly key: Uint8Array
  readonly cipher: typeof Cipher
}
let held: DraftKey | null = null
let asked: { readonly id: number; readonly done: Promise<void> } | null = null

/**
 * Copies made before the key came (the server was away), by the place they belong to. They are written when
 * it comes.
 */
const waiting = new Map<string, Draft>()

/** The place of a copy contains the account, so that the next person at this computer does not get it. */
const owned = (key: string) => `${keptPrefix}${session()?.id ?? held?.id ?? 0}:${key}`

function heldNow(): DraftKey | null {
  const id = session()?.id
  return held !== null && (id === undefined || id === held.id) ? held : null
}

/**
 * Fetches the key of this person’s copies. Local storage is a file on the disk of a computer that may be
 * shared or stolen, so copies are sealed, and the server gives their key to a live session only. Never
 * rejects; forms wait for it, because they would overwrite a copy that they cannot read.
 */
export function loadDraftKey(): Promise<void> {
  const id = session()?.id
  // An administrator in a view types nothing, and the server gives them no key.
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
  // Those of another person wait for that person's key: sealed with this one they could not be opened again.
  for (const [place, draft] of waiting) {
    if (!place.startsWith(owned(''))) continue
    write(held, place, draft)
    waiting.delete(place)
  }
}

/** Copies of an earlier version, which were not sealed. */
function sealPlainOnes() {
  if (held === null) return
  for (const place of keysUnder(owned(''))) {
    const draft = parsed(readItem(place))
    if (draft !== null) write(held, place, draft)
  }
}

function write({ key, cipher }: DraftKey, place: string, draft: Draft) {
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

/** Removes a copy: its values were saved or given up. A copy that cannot be opened now stays. */
export function dropDraft(key: string) {
  waiting.delete(owned(key))
  if (heldNow() !== null) removeItem(owned(key))
}

/** Before signing out: no further copy is kept while the page closes. */
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
