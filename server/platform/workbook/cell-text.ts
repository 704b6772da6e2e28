import type { WorkbookCell } from './workbook.ts'

/** Meaning of a cell's number (date, time, number) by its number format. */
export type CellFormat =
  | { readonly shows: 'plain' }
  /** A day, and a day with its time. */
  | { readonly shows: 'date' }
  | { readonly shows: 'moment' }
  /** The time of a day. */
  | { readonly shows: 'time' }
  /** Hours, minutes or seconds that go on beyond a day, as 26:30. */
  | { readonly shows: 'duration' }
  /** Zeros in front, up to so many digits. */
  | { readonly shows: 'padded'; readonly digits: number }
  /** So many digits behind the point. */
  | { readonly shows: 'fixed'; readonly digits: number }

export const plainFormat: CellFormat = { shows: 'plain' }

/**
 * Formats that every program knows by number (ECMA-376, part 1, 18.8.30), those of Chinese editions included.
 */
const datesByNumber = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])
const timesByNumber = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56])
const othersByNumber: ReadonlyMap<number, CellFormat> = new Map([
  [2, { shows: 'fixed', digits: 2 }],
  [4, { shows: 'fixed', digits: 2 }],
  [22, { shows: 'moment' }],
  [46, { shows: 'duration' }],
])

/** The first section of a code, without what is shown as it stands. */
const bare = (code: string): string =>
  code
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';', 1)
    .join('')

/** Facts of a number format. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) {
    if (datesByNumber.has(id)) return { shows: 'date' }
    return timesByNumber.has(id) ? { shows: 'time' } : (othersByNumber.get(id) ?? plainFormat)
  }
  const shown = bare(code)
  if (/general/i.test(shown)) return plainFormat
  if (/\[[hms]+\]/i.test(shown)) return { shows: 'duration' }
  if (/[yd]/i.test(shown) || /^m+$/i.test(shown)) return { shows: /[hs]/i.test(shown) ? 'moment' : 'date' }
  if (/[hs]/i.test(shown)) return { shows: 'time' }
  if (/^0{2,30}$/.test(shown)) return { shows: 'padded', digits: shown.length }
  const digits = /^[#,]*0\.(0{1,15})$/.exec(shown)?.[1]?.length
  return digits === undefined ? plainFormat : { shows: 'fixed', digits }
}

const daySeconds = 86_400
const two = (value: number) => String(value).padStart(2, '0')
/** 31 December 9999, the last day a sheet knows. */
const lastDay = 2_958_465

/** Days of either epoch as seconds since 1970. The epoch of 1900 has a 29 February that never was. */
function secondsOf(serial: number, since1904: boolean): number {
  const days = since1904 ? serial + 1462 : serial
  return Math.round((days - (days < 60 ? 25_568 : 25_569)) * daySeconds)
}

/** The time of a day, of its seconds. */
const clockOf = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

/**
 * Days that were written before, by their number since 1970: the birthdays of a region are some thousands.
 */
const daysWritten = new Map<number, string>()
const mostDays = 50_000

function dayOf(day: number): string {
  const known = daysWritten.get(day)
  if (known !== undefined) return known
  const text = new Date(day * daySeconds * 1000).toISOString().slice(0, 10)
  if (daysWritten.size < mostDays) daysWritten.set(day, text)
  return text
}

