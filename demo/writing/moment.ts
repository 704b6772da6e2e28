import { DAY, type Moment } from '../../server/engine/bulk/index.ts'
import { startOfDay } from '../../server/platform/clock/clock.ts'
import type { Random } from './random.ts'

const MINUTE = 60_000
/** The zero of the ids: fixed, so that ids are the same whatever day the region is loaded on. */
const ID_ZERO = Date.UTC(2025, 0, 1)

/** The instant of the anchor for a day 'YYYY-MM-DD'. */
export function anchorOf(day: string): number {
  return Date.parse(startOfDay(day))
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
