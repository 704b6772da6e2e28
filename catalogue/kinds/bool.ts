import { z } from 'zod'
import type { Kind } from './kind.ts'

const value = z.boolean({ error: '请选“是”或“否”' })

/** 是 or 否; null means not answered, which is not 否. */
export const bool: Kind<boolean> = {
  schema: () => value,
  toText: (v) => (v ? '是' : '否'),
  fromText: (t) =>
    /^(是|有|1|true|y)$/i.test(t.trim())
      ? { value: true }
      : /^(否|无|0|false|n)$/i.test(t.trim())
        ? { value: false }
        : { fault: '请填“是”或“否”' },
  mask: () => '***',
  faultCode: 'E102',
  operators: ['equals'],
  asked: ['eq', 'null'],
  json: z.boolean(),
  choices: () => [
    { value: true, label: '是' },
    { value: false, label: '否' },
  ],
  good: [{ value: true }, { value: false }],
  bad: [{ value: 'true' }, { value: 1 }, { value: '是' }],
}
