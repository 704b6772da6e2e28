import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '../../platform/crypto/keys.ts'

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of 160 bits in base32, as the programs on phones take it. */
export function newSecret(): string {
  // 32 letters of 5 bits; a byte's lowest five are as random as the byte.
  return [...randomBytes(32)].map((byte) => alphabet[byte & 31]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The time step of a moment in milliseconds. */
export const stepOf = (at: number): number => Math.floor(at / 1000 / stepSeconds)

/** The code of a step (RFC 6238 with SHA-1 and six digits, which every program knows). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** The step a code belongs to: now, the one before or the one after, for clocks that differ. */
export function matchingStep(secret: string, code: string, now = Date.now()): number | undefined {
  const here = stepOf(now)
  return [here, here - 1, here + 1].find((step) =>
    sameSecret(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
}

/** Address in the QR code. */
export function enrolmentUri(secret: string, account: string): string {
  const issuer = encodeURIComponent('杏坛')
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}&digits=6&period=${stepSeconds}`
}
