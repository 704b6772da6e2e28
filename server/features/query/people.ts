import type { FoundPerson } from '../../../catalogue/contract/analysis/query.ts'
import { contactType } from '../../../catalogue/contract/archive/roll.ts'
import type { Field } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import {
  carriedKeys,
  countedBy,
  fieldOfColumn,
  isContact,
  isFixed,
  type FixedColumn,
  type QueryColumn,
} from '../../../catalogue/query/columns.ts'
import { personType } from '../../../catalogue/query/fields.ts'
import { archiveAt } from '../../engine/history/index.ts'
import { serverKind } from '../../engine/kinds/index.ts'
import { effectiveOf, forReader, type Effective, type Values } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { declared, type QueryRequest } from './statement/asked.ts'

/** A person as the statement found them; `n…` are counts, `w…` what was worked out. */
export interface FoundRow {
  readonly id: number
  readonly status: string
  readonly institution_id: number | null
  readonly district_id: number | null
  readonly [carried: string]: unknown
}

type ShownValue = FoundPerson['values'][string]

/** A value as a list shows it: a figure as such, everything else in words. */
function inWords(field: Field, value: unknown): ShownValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || kindOf(field).figure) return Number(value)
  return serverKind(field).labels?.(value, field) ?? textOf(field, value)
}

/**
 * Records of these people, of the types that columns are read from, as they were in force on the day of the
 * query.
 */
async function recordsOf(
  { engine, actor, day, isPast }: QueryRequest,
  ids: readonly number[],
  types: readonly string[],
): Promise<Effective[]> {
  const definitions = types.map((type) => declared(engine, type))
  if (!isPast) return effectiveOf(engine, actor, definitions, ids)
  const found: Effective[] = []
  for (const id of ids) {
    const own = await archiveAt(engine, Object.values(engine.records), id, day)
    found.push(...own.filter(({ type }) => types.includes(type)))
  }
  return found
}

async function peopleBehind({ engine }: QueryRequest, rows: readonly FoundRow[]) {
  const ids = rows.map(({ id }) => id)
  const places = [...new Set(rows.flatMap((row) => [row.institution_id, row.district_id]))]
  const [people, institutions] = await Promise.all([
    engine.db.query<{ id: number; name: string }>(
      sql`select id, name from teacher where id = any(${ids}::int[])`,
    ),
    engine.db.query<{ id: number; name: string }>(
      sql`select id, name from institution where id = any(${places.filter((id) => id !== null)}::int[])`,
    ),
  ])
  return {
    names: new Map(people.map(({ id, name }) => [id, name])),
    institutions: new Map(institutions.map(({ id, name }) => [id, name])),
  }
}

/** Source of a column of one person. */
interface Beside {
  readonly row: FoundRow
  readonly values: Values
  /** Contact record of the person. */
  readonly contact: Values
  readonly names: ReadonlyMap<number, string>
  readonly institutions: ReadonlyMap<number, string>
}
type ValueReader = (of: Beside) => ShownValue

const fixed = {
  name: ({ row, names }) => names.get(row.id) ?? '',
  school: ({ row, institutions }) => institutions.get(row.institution_id ?? 0) ?? '',
  district: ({ row, institutions }) => institutions.get(row.district_id ?? 0)?.replace(/教育局$/, '') ?? null,
  status: ({ row }) => labelOf('employmentStatus', row.status),
} as const satisfies Record<FixedColumn, ValueReader>

/**
 * How the cells of a column are read: what the statement carried, or a field of the record as the reader sees
 * it.
 */
function readerOf({ sections }: QueryRequest, columns: readonly QueryColumn[], key: string): ValueReader {
  if (isFixed(key)) return fixed[key]
  if (isContact(key)) return ({ contact }) => (typeof contact[key] === 'string' ? contact[key] : null)
  const counted = countedBy(key)
  if (counted !== null) return ({ row }) => Number(row[`n${counted}`] ?? 0)
  const field = fieldOfColumn(sections, key)
  if (!field) return () => null
  const at = carriedKeys(columns.map((column) => column.key)).indexOf(key)
  if (at >= 0) return ({ row }) => inWords(field, row[`w${at}`])
  if (field.sealed || field.masked)
    return ({ values }) => (typeof values[key] === 'string' ? values[key] : null)
  return ({ values }) => inWords(field, values[key])
}

/** Whether a value comes as the reader sees it on the screen, or masked whoever reads. */
interface ValueDisplay {
  readonly masksAll?: boolean
  /** Keys of columns that come in full because a second person agreed. */
  readonly opened?: readonly string[]
}

/**
 * The found people with the values of the columns, as the reader may see them; notes that the reader saw
 * them.
 */
export async function shownPeople(
  asked: QueryRequest,
  rows: readonly FoundRow[],
  columns: readonly QueryColumn[],
  { masksAll = false, opened = [] }: ValueDisplay = {},
): Promise<FoundPerson[]> {
  if (rows.length === 0) return []
  const { engine, actor } = asked
  const ids = rows.map(({ id }) => id)
  const types = columns.some(({ key }) => isContact(key)) ? [personType, contactType] : [personType]
  const [records, { names, institutions }] = await Promise.all([
    recordsOf(asked, ids, types),
    peopleBehind(asked, rows),
    engine.readings.note(actor, { kind: 'roster' }, ids),
  ])
  const recordBy = new Map(records.map((record) => [`${record.type}/${record.ownerId}`, record]))
  const readers = columns.map(({ key }) => ({ key, read: readerOf(asked, columns, key) }))
  const around = { names, institutions }
  return rows.map((row) => {
    const valuesOf = (type: string): Values => {
      const record = recordBy.get(`${type}/${row.id}`)
      if (!record) return {}
      return forReader(engine.keys, declared(engine, type), actor, {
        recordId: record.id,
        institutionId: row.institution_id,
        stored: record.stored,
        opened,
        ...(masksAll && { masksAll: true as const }),
      })
    }
    const values = valuesOf(personType)
    const contact = valuesOf(contactType)
    return {
      id: row.id,
      institutionId: row.institution_id,
      values: Object.fromEntries(
        readers.map(({ key, read }) => [key, read({ row, values, contact, ...around })]),
      ),
    }
  })
}
