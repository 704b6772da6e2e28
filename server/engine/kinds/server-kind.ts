import type { Field } from '../../../catalogue/define.ts'
import type { KindName } from '../../../catalogue/kinds/kinds.ts'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Owner, Queryable } from '../engine.ts'
import { compared, type FilterTest } from './filter.ts'
import type { Surroundings } from './rich/shown.ts'

/** A file that a value holds, with what the field asks of it. */
export interface FileUse {
  readonly id: string
  /** Endings of the types allowed here; absent for every type that the portal takes. */
  readonly accept?: readonly string[] | undefined
  readonly maxSizeMB?: number | undefined
  /** Sentence when the file is not there or not the writer's. */
  readonly missing: string
  /** Sentence when the file has another type. */
  readonly wrongType: string
}

/** What `refusal` needs to judge a submitted value. */
export interface ValueJudgement {
  readonly db: Queryable
  readonly owner: Owner
  /** The typed table of a record type. */
  readonly tableOf: (type: string) => string
}

/**
 * The server half of a field kind: its column, its filter in SQL, its text forms, and the files, areas and
 * records that its values name. The table in kinds.ts is written `satisfies Record<KindName, ServerKind>`.
 */
export interface ServerKind {
  /** PostgreSQL type of a column that holds one value. */
  columnType(field: Field): string
  /** PostgreSQL type in which one value is a parameter: of a filter, and of a member of an array column. */
  readonly cast: string
  /** Whether a row as JSON carries the column as text. A JSON number would drop the zeros of an amount. */
  readonly textInJson?: true
  /** Whether the search words of a list are looked for in this field. */
  readonly searched?: true
  /** One value, or null, as a parameter of its column. */
  parameter(value: unknown): Sql
  /** Reads one value of a filter in a query string. */
  readFilter(text: string, field: Field): { value: unknown } | { fault: string }
  /** The condition of a filter on an expression of type `cast`, or an array of it. */
  filter(test: FilterTest, expression: Sql, field: Field): Sql
  /**
   * Whether an expression names one of these values or what lies below it, for kinds whose values form a
   * tree.
   */
  below?(expression: Sql, values: readonly unknown[]): Sql
  /** The text that a row is sorted by, from the value's text form. */
  sortText(text: string, sortForm: (text: string) => string): string
  /** The words of a published value for the search of the portal. */
  searchText(value: string): string
  /** The value as it is stored; null when nothing is left of it. */
  cleaned(value: unknown, hosts: readonly string[]): unknown
  /** The value as readers of the portal get it. */
  shown(value: unknown, field: Field, around: Surroundings): unknown
  /** The words for codes, sent to readers of the portal beside the codes; undefined for other values. */
  labels?(value: unknown, field: Field): string | undefined
  /** Every file that a value names, in order. */
  filesIn(value: unknown, field: Field): readonly FileUse[]
  /** Codes of the areas of a value. */
  areasIn(value: unknown): readonly string[]
  /** Ids of the records of a value; `field.ref` names their type. */
  recordsIn(value: unknown): readonly string[]
  /** Why the value names nothing that there is, asked of the database when it is saved; null when it does. */
  unknown?(value: unknown, field: Field, db: Queryable): Promise<string | null>
  /** Why the value may not take effect, asked of the database; null when it may. */
  refusal?(value: unknown, field: Field, judging: ValueJudgement): Promise<string | null>
}

/** The texts of a value that holds one or several. */
export const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

/** A kind whose values are stored unchanged in a column of one type. */
export function plainKind(name: KindName, columnType: string, cast = columnType): ServerKind {
  return {
    columnType: () => columnType,
    cast,
    parameter: (value) => sql`${value}`,
    readFilter: (text, field) => kinds[name].fromText(text, field),
    filter: (test, expression, field) => compared(test, expression, field, cast),
    sortText: (text) => text,
    searchText: (value) => value,
    cleaned: (value) => value,
    shown: (value) => value,
    filesIn: () => [],
    areasIn: () => [],
    recordsIn: () => [],
  }
}
