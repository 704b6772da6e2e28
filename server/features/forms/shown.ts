import type { Actor } from '../../../catalogue/access/access.ts'
import { areaPath } from '../../../catalogue/areas/areas.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import { isVisible } from '../../../catalogue/rules/judge.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { forReader, fromStored, type Effective, type Values } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** A record as it is printed: what each field says, in the words of the form. */
export interface ShownRow {
  readonly id: string
  readonly text: Readonly<Record<string, string>>
  /** The values themselves, for conditions, orders and digests; they are never printed as they are. */
  readonly plain: Values
  readonly attachments: readonly string[]
}

export interface ReaderView {
  readonly engine: Engine
  readonly owner: Pick<Owner, 'institutionId'>
  /** The reader, who decides what is masked; null for all in full. */
  readonly reader: Actor | null
}

/** Names of institutions, teachers, records and files that values point to, by their number or id. */
export type ValueNames = ReadonlyMap<string, string>

/** A row in the words of the form. */
export function shownRow(
  { engine, owner, reader }: ReaderView,
  definition: AnyRecord,
  row: Effective,
  named: ValueNames,
): ShownRow {
  const plain = fromStored(engine.keys, definition, row.id, row.stored)
  const place = { recordId: row.id, institutionId: owner.institutionId, stored: row.stored }
  const seen = reader === null ? plain : forReader(engine.keys, definition, reader, place)
  const text = Object.fromEntries(
    Object.entries(definition.fields).map(([key, field]) => {
      const isMasked = JSON.stringify(seen[key] ?? null) !== JSON.stringify(plain[key] ?? null)
      return [key, isMasked ? starred(seen[key]) : wordsOf(field, plain, key, named)]
    }),
  )
  return { id: row.id, text, plain, attachments: row.attachments }
}

/** A masked value; its asterisks full, as on every form. */
const starred = (value: unknown): string => String(value ?? '').replaceAll('*', '＊')

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Text of a field: empty for no value, a dash where the field does not apply. */
function wordsOf(field: Field, row: Values, key: string, named: ValueNames): string {
  const value = row[key]
  if (isEmpty(value)) return isVisible(field, row) ? '' : '—'
  const { names, markup } = kindOf(field)
  if (names === 'area')
    return [value]
      .flat()
      .map((code) => areaPath(String(code)).join(''))
      .join('、')
  if (names !== undefined)
    return [value]
      .flat()
      .map((id) => named.get(String(id)) ?? '')
      .filter(Boolean)
      .join('、')
  const text = textOf(field, value)
  return markup
    ? text
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : text
}

/** Finds the names of what these rows point to, in one statement. */
export async function namesIn(
  { engine }: Pick<ReaderView, 'engine'>,
  rows: readonly { readonly definition: AnyRecord; readonly row: Effective }[],
): Promise<ValueNames> {
  const ids = { institution: new Set<number>(), teacher: new Set<number>(), file: new Set<string>() }
  for (const { definition, row } of rows) {
    for (const id of row.attachments) ids.file.add(id)
    for (const [key, field] of Object.entries(definition.fields)) {
      const { names } = kindOf(field)
      for (const value of [row.stored[key]].flat().filter((one) => !isEmpty(one))) {
        if (names === 'file') ids.file.add(String(value))
        else if (names === 'institution' || names === 'teacher') ids[names].add(Number(value))
      }
    }
  }
  if (ids.institution.size + ids.teacher.size + ids.file.size === 0) return new Map()
  const found = await engine.db.query<{ id: string; name: string }>(sql`
    select id::text, name from institution where id = any(${[...ids.institution]}::int[])
    union all
    select id::text, name from teacher where id = any(${[...ids.teacher]}::int[])
    union all
    select id::text, name from file where id = any(${[...ids.file]}::uuid[])`)
  return new Map(found.map(({ id, name }) => [id, name]))
}
