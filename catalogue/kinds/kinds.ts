import type { BareField } from '../field.ts'
import { area } from './area.ts'
import { bool } from './bool.ts'
import { date } from './date.ts'
import { dateTime } from './date-time.ts'
import { decimal } from './decimal.ts'
import { dict } from './dict.ts'
import { email } from './email.ts'
import { idCard } from './id-card.ts'
import { integer } from './integer.ts'
import type { Kind, QueryOperator, TextFault } from './kind.ts'
import { linesKind } from './lines.ts'
import { longText } from './long-text.ts'
import { month } from './month.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { curriculum, file, institution, record, teacher } from './refs.ts'
import { richText } from './rich-text.ts'
import { text } from './text.ts'
import { url } from './url.ts'
import { year } from './year.ts'

/**
 * Every field kind, pure half. Adding one means adding its server and client half too, or nothing compiles.
 */
export const kinds = {
  text,
  personName,
  longText,
  richText,
  integer,
  decimal,
  year,
  month,
  date,
  dateTime,
  bool,
  dict,
  area,
  phone,
  email,
  url,
  idCard,
  teacher,
  institution,
  record,
  curriculum,
  file,
  lines: linesKind({
    toText: (cell, value): string => textOf(cell, value),
    fromText: (cell, text): { value: unknown } | TextFault => readText(cell, text),
  }),
} as const

export type KindName = keyof typeof kinds

/**
 * The kind of a field, for values of any type. The caller passes values that the field's schema has accepted.
 */
export const kindOf = (field: { readonly kind: KindName }): Kind<unknown> => kinds[field.kind]

const ofSeveral: readonly QueryOperator[] = ['in', 'nin', 'null', 'notnull']

/**
 * What a custom query may ask of a field. Of a sealed one whether it is exactly this, and only where the
 * person's own number has a blind index; a part of it or an order would let somebody find it out by asking.
 */
export function askedOf(field: BareField): readonly QueryOperator[] {
  if (field.sealed) return field.ofPerson === undefined ? [] : ['eq']
  const { asked = [] } = kindOf(field)
  return field.multiple ? ofSeveral.filter((one) => asked.includes(one)) : asked
}

/** What a person is asked for when a field that must be filled is empty, e.g. 请选择所在地区. */
export function askFor(field: BareField): string {
  const { names, choices } = kindOf(field)
  if (names === 'file') return `请上传${field.label}`
  return `${names || choices ? '请选择' : '请填写'}${field.label}`
}

/** The spreadsheet text of a filled value; several values are apart by 、. */
export function textOf(field: BareField, value: unknown): string {
  const kind = kindOf(field)
  return field.multiple
    ? [value]
        .flat()
        .map((one) => kind.toText(one, field))
        .join('、')
    : kind.toText(value, field)
}

/** Reads what `textOf` writes; returns a sentence when it cannot. */
export function readText(field: BareField, text: string): { value: unknown } | TextFault {
  const kind = kindOf(field)
  if (!field.multiple) return kind.fromText(text, field)
  const values: unknown[] = []
  for (const part of text.split(/[、,，;；]/).filter((one) => one.trim() !== '')) {
    const read = kind.fromText(part.trim(), field)
    if ('fault' in read) return read
    values.push(read.value)
  }
  return { value: values }
}
