import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Field } from '../../../catalogue/define.ts'
import { kinds, type KindName } from '../../../catalogue/kinds/kinds.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { columnType, columnValue } from './kinds.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await openTestDatabase('columns')
})
afterAll(() => base.drop())

/** The catalogue's names of types: the words of the standard may not be quoted. */
const catalogued: Readonly<Record<string, string>> = { integer: 'int4', smallint: 'int2', boolean: 'bool' }

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const cases = (Object.keys(kinds) as KindName[]).flatMap((kind) =>
  kinds[kind].good.map(({ value, options }) => ({ kind, value, options: options ?? {} })),
)

// A value is read from its column by lists and records, from the row as JSON by a whole archive, and from the
// revision by history: three texts for one value would be three answers.
it.each(cases)(
  'a $kind reads the same from its column, from the row as JSON and from a revision: $value',
  async ({ kind, value, options }) => {
    const name = columnType({ kind, ...options } as Field).replace(/\(.*/, '')
    const type = sql.id(catalogued[name] ?? name)
    const given = kind === 'decimal' ? String(value) : value
    const read = await base.db.one<{ plain: unknown; row: unknown; revision: unknown }>(sql`
    with t as (select ${columnValue({ kind, ...options } as Field, given)}::${type} as c)
    select c as plain, to_jsonb(t) -> 'c' as row, ${sql.json({ c: value })} -> 'c' as revision from t`)
    expect(asText(read.plain)).toBe(asText(read.revision))
    // Amounts leave a row as text on a way of their own (rowAsJson): a JSON number has no trailing zeros.
    if (kind !== 'decimal') expect(asText(read.row)).toBe(asText(read.revision))
  },
)
