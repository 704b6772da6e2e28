import { z } from 'zod'
import { maskMiddle, readAsIs, type Kind } from './kind.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Check digit of an 18-digit citizen identity number (GB 11643-1999, ISO 7064 MOD 11-2). */
export function checkDigit(first17: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(first17[i]), 0)
  return '10X98765432'[sum % 11] ?? ''
}

/**
 * Birth date 'YYYY-MM-DD' and gender code (GB/T 2261.1) written in a citizen identity number; null for other
 * documents.
 */
export function readIdCard(no: string): { birthDate: string; gender: '1' | '2' } | null {
  if (!/^\d{17}[\dX]$/.test(no)) return null
  return {
    birthDate: `${no.slice(6, 10)}-${no.slice(10, 12)}-${no.slice(12, 14)}`,
    gender: Number(no[16]) % 2 === 1 ? '1' : '2',
  }
}

const value = z
  .string({ error: '应为证件号' })
  .transform((v) => v.trim().toUpperCase())
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9()（）/-]{5,20}$/, '证件号为 5 至 20 位字母或数字')
      .refine(
        (v) => !/^\d{17}[\dX]$/.test(v) || checkDigit(v.slice(0, 17)) === v[17],
        '证件号的校验位不对，请核对每一位',
      ),
  )

/**
 * Number of an identity document. Eighteen digits are checked by GB 11643, other documents by length and
 * letters.
 */
export const idCard: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => readAsIs(value, t),
  // Area, birth date, sex and check digit leave 500 numbers for a person whose county is known: one digit less of them
  // tells the rest (docs/decisions/0139). Numbers of other documents say nothing of their holder.
  mask: (v) => (readIdCard(v) === null ? maskMiddle(v, 1, 2) : '*'.repeat(v.length)),
  faultCode: 'E103',
  operators: ['equals'],
  good: [{ value: '449999199001011230' }, { value: 'H1234567' }],
  bad: [{ value: '449999199001011235' }, { value: '12' }, { value: 4499991990 }],
}
