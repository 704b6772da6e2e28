import { areaName, isAreaCode } from '../../../catalogue/areas/areas.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { sql } from '../../platform/db/sql.ts'
import { plainKind, textsIn, type ServerKind } from './server-kind.ts'

/** A code of a dictionary. A filter names codes, not labels. */
export const dictKind: ServerKind = {
  ...plainKind('dict', 'text'),
  readFilter: (text) => ({ value: text }),
  labels: (value, { dict }) => {
    const codes = textsIn(value)
    return dict && codes.length > 0 ? codes.map((code) => labelOf(dict, code)).join('、') : undefined
  },
}

/** The digits that every division below a division begins with. */
const stem = (code: unknown): string => String(code).replace(/^(\d{2}(?:\d{2})?)(?:00){1,2}$/, '$1')

/** The code of an administrative division. */
export const areaKind: ServerKind = {
  ...plainKind('area', 'text'),
  labels: (value) => {
    const codes = textsIn(value)
    return codes.length > 0 ? codes.map(areaName).join('、') : undefined
  },
  below: (expression, values) => sql`${expression} like any(${values.map((v) => `${stem(v)}%`)}::text[])`,
  areasIn: textsIn,
  refusal: async (value) => ([value].flat().map(String).every(isAreaCode) ? null : '没有该行政区划'),
}
