import { sql, type Sql } from './sql.ts'

/**
 * One writing of a change, with the name it has as a part of a `with` statement. Where tables are spread,
 * parts on the coordinator alone (outbox, audit) stay one statement, and each of the others goes to the node
 * of its owner.
 */
export type Part = readonly [name: string, text: Sql, at?: 'coordinator']

/** The row that leads a change, as its further parts see it. */
export interface LeadingRow {
  /** `from moved`; empty where the row is known before them. */
  readonly from: Sql
  /** A column of the row; `type` is what PostgreSQL calls its type. */
  column(name: string, type: string): Sql
}

/** Further parts of a change, made for the row that leads it. */
export type Parts = (led: LeadingRow) => readonly Part[]

/** A group of writes: the others happen only if the leading statement writes a row. */
export interface Change {
  readonly name: string
  /** An insert or update that returns its row. */
  readonly lead: Sql
  readonly parts: Parts
}

/** Parts as they stand in a `with` statement. */
export const asParts = (parts: readonly Part[]): Sql =>
  sql.join(parts.map(([name, text]) => sql`${sql.id(name)} as (${text})`))

/** The change as one statement. */
export function asOne({ name, lead, parts }: Change): Sql {
  const led: LeadingRow = { from: sql`from ${sql.id(name)}`, column: (column) => sql.id(column) }
  return sql`with ${asParts([[name, lead], ...parts(led)])} select * from ${sql.id(name)}`
}

/**
 * What follows the leading row where tables are spread, because Citus takes no statement that writes several
 * tables: each part as a statement of its own, and what the coordinator alone has as one.
 */
export function asSeveral({ parts }: Change, row: Readonly<Record<string, unknown>>): Sql[] {
  const led: LeadingRow = {
    from: sql.empty,
    column: (name, type) => sql`${row[name] ?? null}::${sql.raw(type)}`,
  }
  const all = parts(led)
  const elsewhere = all.flatMap(([, text, at]) => (at === undefined ? [text] : []))
  const here = all.filter(([, , at]) => at === 'coordinator')
  return here.length > 0 ? [...elsewhere, sql`with ${asParts(here)} select 1`] : elsewhere
}
