import type { Field } from '../../../catalogue/define.ts'
import { seesFull } from '../../../catalogue/access/sight.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Cell, SheetColumn } from '../../platform/workbook/write.ts'
import { institutionsInScope, scopeCondition } from '../access/index.ts'
import type { Actor, Queryable } from '../engine.ts'
import type { Values } from '../records/index.ts'
import type { ExportColumn, ColumnSight } from './list.ts'

const widthOf = (field: Field): number => Math.min(40, Math.max(10, [...field.label].length * 2 + 4))

function sheetKind(field: Field): SheetColumn['kind'] {
  if (field.multiple) return 'text'
  const { day, figure } = kindOf(field)
  return day ? 'date' : figure ? 'number' : 'text'
}

/**
 * How much the reader sees of a field on the screen, in rows of the own institution, or of which a
 * confirmation waits for the office.
 */
function seenOf(actor: Actor, field: Field, confirms: boolean): ColumnSight {
  if (!field.masked && !field.sealed) return 'open'
  const own = { institutionId: actor.institutionId }
  return seesFull(actor, field, own, confirms ? 'confirmer' : null) ? 'full' : 'masked'
}

/** The column of a field. */
export const fieldColumn = (actor: Actor, key: string, field: Field, confirms: boolean): ExportColumn => ({
  key,
  title: field.label,
  kind: sheetKind(field),
  width: widthOf(field),
  seen: seenOf(actor, field, confirms),
})

/** Names of what fields point to: records by id, teachers and institutions by number. */
export interface PointedNames {
  readonly records: Readonly<Record<string, string>>
  readonly teachers: ReadonlyMap<number, string>
  readonly institutions: ReadonlyMap<number, string>
}

const unseen = '（看不到）'

/**
 * A value as its cell shows it: a figure as a number, what a value points to by its name, all others as text.
 */
export function cellOf(field: Field, value: unknown, masked: boolean, named: PointedNames): Cell {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return null
  if (masked) return String(value)
  const { names, figure } = kindOf(field)
  if (names === 'teacher') return namesOf(value, named.teachers)
  if (names === 'institution') return namesOf(value, named.institutions)
  if (names === 'record') return named.records[String(value)] ?? unseen
  if (names === 'file') return '有'
  const text = textOf(field, value)
  return figure && !field.multiple && text.length <= 15 ? Number(text) : text
}

const namesOf = (value: unknown, known: ReadonlyMap<number, string>): string =>
  [value]
    .flat()
    .map((one) => known.get(Number(one)) ?? unseen)
    .join('、')

/** The numbers that fields of one kind hold in these rows. */
export function numbersIn(
  fields: readonly (readonly [string, Field])[],
  rows: readonly Values[],
  what: 'teacher' | 'institution',
): number[] {
  const keys = fields.flatMap(([key, field]) => (kindOf(field).names === what ? [key] : []))
  return rows.flatMap((row) => keys.flatMap((key) => [row[key] ?? []].flat().map(Number)))
}

type Named1 = { readonly id: number; readonly name: string }
const byId = (rows: readonly Named1[]) => new Map(rows.map(({ id, name }) => [id, name]))

/** The names of teachers in the actor's scope. */
export async function teachersNamed(db: Queryable, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  return byId(
    await db.query<Named1>(
      sql`select t.id, t.name from teacher t where t.id = any(${[...ids]}::int[]) and ${scopeCondition(actor, 't', 'id')}`,
    ),
  )
}

/** The names of institutions in the actor's scope. */
export async function institutionsNamed(db: Queryable, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  return byId(
    await db.query<Named1>(
      sql`select i.id, i.name from institution i where i.id = any(${[...ids]}::int[]) and ${institutionsInScope(actor, 'i')}`,
    ),
  )
}
