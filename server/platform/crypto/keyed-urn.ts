import type { Keys } from './keys.ts'

/**
 * A number of the form `urn:uuid:` (RFC 9562, version 8) that stands for a text under a purpose: the same on this
 * installation wherever it is reached, and another one on every other installation.
 */
export function keyedUrn(keys: Pick<Keys, 'mac'>, purpose: string, text: string): string {
  const hex = keys.mac(purpose, text).toString('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}
