import { uuidv7 } from '../../platform/clock/clock.ts'

const VERSION = 14
const OWNER = 28

/**
 * The number of a new record: a UUID version 8 (RFC 9562) in the order of time, whose last 32 bits are the
 * number of the owner at whom the record began. On a distributed PostgreSQL it says on which node to look. It
 * is no permission: anybody can make one up (docs/decisions/0123).
 * @param drawn a UUID version 7, of which time, counter and 30 random bits stay
 */
export function recordNumber(ownerId: number, drawn: string = uuidv7()): string {
  if (!Number.isInteger(ownerId) || ownerId < 0 || ownerId > 0x7fff_ffff)
    throw new RangeError('an owner is numbered with 31 bits')
  const owner = ownerId.toString(16).padStart(8, '0')
  return `${drawn.slice(0, VERSION)}8${drawn.slice(VERSION + 1, OWNER)}${owner}`
}

/**
 * The owner at whom the record of this number began. Null for numbers that carry none: those given before
 * numbers carried their owner, and texts that are no number.
 */
export function ownerIn(recordId: string): number | null {
  if (recordId.length !== 36 || recordId[VERSION] !== '8') return null
  const owner = Number.parseInt(recordId.slice(OWNER), 16)
  return owner <= 0x7fff_ffff ? owner : null
}

/** The owners at whom records began, each once; null where one of the numbers carries none. */
export function ownersIn(recordIds: readonly string[]): number[] | null {
  const owners = recordIds.map(ownerIn)
  return owners.includes(null) ? null : [...new Set(owners.filter((owner) => owner !== null))]
}
