import { z } from 'zod'
import type { BareField } from '../field.ts'
import { once, readAsIs, type Kind, ordered } from './kind.ts'

function schema(field: BareField) {
  const least = field.min ?? -2147483648
  const most = field.max ?? 2147483647
  return z
    .number({ error: '应为整数' })
    .int('应为整数')
    .refine((v) => v >= least, `不小于 ${least}`)
    .refine((v) => v <= most, `不大于 ${most}`)
}

const schemaOf = once(schema)

/** A whole number that fits a 4-byte column. */
export const integer: Kind<number> = {
  schema,
  toText: (value) => String(value),
  fromText: (value, field) =>
    readAsIs(schemaOf(field), /^[+-]?\d{1,10}$/.test(value.trim()) ? Number(value) : value),
  mask: () => '***',
  figure: true,
  json: z.number().int(),
  operators: ['equals', 'range'],
  asked: ordered,
  good: [{ value: 0 }, { value: 9999, options: { max: 9999 } }],
  bad: [{ value: '1' }, { value: 1.5 }, { value: 10000, options: { max: 9999 } }, { value: 1e12 }],
}
