import { randomFillSync } from 'node:crypto'

/** Bytes asked of the system at once: a call costs some 8 µs, however few it fills. */
const store = Buffer.alloc(8192)
let used = store.length

/**
 * Random bytes of the same source as `randomBytes`, at most 64 at a time; each is handed out once. For nonces
 * and numbers of records, of which an import draws millions.
 */
export function fewRandomBytes(size: number): Buffer {
  if (used + size > store.length) {
    randomFillSync(store)
    used = 0
  }
  const drawn = Buffer.from(store.subarray(used, used + size))
  store.fill(0, used, used + size)
  used += size
  return drawn
}
