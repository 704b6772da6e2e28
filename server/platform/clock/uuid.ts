import { randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A UUID version 7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter, 62 random bits. Each one is greater than
 * all before it in this process, even when the clock steps back, so that new rows go to the end of an index.
 */
export function uuidv7(now: number = Date.now()): string {
  const random = randomBytes(10)
  if (now > lastMs) {
    lastMs = now
    counter = random.readUInt16BE(8) & 0x7ff // a random start in the lower half leaves room to count
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const high = (0x7000 | counter).toString(16)
  const variant = (0x8000 | (random.readUInt16BE(0) & 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${high}-${variant}-${random.toString('hex', 2, 8)}`
}
