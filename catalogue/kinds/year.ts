import { z } from 'zod'
import { readAsIs, type Kind, ordered } from './kind.ts'

const value = z
  .number({ error: '应为四位年份' })
  .int('应为四位年份')
  .refine((v) => v >= 1900 && v <= 2100, '年份在 1900 至 2100 之间')

/** How many years a filter offers; the next one is the first of them. */
const offered = 10

/** A calendar year. */
export const year: Kind<number> = {
  schema: () => value,
  toText: (v) => String(v),
  fromText: (t) => readAsIs(value, /^\d{4}年?$/.test(t.trim()) ? Number.parseInt(t, 10) : t),
  mask: () => '***',
  faultCode: 'E104',
  figure: true,
  operators: ['equals', 'range'],
  asked: ordered,
  offered: (thisYear) =>
    Array.from({ length: offered }, (_, nth) => String(thisYear + 1 - nth)).map((one) => ({
      value: one,
      label: one,
    })),
  yearsBefore: (day, years) => Number(day.slice(0, 4)) - years,
  good: [{ value: 1998 }, { value: 2100 }],
  bad: [{ value: '1998' }, { value: 98 }, { value: 2101 }, { value: 1998.5 }],
}
