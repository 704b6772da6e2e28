import { dateOf } from '../../platform/clock/clock.ts'

/**
 * Milliseconds after the anchor of a load, which is the start of a day in Asia/Shanghai; negative before it.
 */
export type Moment = number

const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

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
