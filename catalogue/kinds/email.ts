import { z } from 'zod'
import { codePoints, readAsIs, type Kind } from './kind.ts'

const value = z
  .string({ error: '应为电子邮箱' })
  .trim()
  .regex(/^[^\s@<>"']+@[^\s@<>"']+\.[A-Za-z0-9-]{2,}$/, '应为电子邮箱，如 name@example.cn')
  .refine((v) => codePoints(v) <= 100, '不超过 100 个字')

/** A mail address. */
export const email: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => readAsIs(value, t),
  mask: (v) => v.replace(/^(.).*(@.*)$/, '$1***$2'),
  operators: ['equals'],
  good: [{ value: 'lin.shuying@example.cn' }],
  bad: [{ value: 'lin@' }, { value: 'a b@example.cn' }, { value: 1 }, { value: `${'a'.repeat(100)}@b.cn` }],
}
