import type { Field } from '../../../catalogue/define.ts'
import type { KindName } from '../../../catalogue/kinds/kinds.ts'

/** The server half of a field kind: how a value stands in a typed column. */
export interface ColumnKind {
  /** PostgreSQL type of one value. */
  readonly type: (field: Field) => string
}

const plain = (type: string): ColumnKind => ({ type: () => type })

/**
 * Every kind's column. Dates travel as strings, amounts as exact numerics, references as the ids they are.
 */
export const columnKinds = {
  text: plain('text'),
  longText: plain('text'),
  richText: plain('text'),
  integer: plain('integer'),
  decimal: { type: (field) => `numeric(14, ${field.precision ?? 2})` },
  year: plain('smallint'),
  month: plain('text'),
  date: plain('date'),
  // A minute, as text: PostgreSQL would write a timestamp back with seconds, in one way alone and in another
  // as JSON.
  dateTime: plain('text'),
  bool: plain('boolean'),
  dict: plain('text'),
  area: plain('text'),
  phone: plain('text'),
  email: plain('text'),
  url: plain('text'),
  idCard: plain('text'),
  teacher: plain('integer'),
  institution: plain('integer'),
  record: plain('uuid'),
  file: plain('uuid'),
} satisfies Record<KindName, ColumnKind>

/** The PostgreSQL type of a field's column. A sealed field holds the codec's text whatever its kind. */
export function columnType(field: Field): string {
  const one = field.sealed ? 'text' : columnKinds[field.kind].type(field)
  return field.multiple ? `${one}[]` : one
}
