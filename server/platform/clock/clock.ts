import { fewRandomBytes } from '../crypto/random.ts'

/** The one time zone of the portal. */
export const TIME_ZONE = 'Asia/Shanghai'

const DAY_MS = 86_400_000
const PATTERN = /^\d{4}-\d{2}-\d{2}$/
const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in Asia/Shanghai on which `instant` falls, as 'YYYY-MM-DD'. */
export function dateOf(instant: Date): string {
  return calendar.format(instant)
}

/** Today in Asia/Shanghai, as 'YYYY-MM-DD'. For what is stored, the database's clock is the authority. */
export function today(now: Date = new Date()): string {
  return dateOf(now)
}

/** True for a day that exists: '2024-02-29' yes, '2023-02-29' no. */
export function isDate(text: string): boolean {
  return PATTERN.test(text) && toUtc(text)?.toISOString().slice(0, 10) === text
}

/** The first instant of the day, ISO 8601 with offset. RangeError if the day does not exist. */
export function startOfDay(date: string): string {
  return `${checked(date)}T00:00:00.000000+08:00`
}

/**
 * The last microsecond (PostgreSQL's unit) of the day in Asia/Shanghai, ISO 8601 with offset, for "as of"
 * reads. Summer time (1986–1991) is left aside on purpose: recorded times are all later. RangeError if the
 * day does not exist.
 */
export function endOfDay(date: string): string {
  return `${checked(date)}T23:59:59.999999+08:00`
}

/** `days` later (earlier if negative), as 'YYYY-MM-DD'. RangeError if the day does not exist. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${checked(date)}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative if `to` is earlier. RangeError if a day does not exist. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(checked(to)) - Date.parse(checked(from))) / DAY_MS)
}

function checked(date: string): string {
  if (!isDate(date)) throw new RangeError('not a date of the form YYYY-MM-DD')
  return date
}

function toUtc(date: string): Date | undefined {
  const instant = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

let lastMs = 0
let counter = 0

/**
 * A UUID version 7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter, 62 random bits. Each one is greater
 * than all before it in this process, even when the clock steps back, so that new rows go to the end of an
 * index.
 */
export function uuidv7(now: number = Date.now()): string {
  const random = fewRandomBytes(10)
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
