import { z } from 'zod'
import { readAsIs, type Kind } from './kind.ts'

const value = z.string({ error: '请选择行政区划' }).regex(/^[1-9]\d{5}(\d{3})?$/, '应为 6 位或 9 位区划代码')

/**
 * An administrative division (GB/T 2260), six digits, or nine for a township of the region.
 * Whether the code exists is asked by the engine on submit (the table is loaded lazily, it is too large for
 * every page).
 */
export const area: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => readAsIs(value, t.trim()),
  mask: (v) => `${v.slice(0, 4)}**`,
  names: 'area',
  several: true,
  operators: ['equals'],
  asked: ['eq', 'in'],
  good: [{ value: '441702' }, { value: '441702001' }],
  bad: [{ value: '44170' }, { value: 441702 }, { value: '阳江' }],
}
