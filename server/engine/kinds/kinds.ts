import type { Field, FieldMap } from '../../../catalogue/define.ts'
import { kindOf, type KindName } from '../../../catalogue/kinds/kinds.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { areaKind, dictKind } from './code-kinds.ts'
import { linesKind } from './lines-kind.ts'
import { decimalKind, integerKind, yearKind } from './number-kinds.ts'
import { curriculumKind, fileKind, institutionKind, recordKind, teacherKind } from './reference-kinds.ts'
import { shownRich, type Surroundings } from './rich/shown.ts'
import { plainKind, type ServerKind } from './server-kind.ts'
import { personNameKind, richTextKind, textKind } from './text-kinds.ts'

/** Every kind's server half. A kind without one does not compile. */
const serverKinds = {
  text: textKind,
  personName: personNameKind,
  longText: plainKind('longText', 'text'),
  richText: richTextKind,
  integer: integerKind,
  decimal: decimalKind,
  year: yearKind,
  month: plainKind('month', 'text'),
  date: plainKind('date', 'date'),
  // A minute is stored as text. PostgreSQL writes a timestamp with seconds, and differently again as JSON.
  dateTime: plainKind('dateTime', 'text'),
  bool: plainKind('bool', 'boolean'),
  dict: dictKind,
  area: areaKind,
  phone: plainKind('phone', 'text'),
  email: plainKind('email', 'text'),
  url: plainKind('url', 'text'),
  idCard: plainKind('idCard', 'text'),
  teacher: teacherKind,
  institution: institutionKind,
  record: recordKind,
  curriculum: curriculumKind,
  file: fileKind,
  lines: linesKind((field): ServerKind => serverKind(field)),
} satisfies Record<KindName, ServerKind>

/** The server half of a field's kind. */
export const serverKind = (field: Field): ServerKind => serverKinds[field.kind]

/** The PostgreSQL type of a field's column. A sealed field holds the codec's text whatever its kind. */
export function columnType(field: Field): string {
  const one = field.sealed ? 'text' : serverKind(field).columnType(field)
  return field.multiple ? `${one}[]` : one
}

/** The PostgreSQL type in which a field's value is a parameter. */
export function castOf(field: Field): string {
  const { cast } = serverKind(field)
  return field.multiple ? `${cast}[]` : cast
}

/**
 * A value as a parameter of its column. The driver sends arrays without a type, so the cast is written out.
 */
export function columnValue(field: Field, value: unknown): Sql {
  if (field.sealed) return sql`${value ?? null}`
  if (field.multiple) return sql`${value ?? null}::${sql.raw(castOf(field))}`
  return serverKind(field).parameter(value ?? null)
}

/** The HTML that readers get for the values of a record, by field. */
export function shownMarkup(
  fields: FieldMap,
  value: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Record<string, string> {
  const marked = Object.entries(fields).filter(([, field]) => kindOf(field).markup)
  return Object.fromEntries(
    marked.flatMap(([key]) => (typeof value[key] === 'string' ? [[key, shownRich(value[key], around)]] : [])),
  )
}
