import { dateOf, startOfDay } from '../../server/platform/clock/clock.ts'
import type { Random } from './random.ts'

/**
 * Milliseconds relative to the anchor (the start of today in Asia/Shanghai); what has happened is negative.
 */
export type Moment = number

const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
/** The zero of the ids: fixed, so that ids are the same whatever day the region is loaded on. */
const ID_ZERO = Date.UTC(2025, 0, 1)

/** The instant of the anchor for a day 'YYYY-MM-DD'. */
export function anchorOf(day: string): number {
  return Date.parse(startOfDay(day))
}

const two = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** The instant of a moment as ISO 8601, in the time of Asia/Shanghai. */
export function instant(anchor: number, moment: Moment): string {
  const whole = Math.floor(moment)
  const left = whole - Math.floor(whole / DAY) * DAY
  const time = `${two(Math.floor(left / 3_600_000))}:${two(Math.floor(left / MINUTE) % 60)}:${two(Math.floor(left / 1000) % 60)}`
  return `${dayOf(anchor, whole)}T${time}.${String(left % 1000).padStart(3, '0')}+08:00`
}

const dates = new Map<number, string>()

/** The day in Asia/Shanghai on which a moment falls; the anchor is the beginning of a day there. */
export function dayOf(anchor: number, moment: Moment): string {
  const begin = anchor + Math.floor(moment / DAY) * DAY
  const found = dates.get(begin)
  if (found !== undefined) return found
  const fresh = dateOf(new Date(begin))
  dates.set(begin, fresh)
  return fresh
}

/** Some time in office hours, `day` days from today (negative: ago). */
export function officeTime(random: Random, day: number): Moment {
  return day * DAY + random.int(8 * 60 + 10, 17 * 60 + 40) * MINUTE + random.int(0, 59_999)
}

/** Office time on a day `low` to `high` days after the day of `moment`. */
export function daysAfter(random: Random, moment: Moment, low: number, high: number): Moment {
  return officeTime(random, Math.floor(moment / DAY) + random.int(Math.max(1, low), Math.max(1, high)))
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** The lowest sixteen bits as four digits. */
const four = (bits: number): string => `${hex[(bits >>> 8) & 0xff]}${hex[bits & 0xff]}`

/**
 * Makers of ids: shaped like UUIDv7 and in the order of their moments, but drawn from the seed. Half a
 * million are made: hence by bytes.
 */
export function idsFrom(random: Random): (moment: Moment) => string {
  return (moment) => {
    const time = ID_ZERO + Math.floor(moment)
    const low = time >>> 0
    const bits = random.bits()
    const [first, last] = [random.bits(), random.bits()]
    return `${four(Math.floor(time / 0x1_0000_0000))}${four(low >>> 16)}-${four(low)}-${four(0x7000 | (bits & 0xfff))}-${four(
      0x8000 | ((bits >>> 12) & 0x3fff),
    )}-${four(first >>> 16)}${four(first)}${four(last)}`
  }
}
