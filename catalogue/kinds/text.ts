import { z } from 'zod'
import type { BareField } from '../field.ts'
import { cleanLine, codePoints, isStorable, maskMiddle, once, readAsIs, type Kind } from './kind.ts'

function schema(field: BareField) {
  const most = field.maxLength ?? 100
  const pattern = field.pattern
  return z
    .string({ error: '应为文字' })
    .transform(cleanLine)
    .pipe(
      z
        .string()
        .refine((v) => codePoints(v) <= most, `不超过 ${most} 个字`)
        .refine((v) => isStorable(v) && !/[\r\n\t]/.test(v), '含有不能保存的控制字符')
        .refine((v) => pattern === undefined || pattern.test(v), field.patternSays ?? '格式不对'),
    )
}

const schemaOf = once(schema)

/** One line of text. `maxLength` counts code points. */
export const text: Kind<string> = {
  schema,
  toText: (value) => value,
  fromText: (value, field) => readAsIs(schemaOf(field), value),
  mask: (value) => maskMiddle(value, 2, 2),
  operators: ['contains', 'equals'],
  asked: ['eq', 'like'],
  good: [{ value: '阿依努尔·买买提' }, { value: '𠮷田' }, { value: 'a'.repeat(100) }],
  bad: [
    { value: 12 },
    { value: 'a'.repeat(101) },
    { value: '一\u0000二' },
    { value: '一\n二' },
    { value: ['x'] },
  ],
}
