import type { claimTerms } from '../../../catalogue/presence/moments.ts'
import type { Keys } from '../../platform/crypto/keys.ts'

/** Letters without those that look alike (Crockford). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10
export const slotSeconds = 15
const slotMs = slotSeconds * 1000
/** Codes that a screen holds: ten minutes, so that it outlives a lost network. */
const slotsAhead = 40

export const slotAt = (moment: number): number => Math.floor(moment / slotMs)

/** The code of a session in a slot: a keyed hash, so nothing secret is stored with the session. */
export function codeOf(keys: Keys, session: string, slot: number): string {
  const hash = keys.mac('presence.code', `${session}|${slot}`)
  // A letter has 5 bits: of a byte of the hash the lower ones.
  return [...hash.subarray(0, codeLength)].map((byte) => letters[byte & 31]).join('')
}

/** The number of two digits that stands beside the code of a slot. */
export const numberOf = (keys: Keys, session: string, slot: number): number =>
  10 + (keys.mac('presence.number', `${session}|${slot}`).readUInt32BE(0) % 90)

/** What a screen shows until it asks again. */
export interface CodesAhead {
  readonly slotSeconds: number
  /** The portal's clock, by which the screen finds the slot. */
  readonly now: number
  readonly codes: readonly string[]
  readonly numbers: readonly number[]
}

/** Codes and numbers of a session for the next ten minutes, from the slot of now. */
export function codesAhead(keys: Keys, session: string, now: number): CodesAhead {
  const slots = Array.from({ length: slotsAhead }, (_, n) => slotAt(now) + n)
  return {
    slotSeconds,
    now,
    codes: slots.map((slot) => codeOf(keys, session, slot)),
    numbers: slots.map((slot) => numberOf(keys, session, slot)),
  }
}

/** A term within which a claim can make a mark. */
type Term = ReturnType<typeof claimTerms>[number]

/** The first moment of a code within some terms, none of it later than now; undefined where it is of none. */
export function momentOfCode(
  keys: Keys,
  { session, code }: { readonly session: string; readonly code: string },
  terms: readonly Term[],
  now: number,
): number | undefined {
  for (const { from, to } of terms)
    for (let slot = slotAt(from); slot <= slotAt(Math.min(to, now)); slot += 1)
      if (codeOf(keys, session, slot) === code) return Math.max(from, slot * slotMs)
  return undefined
}

/** Seconds that the number of the slot before is still taken for: somebody read it and then tapped. */
const lag = 3

/** Three numbers, of which each is right in its slot: who sees the screen knows which one now. */
export function numbersToChoose(keys: Keys, session: string, asked: number): number[] {
  const numbers = new Set<number>()
  for (let slot = slotAt(asked); numbers.size < 3; slot += 1) numbers.add(numberOf(keys, session, slot))
  return [...numbers].toSorted((a, b) => a - b)
}

/** Whether a number stands beside the code now, or did a moment ago. */
export const isNumberNow = (keys: Keys, session: string, number: number, now: number): boolean =>
  number === numberOf(keys, session, slotAt(now)) ||
  number === numberOf(keys, session, slotAt(now - lag * 1000))
