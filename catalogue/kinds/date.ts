import { z } from 'zod'
import { readAsIs, type Kind, ordered } from './kind.ts'

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** True for a day 'YYYY-MM-DD' that exists in the calendar (29 February only in leap years). */
export function exists(day: string): boolean {
  const [year, month, no] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const most = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
  return no >= 1 && no <= most
}

/**
 * The day that a spreadsheet counts as this number (1900 system, whose day 60 never was); null beyond 1954 to
 * 2064.
 */
export function dayOfSerial(serial: number): string | null {
  if (serial < 20_000 || serial > 60_000) return null
  return new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
}

/** The same day so many years earlier; 28 February for 29 February of a year that has none. */
function dayYearsBefore(day: string, years: number): string {
  const earlier = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return exists(earlier) ? earlier : `${earlier.slice(0, 8)}28`
}

const value = z
  .string({ error: '应为日期，如 2018-09-01' })
  .trim()
  .regex(/^(19|20)\d{2}-\d{2}-\d{2}$/, '应为日期，如 2018-09-01')
  .refine(exists, '没有这一天')

/** A time of any precision behind a day: 00:00:00, T16:00:00.000Z, 上午 12:00, 0:00 AM. */
const timeBehind =
  /^(.*\d日?)(?:T|\s)\s*(?:(?:上午|下午)\s*)?([01]?\d|2[0-4]):[0-5]?\d(?::[0-5]?\d(?:[.,]\d+)?)?(?:\s*[ap]m)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** The calendar of the people who typed the days, summer times of 1986 to 1991 included. */
const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })

/** The day of an instant in Asia/Shanghai: programs write midnight as 16:00 of the day before, UTC. */
function dayOfInstant(text: string): string | null {
  const at = new Date(text.replace(/\s+/, 'T').replace(',', '.').replace(/\s+/g, ''))
  return Number.isNaN(at.getTime()) ? null : shanghai.format(at)
}

/**
 * A day or month as programs and people write it, without the time behind it and the blanks within it: 2008.
 * 9. 1, 2008年 9月, 2008-09-01 00:00:00. Days with an offset are those of Asia/Shanghai.
 */
export function bareDay(text: string): string {
  const trimmed = text.trim()
  // Most cells hold nothing but digits and one kind of sign.
  if (/^[\d./年月日-]*$/.test(trimmed)) return trimmed
  const timed = timeBehind.exec(trimmed)
  const day = timed?.[3] === undefined ? (timed?.[1] ?? trimmed) : (dayOfInstant(trimmed) ?? trimmed)
  return day.replaceAll(/\s*([-./年月日])\s*/g, '$1').trim()
}

/** The number of a day, with the time that a sheet keeps behind the point. */
const serialText = /^([1-9]\d{4})(?:\.\d+)?$/

/** A day as 'YYYY-MM-DD' in Asia/Shanghai; sorts and compares as text. */
export const date: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(t)) return readAsIs(value, t)
    const bare = bareDay(t)
    const found = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$/.exec(bare)
    const number = serialText.exec(bare)?.[1]
    const serial = number === undefined ? null : dayOfSerial(Number(number))
    if (serial !== null) return { value: serial }
    const plain = bare.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    return readAsIs(
      value,
      found ? `${found[1]}-${found[2]?.padStart(2, '0')}-${found[3]?.padStart(2, '0')}` : plain,
    )
  },
  mask: () => '***',
  day: true,
  faultCode: 'E104',
  operators: ['range', 'equals'],
  asked: ordered,
  yearsBefore: dayYearsBefore,
  good: [{ value: '2024-02-29' }, { value: '1965-01-01' }],
  bad: [{ value: '2023-02-29' }, { value: '2018/09/01' }, { value: '2018-09' }, { value: 0 }],
}
