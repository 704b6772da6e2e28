import { sql, type Sql } from './sql.ts'

/**
 * One writing of a change, with the name it has as a part of a `with` statement. What stands on the coordinator of a spread
 * database says as the third what is written instead where the change goes to the node of its owner; null: nothing.
 */
export type Part = readonly [name: string, text: Sql, atOwner?: Sql | null]

/** The row that leads a change, as its further parts see it. */
export interface Led {
  /** `from moved`; empty where the row is known before them. */
  readonly from: Sql
  /** A column of the row; `type` is what PostgreSQL calls its type. */
  column(name: string, type: string): Sql
}

/** Further parts of a change, made for the row that leads it. */
export type Parts = (led: Led) => readonly Part[]

/** What is written only if its leading part writes a row, all of it or nothing. */
export interface Change {
  readonly name: string
  /** Whose rows alone it reads and writes; its parts that stand elsewhere say so. Undefined: those of several. */
  readonly owner?: number | undefined
  /** An insert or update that returns its row. */
  readonly lead: Sql
  readonly parts: Parts
}

/** Rows that a statement finds, written into a table. */
export interface Finding {
  /** The table with its columns, in the order of the statement's. */
  readonly into: Sql
  readonly rows: Sql
}

/** Rows in one insert by their values; more take several. */
const mostRows = 8

/** The inserts of rows that were found; a row that is there already stays. */
export function insertsOf({ into }: Finding, rows: readonly object[]): Sql[] {
  const one = (row: object) => sql`(${sql.join(Object.values(row))})`
  return Array.from({ length: Math.ceil(rows.length / mostRows) }, (_, at) => {
    const some = rows.slice(at * mostRows, (at + 1) * mostRows)
    return sql`insert into ${into} values ${sql.join(some.map(one))} on conflict do nothing`
  })
}

/** Parts as they stand in a `with` statement. */
export const asParts = (parts: readonly Part[]): Sql =>
  sql.join(parts.map(([name, text]) => sql`${sql.id(name)} as (${text})`))

/** The change as one statement. */
export function asOne({ name, lead, parts }: Change): Sql {
  return oneOf(name, [[name, lead], ...parts(ledBy(name))])
}

/** The change as the statement that the node of its owner runs. */
export function asOneAtOwner({ name, lead, parts }: Change): Sql {
  const there = parts(ledBy(name)).flatMap(([part, text, atOwner = text]): Part[] =>
    atOwner === null ? [] : [[part, atOwner]],
  )
  return oneOf(name, [[name, lead], ...there])
}

const ledBy = (name: string): Led => ({
  from: sql`from ${sql.id(name)}`,
  column: (column) => sql.id(column),
})

const oneOf = (name: string, parts: readonly Part[]): Sql =>
  sql`with ${asParts(parts)} select * from ${sql.id(name)}`

/**
 * What follows the leading row, as statements in their order: what one node does alone is put together, for it waits for
 * nobody; each of the others is one that Citus sends to its node without planning it.
 * @param isHere whether a statement asks tables alone that Citus does not know
 */
export function asSeveral(
  { parts }: Change,
  row: Readonly<Record<string, unknown>>,
  isHere: (text: Sql) => boolean,
): Sql[] {
  const led: Led = {
    from: sql.empty,
    column: (name, type) => sql`${row[name] ?? null}::${sql.raw(type)}`,
  }
  const here: Part[] = []
  const elsewhere: Sql[] = []
  for (const part of parts(led)) {
    if (isHere(part[1])) here.push(part)
    else elsewhere.push(part[1])
  }
  return here.length > 0 ? [...elsewhere, sql`with ${asParts(here)} select 1`] : elsewhere
}
