import { z } from 'zod'
import { bareDay, date } from './date.ts'
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
    if (/^\d{4}-\d{2}$/.test(t)) return readAsIs(value, t)
    const bare = bareDay(t)
    // A spreadsheet turns 2008-09 into the first day of that month, or into its number.
    const day = /^\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?$|^[1-9]\d{4}(\.\d+)?$|^\d{8}$/.test(bare)
      ? date.fromText(bare, { kind: 'date', label: '', required: false })
      : null
    if (day && 'value' in day) return { value: day.value.slice(0, 7) }
    const found = /^(\d{4})[-./年](\d{1,2})月?$/.exec(bare)
    return readAsIs(
      value,
      found ? `${found[1]}-${found[2]?.padStart(2, '0')}` : bare.replace(/^(\d{4})(\d{2})$/, '$1-$2'),
    )
  },
  fromNumber: (number, shown) => {
    if (shown !== undefined && /^\d{4}\.(0[1-9]|1[0-2])$/.test(shown)) return { text: shown }
    const year = /^((?:19|20)\d{2})\.1$/.exec(number)?.[1]
    if (year === undefined) return { text: number }
    return {
      fault: `表格里的数字 ${number} 看不出是 1 月还是 10 月，请写成 ${year}-01 或 ${year}-10`,
      suggestions: [`${year}-01`, `${year}-10`],
    }
  },
  mask: () => '***',
  faultCode: 'E104',
  operators: ['range', 'equals'],
  asked: ordered,
  yearsBefore: (day, years) => `${Number(day.slice(0, 4)) - years}${day.slice(4, 7)}`,
  good: [{ value: '2018-09' }, { value: '1960-12' }],
  bad: [{ value: '2018-13' }, { value: '2018-9' }, { value: '2018-09-01' }, { value: 201809 }],
}
