import { z } from 'zod'
import type { BareField } from '../field.ts'
import { codePoints, isStorable, once, readAsIs, type Kind } from './kind.ts'

function schema(field: BareField) {
  const most = field.maxLength ?? 2000
  return z
    .string({ error: '应为文字' })
    .transform((v) => v.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .refine((v) => codePoints(v) <= most, `不超过 ${most} 个字`)
        .refine((v) => isStorable(v), '含有不能保存的控制字符'),
    )
}

const schemaOf = once(schema)

/** Several lines of plain text. */
export const longText: Kind<string> = {
  schema,
  toText: (value) => value,
  fromText: (value, field) => readAsIs(schemaOf(field), value),
  mask: () => '***',
  prose: true,
  operators: ['contains'],
  good: [{ value: '第一行\n第二行' }, { value: '字'.repeat(2000) }],
  bad: [{ value: 3 }, { value: '字'.repeat(2001) }, { value: '\u0001' }],
}
