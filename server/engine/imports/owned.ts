import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ImportColumn, ImportDefinition, ImportPart } from '../../../catalogue/imports/define.ts'
import { shownValue, valuesOfPart } from '../../../catalogue/imports/read-row.ts'
import { type RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import { withoutHidden } from '../../../catalogue/rules/judge.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Owner } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import { fromRow, fromStored, type Values } from '../records/index.ts'
import type { Change } from './importing.ts'

/** A record in force of one owner. */
export interface HeldRecord {
  readonly id: string
  readonly values: Values
  /** Whether a change of the record is under review. */
  readonly pending: boolean
}

/** Records in force of owners, by type and owner. */
export type HeldBy = ReadonlyMap<string, ReadonlyMap<number, readonly HeldRecord[]>>

/** Reads what some owners have of the types that rows write, a statement for each type. */
export async function heldBy(
  { records, keys }: Pick<Engine, 'records' | 'keys'>,
  db: Queryable,
  types: readonly string[],
  ownerIds: readonly number[],
): Promise<HeldBy> {
  const found = new Map<string, ReadonlyMap<number, readonly HeldRecord[]>>()
  for (const type of types) {
    const definition = records[type]
    if (!definition || ownerIds.length === 0) continue
    const { table, typed } = prepared(definition)
    const rows = await db.query<
      Readonly<Record<string, unknown>> & { owner_id: number; id: string; waits: boolean }
    >(sql`
      select r.owner_id, r.id, ${sql.join([...typed.map(({ column }) => column), 'own'].map((column) => sql.id('r', column)))},
        exists (select 1 from revision v
          where v.owner_id = r.owner_id and v.record_id = r.id and v.replaced_at is null
            and v.state in ('draft', 'inReview', 'returned')) as waits
      from ${sql.id(table)} r
      where r.owner_id = any(${[...ownerIds]}::int[]) and r.voided_at is null`)
    const held = rows.map((row) => {
      const values = fromStored(keys, definition, row.id, fromRow(definition, row))
      return { ownerId: row.owner_id, id: row.id, values, pending: row.waits }
    })
    found.set(
      type,
      Map.groupBy(held, ({ ownerId }) => ownerId),
    )
  }
  return found
}

const text = (value: unknown): string => JSON.stringify(value ?? null)

/** The record of an owner that a row speaks of: the one most like it among those that its keys find. */
function findHeld(part: ImportPart, held: readonly HeldRecord[], values: Row): HeldRecord | undefined {
  const lasting = held.filter(
    (one) => part.lasting === undefined || (one.values[part.lasting] ?? null) === null,
  )
  const matching = lasting.filter(({ values: theirs }) =>
    part.match.every((key) => (theirs[key] ?? null) === null || text(theirs[key]) === text(values[key])),
  )
  const alike = ({ values: theirs }: HeldRecord) =>
    Object.keys(values).filter((key) => text(theirs[key]) === text(values[key])).length
  return matching.toSorted((a, b) => alike(b) - alike(a))[0]
}

/** What one part of a row does to the records of its owner. */
export interface PartWrite {
  readonly type: string
  /** Null for a new record. */
  readonly id: string | null
  readonly values: Values
  readonly pending: boolean
  readonly changes: readonly Change[]
}

/** What the filled cells of a part say; an empty cell leaves what is there. */
function said(definition: AnyRecord, part: ImportPart, row: Row, institution: string): Values {
  const values = withoutHidden(definition, valuesOfPart(part, row, { institution }))
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
}

/** The writes of a row for an owner; none where everything is there already. */
export function writesOf(
  engine: Pick<Engine, 'records'>,
  definition: ImportDefinition,
  { row, owner, held }: { readonly row: Row; readonly owner: Owner; readonly held: HeldBy },
): PartWrite[] {
  return definition.parts.flatMap((part): PartWrite[] => {
    const record = engine.records[part.type]
    if (!record || part.when?.(row) === false) return []
    const values = said(record, part, row, owner.institution)
    const columnOf = (field: string) => definition.columns.find(({ key }) => key === part.fields[field])
    const there = held.get(part.type)?.get(owner.id) ?? []
    const found = findHeld(part, there, values)
    if (!found) {
      const changes = Object.entries(values).flatMap(([key, value]) => change(columnOf(key), null, value))
      return [{ type: part.type, id: null, values, pending: false, changes }]
    }
    // Only what a column says counts as a change: a unit that was renamed since is none.
    const different = Object.entries(values).filter(
      ([key, value]) => part.fields[key] !== undefined && text(found.values[key]) !== text(value),
    )
    if (different.length === 0) return []
    const changes = different.flatMap(([key, value]) => change(columnOf(key), found.values[key], value))
    return [
      {
        type: part.type,
        id: found.id,
        values: Object.fromEntries(different),
        pending: found.pending,
        changes,
      },
    ]
  })
}

const change = (column: ImportColumn | undefined, before: unknown, after: unknown): Change[] =>
  column === undefined
    ? []
    : [{ column: column.key, before: shownValue(column, before), after: shownValue(column, after) }]

/** Refuses a row whose record has a change under review. */
export const faultOfPending = (title: string): RowFault => ({
  column: '',
  level: 'error',
  code: 'E202',
  message: `${title}有没办完的修改，办完后再导入`,
})
