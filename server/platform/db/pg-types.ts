import { types } from 'pg'
import type { CustomTypesConfig } from 'pg'

type Parser = (text: string) => unknown

const TEXT_ARRAY: number = 1009
const parseTextArray = types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
const parseDate = types.getTypeParser(1184) as Parser

const asText: Parser = (text) => text

/** int8 as number; a value JavaScript cannot hold exactly is an error, never a rounded number. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 from the database exceeds 2^53')
  return value
}

/**
 * timestamptz as ISO 8601 in UTC with all six digits of the second: cut to milliseconds it would no longer
 * equal the stored value, and paging by time would skip or repeat rows. Always the same length, so it also
 * sorts as text.
 */
function isoInstant(text: string): string {
  const parsed = parseDate(text)
  if (!(parsed instanceof Date)) return text // 'infinity'
  const micros = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0').slice(0, 6)
  return `${parsed.toISOString().slice(0, 19)}.${micros}Z`
}

const each =
  (parser: Parser): Parser =>
  (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parser(item)))

const parsers: Readonly<Record<number, Parser>> = {
  20: safeInteger,
  1016: each(safeInteger),
  1082: asText, // date: 'YYYY-MM-DD', a calendar day has no time zone
  1182: each(asText),
  1114: asText, // timestamp without zone: we declare none; never let it become local time
  1115: each(asText),
  1184: isoInstant,
  1185: each(isoInstant),
  1700: asText, // numeric: exact decimal text
  1231: each(asText),
}

/** Handed to each client; the driver's global parsers stay as they are. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    const own = format === 'binary' ? undefined : parsers[oid]
    return own ?? types.getTypeParser(oid, format as 'text')
  },
}
