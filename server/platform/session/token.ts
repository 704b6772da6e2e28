import { randomBytes } from 'node:crypto'
import { sameSecret, type Keys } from '../crypto/keys.ts'

/** Random bytes of a token, and bytes of the mark that follows them. */
const [random, mark] = [24, 16]
const letters = (bytes: number) => Math.ceil((bytes * 8) / 6)
const bodyLength = letters(random)
export const tokenLength = bodyLength + letters(mark)

const markOf = (keys: Keys, body: string) =>
  keys.mac('session-token', body).subarray(0, mark).toString('base64url')

/** A token of this portal from random bytes; without `from` from new ones. */
export function makeToken(keys: Keys, from: Buffer = randomBytes(random)): string {
  const body = from.subarray(0, random).toString('base64url')
  return body + markOf(keys, body)
}

/**
 * Whether this portal made a token. Says nothing of the session, but an invented token is told apart without
 * a look into the database, so that nobody can make lookups, or counters of their own, by inventing tokens.
 */
export function isOwnToken(keys: Keys, token: unknown): token is string {
  if (typeof token !== 'string' || token.length !== tokenLength) return false
  const body = token.slice(0, bodyLength)
  return sameSecret(Buffer.from(token.slice(bodyLength)), Buffer.from(markOf(keys, body)))
}
