import type { CopiedTable } from '../../../catalogue/contract/account/personal-copy.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { accountTables } from './account-tables.ts'
import { activityTables } from './activity-tables.ts'
import { learningTables } from './learning-tables.ts'
import type { CopySubject } from './subject.ts'
import type { CopiedRow, CopiedTableSource } from './table-source.ts'

/** Every table of a copy but the account and the readings, which are worked out. */
export const tableSources: readonly CopiedTableSource[] = [
  ...accountTables,
  ...activityTables,
  ...learningTables,
]

/** A table as it is written into a copy. */
export const tableOf = (
  { key, title, columns }: Pick<CopiedTableSource, 'key' | 'title' | 'columns'>,
  rows: readonly CopiedRow[],
): CopiedTable => ({
  key,
  title,
  columns: Object.entries(columns).map(([column, head]) => ({ key: column, title: head })),
  rows: rows.map((row) =>
    Object.fromEntries(Object.keys(columns).map((column) => [column, row[column] ?? null])),
  ),
})

/** The tables of a person, one statement each, one after another. */
export async function tablesOf(db: Queryable, subject: CopySubject): Promise<CopiedTable[]> {
  const tables: CopiedTable[] = []
  for (const source of tableSources) {
    const rows = await db.query<CopiedRow>(source.rows(subject))
    const { say } = source
    tables.push(tableOf(source, say ? rows.map((row) => say(row, subject)) : rows))
  }
  return tables
}
