import { z } from 'zod'
import { date } from './date.ts'
import { readAsIs, type Kind, ordered } from './kind.ts'

const value = z
  .string({ error: '应为年月，如 2018-09' })
  .trim()
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, '应为年月，如 2018-09')

/** A month as 'YYYY-MM'; sorts and compares as text. */
export const month: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => {
    // A spreadsheet turns 2008-09 into the first day of that month, or into its number.
    const day = /^\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?$|^[1-9]\d{4}$|^\d{8}$/.test(t.trim())
      ? date.fromText(t, { kind: 'date', label: '', required: false })
      : null
    if (day && 'value' in day) return { value: day.value.slice(0, 7) }
    const found = /^(\d{4})[-./年](\d{1,2})月?$/.exec(t.trim())
    return readAsIs(
      value,
      found ? `${found[1]}-${found[2]?.padStart(2, '0')}` : t.replace(/^(\d{4})(\d{2})$/, '$1-$2'),
    )
  },
  mask: () => '***',
  faultCode: 'E104',
  operators: ['range', 'equals'],
  asked: ordered,
  yearsBefore: (day, years) => `${Number(day.slice(0, 4)) - years}${day.slice(4, 7)}`,
  good: [{ value: '2018-09' }, { value: '1960-12' }],
  bad: [{ value: '2018-13' }, { value: '2018-9' }, { value: '2018-09-01' }, { value: 201809 }],
}
