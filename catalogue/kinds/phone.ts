import { z } from 'zod'
import { maskMiddle, readAsIs, type Kind } from './kind.ts'

/**
 * A number as people and exports write it: the code of the country or an apostrophe in front, blanks,
 * hyphens, `.0` behind.
 */
export const tidyPhone = (text: string): string =>
  /^1\d{10}$/.test(text)
    ? text
    : text
        .replaceAll(/[\s‐‑–—－()（）-]/gu, '')
        .replace(/^['‘’`＇]+/u, '')
        .replace(/^(?:[+＋]86|0086|86)(?=1\d{10}(?:\.0+)?$)/u, '')
        .replace(/^(1\d{10})\.0+$/, '$1')

const value = z
  .string({ error: '应为 11 位手机号' })
  .transform(tidyPhone)
  .pipe(z.string().regex(/^1[3-9]\d{9}$/, '应为 11 位手机号'))

/** A mainland mobile number. */
export const phone: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => readAsIs(value, t),
  mask: (v) => maskMiddle(v, 3, 4),
  faultCode: 'E107',
  operators: ['equals'],
  good: [{ value: '13800138000' }, { value: '138 0013 8000' }, { value: '+86 138-0013-8000' }],
  bad: [
    { value: '1380013800' },
    { value: '23800138000' },
    { value: 13800138000 },
    { value: '+1 13800138000' },
  ],
}
