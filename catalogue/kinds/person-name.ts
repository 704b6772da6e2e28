import { z } from 'zod'
import type { BareField } from '../field.ts'
import { codePoints, isStorable, maskMiddle, once, readAsIs, type Kind } from './kind.ts'

/**
 * Letters of the longest name: identity cards and JY/T 1001 have longer ones than the thirty of old forms.
 */
export const longestName = 100

/** The separator of names, GB/T 15834 and identity cards: U+00B7. */
const dot = '·'
/** What keyboards, Word and old systems write for it; U+0387 and full-width letters are gone before. */
const dots = /(?:\s?[·•‣․‧∙⋅●◦⦁⸱・･﹒᛫])+\s?/gu
/** The full stop in its place: only between Chinese letters, for `J. R. Smith` keeps his. */
const stopBetweenHan = /(?<=\p{Script=Han})\s?\.\s?(?=\p{Script=Han})/gu
const apostrophes = /[’‘ʼʹ′´`＇‛]/gu
const hyphens = /[‐‑‒–—―−﹣－]/gu
const fullWidthLetters = /[Ａ-Ｚａ-ｚ．]/gu
/** Radicals look like letters and are others: what is copied out of a PDF has them. */
const radicals = /[\u2e80-\u2fd5]/gu
/** Not shown: zero-width and bidi letters, soft hyphens, and selectors of a letter's shape. */
const unseen = /[\p{Cf}\p{Variation_Selector}]|\u034f/gu
const spacesBetweenHan = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu
/** Most names have nothing to clean: Chinese letters alone, of the first plane's unified block. */
const plain = /^[\u4e00-\u9fff]+$/

/**
 * A person's name in its one form: NFC, U+00B7 as separator, ' as apostrophe, no white space between Chinese
 * letters (rosters pad names of two letters for the eye), single spaces between Latin words. What is cleaned
 * stays as it is.
 */
export function cleanName(text: string): string {
  if (plain.test(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(unseen, '')
    .replaceAll(/[\s\u3000]+/gu, ' ')
    .replaceAll(fullWidthLetters, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 0xfee0))
    .replaceAll(radicals, (letter) => letter.normalize('NFKC'))
    .replaceAll(apostrophes, "'")
    .replaceAll(hyphens, '-')
    .replaceAll(dots, dot)
    .replaceAll(stopBetweenHan, dot)
    .replaceAll(spacesBetweenHan, '')
    .trim()
}

/**
 * Schema of a person's name wherever one is typed: cleaned, at most a hundred letters.
 * @param label names the field in the sentence for a missing one
 */
export function personNameOf(label = '姓名', most = longestName) {
  return z
    .string({ error: `请填写${label}` })
    .transform(cleanName)
    .pipe(
      z
        .string()
        .min(1, `请填写${label}`)
        .refine((name) => codePoints(name) <= most, `${label}不超过 ${most} 个字`)
        .refine(isStorable, '含有不能保存的控制字符'),
    )
}

function schema(field: BareField) {
  const { pattern, patternSays = '格式不对' } = field
  return personNameOf(field.label, field.maxLength ?? longestName).refine(
    (name) => pattern === undefined || pattern.test(name),
    patternSays,
  )
}

const schemaOf = once(schema)

/** The name of a person. Latin and Chinese names alike; `pattern` for those that an identity document has. */
export const personName: Kind<string> = {
  schema,
  toText: (value) => value,
  fromText: (value, field) => readAsIs(schemaOf(field), value),
  mask: (value) => maskMiddle(value, 2, 2),
  operators: ['contains', 'equals'],
  asked: ['eq', 'like'],
  good: [
    { value: '阿依努尔·买买提' },
    { value: '𠮷田' },
    { value: "O'Brien Kate" },
    { value: '龘'.repeat(longestName) },
  ],
  bad: [{ value: 12 }, { value: '龘'.repeat(longestName + 1) }, { value: '一\u0000二' }, { value: ['x'] }],
}

/** Letters of names that identity documents have. */
export const namePattern = /^[\p{Script=Han}\p{Script=Latin}·.' -]+$/u
export const namePatternSays = '姓名只能有汉字、字母和间隔号'
