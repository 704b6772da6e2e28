import { z } from 'zod'
import { readAsIs, type Kind } from './kind.ts'

const value = z
  .string({ error: '应为网址' })
  .trim()
  .max(500, '不超过 500 个字')
  .regex(/^https?:\/\/[^\s\\@<>"']+$/i, '应为以 http:// 或 https:// 开头的网址')

/** A web address; only http and https, no user part, no backslash (they disguise the host). */
export const url: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => readAsIs(value, t),
  mask: () => '***',
  operators: ['contains'],
  good: [{ value: 'https://www.example.cn/a?b=1' }],
  bad: [
    { value: 'javascript:alert(1)' },
    { value: 'http://a@b.cn' },
    { value: '//b.cn' },
    { value: 'http:\\\\b.cn' },
  ],
}
