import { z } from 'zod'
import type { BareField } from '../field.ts'
import { once, readAsIs, type Kind, ordered } from './kind.ts'

const shape = /^-?(0|[1-9]\d{0,11})(\.\d+)?$/

const schemaOf = once(schema)

/**
 * The one text of an amount, with exactly `precision` digits after the point, so that '1200' and '1200.0' are
 * not a change.
 */
function canonical(value: string, precision: number): string {
  const [whole = '0', part = ''] = value.split('.')
  return precision === 0 ? whole : `${whole}.${part.padEnd(precision, '0')}`
}

function schema(field: BareField) {
  const precision = field.precision ?? 2
  return z
    .union([z.number(), z.string()], { error: '应为数字' })
    .transform((v) => String(v).trim())
    .pipe(
      z
        .string()
        .refine((v) => shape.test(v), '应为数字')
        .refine((v) => (v.split('.')[1] ?? '').length <= precision, `小数不超过 ${precision} 位`)
        .refine((v) => field.min === undefined || Number(v) >= field.min, `不小于 ${field.min}`)
        .refine((v) => field.max === undefined || Number(v) <= field.max, `不大于 ${field.max}`)
        .transform((v) => canonical(v, precision)),
    )
}

/** An exact amount. Travels as a string ('5230.00') because a JavaScript number would round money. */
export const decimal: Kind<string> = {
  schema,
  toText: (value) => value,
  fromText: (value, field) => readAsIs(schemaOf(field), value.replaceAll(',', '').trim()),
  mask: () => '***',
  figure: true,
  json: z.number(),
  operators: ['range'],
  asked: ordered,
  good: [{ value: '5230.50' }, { value: 0 }, { value: 12.5, options: { min: 0 } }],
  bad: [
    { value: 'abc' },
    { value: '1.234' },
    { value: -1, options: { min: 0 } },
    { value: '1e5' },
    { value: null },
  ],
}
