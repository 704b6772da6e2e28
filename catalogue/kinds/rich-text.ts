import { escapedText } from '../markup/letters.ts'
import { z } from 'zod'
import type { BareField } from '../field.ts'
import { codePoints, isStorable, once, readAsIs, type Kind } from './kind.ts'

/** Elements that a rich text may have. The cleaning on the server and the editor allow only these. */
export const richElements = [
  'p',
  'h2',
  'h3',
  'h4',
  'strong',
  'em',
  'u',
  's',
  'sub',
  'sup',
  'blockquote',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'img',
  'figcaption',
  'a',
  'br',
  'hr',
  'code',
  'pre',
] as const

/** Classes that a rich text may have. */
export const richClasses = ['align-center', 'align-right', 'align-justify', 'indent'] as const

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#39': "'",
}

/**
 * Whether a value is HTML. Values stored before the field was rich, and those of callers that send plain
 * text, do not begin with an element.
 */
export const isMarkup = (value: string): boolean => /^\s*<[a-z!/]/i.test(value)

/** The words of a rich text without markup, one line a block; a formula as its visible text. */
export function wordsOfRich(value: string): string {
  if (!isMarkup(value)) return value
  return value
    .replace(/<math\b[\s\S]*?<\/math>/g, '')
    .replace(/<\/(?:p|h[2-4]|li|tr|figcaption|pre|blockquote)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/**
 * A plain text as markup: an empty line ends a paragraph, a line end within stays. Markup stays what it is.
 */
export function asMarkup(value: string): string {
  if (isMarkup(value)) return value
  const parts = value.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  return parts.map((part) => `<p>${escapedText(part).replaceAll('\n', '<br>')}</p>`).join('')
}

const schema = (field: BareField) => richSchema(field.maxLength ?? 20_000)

/** A rich text of at most so many letters, as it is sent and answered. */
export const richSchema = (most: number) =>
  z
    .string({ error: '应为文字' })
    .overwrite((v) => v.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .refine((v) => v.length <= most * 8 + 20_000, '格式过多，请清除一部分格式后再保存')
    .refine((v) => codePoints(wordsOfRich(v)) <= most, `不超过 ${most} 个字`)
    .refine((v) => isStorable(v), '含有不能保存的控制字符')

const schemaOf = once(schema)

/**
 * Text with headings, lists, tables, pictures and links, as HTML of `richElements`. `maxLength` counts its
 * words. The schema judges length alone: whoever stores such a value cleans it
 * (server/engine/kinds/rich), and again before showing it.
 */
export const richText: Kind<string> = {
  schema,
  toText: (value) => value,
  fromText: (value, field) => readAsIs(schemaOf(field), value),
  mask: () => '***',
  markup: true,
  block: true,
  operators: ['contains'],
  good: [
    { value: '<p class="indent">各校：</p><ul><li>一</li></ul>' },
    { value: '没有格式的\n\n文字' },
    { value: `<p>${'字'.repeat(20_000)}</p>` },
  ],
  bad: [
    { value: 3 },
    { value: `<p>${'字'.repeat(20_001)}</p>` },
    { value: '\u0001' },
    { value: '<b></b>'.repeat(40_000) },
  ],
}
