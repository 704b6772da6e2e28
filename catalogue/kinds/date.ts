import { z } from 'zod'
import { readAsIs, type Kind, ordered } from './kind.ts'

/** True for a day that exists in the calendar (29 February only in leap years). */
function exists(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day
}

/** The day that a spreadsheet counts as this number (1900 system, whose day 60 never was); null beyond 1954 to 2064. */
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

/** A day as 'YYYY-MM-DD' in Asia/Shanghai; sorts and compares as text. */
export const date: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => {
    const found = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$/.exec(t.trim())
    const serial = /^[1-9]\d{4}$/.test(t.trim()) ? dayOfSerial(Number(t.trim())) : null
    if (serial !== null) return { value: serial }
    const plain = t.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
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
