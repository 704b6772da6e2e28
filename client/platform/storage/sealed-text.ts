import type { xchacha20poly1305 as Cipher } from '@noble/ciphers/chacha'

const mark = 'x1.'
const nonceBytes = 24

const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/**
 * Seals a text for one place (XChaCha20-Poly1305, a random nonce each time): moved to another place it does
 * not open. Not WebCrypto: that is missing on plain http, and it cannot write before a page goes away because
 * all of it is asynchronous (docs/decisions/0029).
 * @param key 32 bytes
 */
export function sealText(cipher: typeof Cipher, key: Uint8Array, place: string, text: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const body = cipher(key, nonce, new TextEncoder().encode(place)).encrypt(new TextEncoder().encode(text))
  return mark + toText(new Uint8Array([...nonce, ...body]))
}

/** Opens what `sealText` made with the same key for the same place; null for anything else. */
export function openText(
  cipher: typeof Cipher,
  key: Uint8Array,
  place: string,
  sealed: string,
): string | null {
  if (!sealed.startsWith(mark)) return null
  try {
    const bytes = toBytes(sealed.slice(mark.length))
    const opened = cipher(key, bytes.subarray(0, nonceBytes), new TextEncoder().encode(place)).decrypt(
      bytes.subarray(nonceBytes),
    )
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}
