import { z } from 'zod'
import { readAsIs, type Kind } from './kind.ts'

const says = '应为日期和时间，如 2026-11-30 14:30'

/** True for a minute that exists: no 30 February, no 24:00. */
function exists(minute: string): boolean {
  const at = new Date(`${minute}:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 16) === minute
}

const value = z
  .string({ error: says })
  .trim()
  .regex(/^(19|20)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/, says)
  .refine(exists, '没有这个时间')

/**
 * A minute as 'YYYY-MM-DDTHH:mm' in Asia/Shanghai, as the control of a browser writes it; sorts and compares
 * as text.
 */
export const dateTime: Kind<string> = {
  schema: () => value,
  toText: (v) => v.replace('T', ' '),
  fromText: (t) => {
    const found = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?[ T]+(\d{1,2}):(\d{2})$/.exec(t.trim())
    const [, year, month = '', day = '', hour = '', minute = ''] = found ?? []
    return readAsIs(
      value,
      found
        ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}`
        : t.trim(),
    )
  },
  mask: () => '***',
  faultCode: 'E104',
  operators: ['range', 'equals'],
  good: [{ value: '2026-11-30T14:30' }, { value: '2024-02-29T00:00' }],
  bad: [
    { value: '2023-02-29T09:00' },
    { value: '2026-11-30T24:00' },
    { value: '2026-11-30 14:30' },
    { value: '2026-11-30' },
    { value: 0 },
  ],
}
