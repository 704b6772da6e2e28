import { z } from 'zod'
import { exists } from './date.ts'
import { maskMiddle, readAsIs, type Kind } from './kind.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Check digit of an 18-digit citizen identity number (GB 11643-1999, ISO 7064 MOD 11-2). */
export function checkDigit(first17: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(first17[i]), 0)
  return '10X98765432'[sum % 11] ?? ''
}

const ofCitizen = /^\d{17}[\dX]$/

/** The year in which the program started; it only gets later. */
const thisYear = String(new Date().getUTCFullYear())

const birthDateIn = (no: string): string => `${no.slice(6, 10)}-${no.slice(10, 12)}-${no.slice(12, 14)}`

/** Whether digits 7 to 14 are a day from 1900 to today. */
function isBorn(no: string): boolean {
  const day = birthDateIn(no)
  if (day < '1900-01-01' || !exists(day)) return false
  // Only days of this year and later are worth the question what day it is.
  return day.slice(0, 4) < thisYear || Date.parse(`${day}T00:00:00+08:00`) <= Date.now()
}

/**
 * Birth date 'YYYY-MM-DD' and gender code (GB/T 2261.1) written in a citizen identity number; null for other
 * documents, and where digits 7 to 14 are no day since 1900 that has been.
 */
export function readIdCard(no: string): { birthDate: string; gender: '1' | '2' } | null {
  if (!ofCitizen.test(no) || !isBorn(no)) return null
  return { birthDate: birthDateIn(no), gender: Number(no[16]) % 2 === 1 ? '1' : '2' }
}

/**
 * Documents whose numbers may hold Chinese letters, by code of dictionary idCardType: military ones, 户口簿,
 * others.
 */
const withHan: ReadonlySet<unknown> = new Set(['2', '3', '4', '5', 'B', 'Z'])
const hasHan = /\p{Script=Han}/u

/** Letters that people and scanners put for a digit. */
const likeDigits: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
}

/** What is wrong with a number that should be of a citizen's identity card; null for nothing. */
function faultOfCitizens(no: string): string | null {
  if (ofCitizen.test(no)) return null
  const letters = [...no]
  if (letters.length !== 18)
    return letters.length === 15
      ? '居民身份证号应为 18 位；15 位的旧号请换成 18 位'
      : `居民身份证号应为 18 位，现在是 ${letters.length} 位`
  const place = letters.findIndex((letter, i) => !/\d/.test(letter) && !(letter === 'X' && i === 17))
  const letter = letters[place] ?? ''
  const digit = likeDigits[letter]
  const meant = digit === undefined ? '应为数字' : `应为数字 ${digit}`
  return `第 ${place + 1} 位是${/[A-Z]/.test(letter) ? '字母' : ''} ${letter}，${meant}`
}

/**
 * What is wrong with the number of a document of this kind, as a sentence; null for nothing. The number has
 * passed the schema of the kind.
 * @param type code of dictionary idCardType
 */
export function documentFault(type: unknown, no: unknown): string | null {
  if (typeof type !== 'string' || typeof no !== 'string') return null
  if (type === '1') return faultOfCitizens(no)
  return hasHan.test(no) && !withHan.has(type) ? '这种证件的号码没有汉字，请核对证件类型和号码' : null
}

/** What a rule says of a record whose number is none of its kind of document. */
export const unlikeDocument = {
  message: '证件号与证件类型不符：居民身份证号是 18 位数字，末位可为 X；护照等证件的号码没有汉字',
  fields: ['idCardNo', 'idCardType'],
} as const

/**
 * A number as people and exports write it: apostrophes in front, blanks and hyphens between its digits, `.0`
 * behind. Hyphens stay in numbers of other documents, where they may belong to the number.
 */
export function tidyNumber(text: string): string {
  if (ofCitizen.test(text)) return text
  const plain = text
    .toUpperCase()
    .replace(/^[\s'‘’`＇]+/u, '')
    .replaceAll(/\s/gu, '')
  const digits = plain.replaceAll(/[-‐‑–—－]/g, '').replace(/^(\d{15}|\d{18})\.0+$/, '$1')
  return /^(\d{15}|[\dA-Z]{18})$/.test(digits) ? digits : plain
}

/** Provinces of GB/T 2260, 83 for residence permits of Taiwan, 9 for those of foreigners. */
const province = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|9\d)/

const citizens = (holds: (no: string) => boolean) => (no: string) => !ofCitizen.test(no) || holds(no)

const value = z
  .string({ error: '应为证件号' })
  .transform(tidyNumber)
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9\p{Script=Han}()（）/-]{5,20}$/u, '证件号为 5 至 20 位字母、数字或汉字')
      .refine((no) => !hasHan.test(no) || /\d{4}/.test(no), '证件号里应有 4 位以上的数字')
      .refine(
        citizens((no) => checkDigit(no.slice(0, 17)) === no[17]),
        '证件号的校验位不对，请核对每一位',
      )
      .refine(citizens(isBorn), '证件号里的出生日期不存在')
      .refine(
        citizens((no) => province.test(no)),
        '证件号的前 6 位不是区划代码，请核对',
      ),
  )

/**
 * Number of an identity document. Eighteen digits are checked by GB 11643 with the day of birth and the
 * province in them, other documents by length and letters; `documentFault` knows the kind of document.
 */
export const idCard: Kind<string> = {
  schema: () => value,
  toText: (v) => v,
  fromText: (t) => readAsIs(value, t),
  // Area, birth date, sex and check digit leave 500 numbers for a person whose county is known: one digit
  // less of them tells the rest (docs/decisions/0139). Numbers of other documents say nothing of their
  // holder.
  mask: (v) => (ofCitizen.test(v) ? '*'.repeat(v.length) : maskMiddle(v, 1, 2)),
  faultCode: 'E103',
  operators: ['equals'],
  good: [{ value: '449999199001011230' }, { value: 'H1234567' }, { value: '军字第1234567号' }],
  bad: [
    { value: '449999199001011235' },
    { value: '12' },
    { value: 4499991990 },
    { value: '44999919900230123X' },
    { value: '军字第号牌' },
  ],
}
