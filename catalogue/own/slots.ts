import { date, type AnyRecord } from '../define.ts'
import { slotNames } from './slot-names.ts'

/** The field of an own type whose day the owner is reminded of; the only one with a column. */
export const expiryKey = 'expiresOn'

/**
 * What the table of an own type holds, whatever the type: what migrations, places and rotation go by. Each has
 * the columns of its sisters and `expires_on`; every other field lies in `own`.
 */
export const blankType = (name: string): AnyRecord => ({
  name,
  title: '自有档案',
  archive: 'personal',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: { [expiryKey]: date('到期日', { expires: 'each' }) },
  pages: {
    list: { columns: [expiryKey], filters: [], order: expiryKey },
    form: [{ title: '基本情况', fields: [expiryKey] }],
    summary: [expiryKey],
  },
})

/** All tables of own types, by name. */
export const slots: Readonly<Record<string, AnyRecord>> = Object.fromEntries(
  slotNames.map((name) => [name, blankType(name)]),
)
