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
 * The last microsecond (PostgreSQL's unit) of the day in Asia/Shanghai, ISO 8601 with offset, for "as of" reads.
 * Summer time (1986–1991) is left aside on purpose: recorded times are all later. RangeError if the day does not exist.
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
