import type { CopiedTable } from '../../../catalogue/contract/account/personal-copy.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { CopySubject } from './subject.ts'

export type CopiedRow = CopiedTable['rows'][number]

/** A table of a copy: what it is made of, and how its rows read. */
export interface CopiedTableSource {
  readonly key: string
  readonly title: string
  /** Tables of the database whose rows about the person it tells. */
  readonly holds: readonly string[]
  /** Titles of the columns by their keys, in order. */
  readonly columns: Readonly<Record<string, string>>
  /** The statement of its rows; each has the keys of `columns`. */
  readonly rows: (subject: CopySubject) => Sql
  /** Codes in words, and what is not for others to read. */
  readonly say?: (row: CopiedRow, subject: CopySubject) => CopiedRow
}
