import type { z } from 'zod'
import { readItem, removeItem, sessionKey, viewingKey, writeItem } from './storage.ts'

/**
 * Answers of the server that the browser keeps, to show them at once while the server is asked anew. Signing
 * out and an ended session remove them with everything else (storage.ts).
 */
export interface KeptAnswer<T> {
  /** Key in the storage. */
  readonly key: string
  /** Raised when the shape changes in a way that its schema does not notice. */
  readonly version: number
  readonly schema: z.ZodType<T>
}

/** Whose answer it is: the number of an identity; null for what everybody is answered alike. */
type Holder = number | null

/**
 * The kept answer of this holder; null where there is none, or one of another shape, which is then removed.
 */
export function keptAnswer<T>({ key, version, schema }: KeptAnswer<T>, of: Holder): T | null {
  const text = readItem(key)
  if (text === null) return null
  const found = parsed(text)
  const data = found?.version === version && found.of === of ? schema.safeParse(found.data) : null
  if (data?.success === true) return data.data
  removeItem(key)
  return null
}

/**
 * Keeps an answer in place of the one before. Nothing is kept of whoever is looked at through somebody's
 * eyes, and nothing of a session that has ended: pages may still be drawn while the storage is cleared.
 */
export function keepAnswer<T>({ key, version }: KeptAnswer<T>, of: Holder, data: T): void {
  if (of !== null && (readItem(viewingKey) !== null || readItem(sessionKey) === null)) return
  writeItem(key, JSON.stringify({ version, of, data }))
}

function parsed(text: string): { version?: unknown; of?: unknown; data?: unknown } | null {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' ? found : null
  } catch {
    return null
  }
}
