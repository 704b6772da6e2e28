import { plainKind, type ServerKind } from './server-kind.ts'

export const integerKind = plainKind('integer', 'integer', 'int')

export const yearKind = plainKind('year', 'smallint', 'int')

/** An exact amount. */
export const decimalKind: ServerKind = {
  ...plainKind('decimal', 'numeric'),
  columnType: (field) => `numeric(14, ${field.precision ?? 2})`,
  textInJson: true,
}