/** Hours beyond a day, as the sheet shows them: 26:30, with seconds where there are some. */
function durationText(serial: number): string {
  const seconds = Math.round(serial * daySeconds)
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`
  return seconds % 60 === 0 ? clock : `${clock}:${two(seconds % 60)}`
}

type DayFormat = 'date' | 'moment' | 'time' | 'duration'

/**
 * Undefined where the number is no day or time: 0 of the epoch of 1900, which programs show as 1900-01-00.
 */
function dateText(serial: number, since1904: boolean, shows: DayFormat): string | undefined {
  if (!(serial >= 0 && serial <= lastDay)) return undefined
  if (shows === 'duration') return durationText(serial)
  const seconds = secondsOf(serial, since1904)
  const number = Math.floor(seconds / daySeconds)
  const clock = seconds - number * daySeconds
  if (shows === 'time') return clockOf(clock)
  const noDay = serial < 1 && !since1904
  if (noDay) return shows === 'moment' && serial > 0 ? clockOf(clock) : undefined
  // A time that the format does not show was not seen by whoever typed the day.
  return shows === 'date' || clock === 0 ? dayOf(number) : `${dayOf(number)} ${clockOf(clock)}`
}

/** Digits that a sheet keeps of a number: what is behind them is noise of the machine. */
const exactDigits = 15

function plainNumber(raw: string): NumberText {
  if (/^-?\d{1,40}$/.test(raw)) return { text: raw, from: /[1-9]\d{15}/.test(raw) ? 'scientific' : 'number' }
  const value = Number(raw)
  if (raw === '' || !Number.isFinite(value)) return { text: raw }
  const rounded = Number(value.toPrecision(exactDigits))
  const whole = Math.abs(rounded) >= 10 ** exactDigits
  if (whole) return { text: /e/i.test(raw) ? shortScientific(value) : raw, from: 'scientific' }
  return { text: fixed(rounded), from: 'number' }
}

/** As a sheet shows it: 4.49999E+17. */
const shortScientific = (value: number): string =>
  value
    .toExponential(5)
    .replace(/\.?0+e/, 'e')
    .replace('e', 'E')

/** A number without an exponent. */
const fixed = (value: number): string =>
  /e/.test(String(value)) ? value.toFixed(20).replace(/\.?0+$/, '') : String(value)

export type NumberText = Pick<WorkbookCell, 'text' | 'from' | 'number' | 'shown'>

/** Displayed form of a number where it differs from its text; at most 15 digits are exact. */
function shownNumber(text: string, format: CellFormat): string | undefined {
  const value = Number(text)
  if (format.shows !== 'fixed' || !(Math.abs(value) < 1e12)) return undefined
  const shown = value.toFixed(format.digits)
  return shown === text ? undefined : shown
}

const dayFormats: readonly string[] = ['date', 'moment', 'time', 'duration']
const isDayFormat = (shows: CellFormat['shows']): shows is DayFormat => dayFormats.includes(shows)

/**
 * A number of a file as a person reads it. Digits stand as the file holds them: reading them as a number
 * would lose the last ones of an identity number.
 */
export function numberText(raw: string, format: CellFormat, since1904: boolean): NumberText {
  if (isDayFormat(format.shows) && raw !== '') {
    const text = dateText(Number(raw), since1904, format.shows)
    if (text !== undefined) return { text, from: 'date' }
  }
  const plain = plainNumber(raw)
  const text =
    format.shows === 'padded' && /^\d+$/.test(plain.text)
      ? plain.text.padStart(format.digits, '0')
      : plain.text
  const shown = shownNumber(plain.text, format)
  // Most numbers are what their text says, and there are millions of them.
  if (text === raw && shown === undefined) return plain
  return {
    ...plain,
    text,
    ...(text !== raw && plain.from !== undefined && { number: owned(raw) }),
    ...(shown !== undefined && { shown }),
  }
}

/** A day as strict files write it: 2024-09-01T00:00:00. */
export function isoText(raw: string): NumberText {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(raw)
  if (!found) return { text: raw }
  const [, day = '', time] = found
  return { text: time === undefined || /^00:00(:00)?$/.test(time) ? day : `${day} ${time}`, from: 'date' }
}

/** Characters outside XML are escaped by their code: _x000D_ (ECMA-376, part 1, 22.9.2.19). */
export const unwrapped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

/** A string of its own: a slice would keep the piece of the file alive that it was cut from. */
export const owned = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1))
