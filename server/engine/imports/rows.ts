import type { ImportFault, ImportRow, RowsQuery } from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import type { RowFault } from '../../../catalogue/imports/read-row.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CellFault } from '../../platform/workbook/index.ts'
import type { Head, ImportEngine } from './importing.ts'
import { openContent, type Content } from './staged.ts'

export const headOf = (definition: ImportDefinition | undefined, key: string): string =>
  definition?.columns.find((column) => column.key === key)?.head ?? ''

/** A text of a cell as it is shown: numbers of people masked unless the cell itself is at fault. */
function cellText(
  definition: ImportDefinition | undefined,
  key: string,
  text: string,
  full: boolean,
): string {
  const field = definition?.columns.find((column) => column.key === key)?.field
  if (!field || full || !(field.masked || field.sealed || field.ofPerson)) return text
  return kindOf(field).mask(text)
}

/**
 * Where a fault stands in the file, from 0: in its column, or, where the file has no such column or the whole
 * row is meant, in the one that names the row.
 */
export function placeOfFault(
  definition: ImportDefinition | undefined,
  head: Head | null,
  { column }: RowFault,
): number | null {
  const named = definition?.by.flatMap((key) => head?.columns[key] ?? [])[0]
  return head?.columns[column] ?? named ?? null
}

/** The sentence of a fault, which says so where the file lacks the column. */
const sentenceOf = (definition: ImportDefinition | undefined, head: Head | null, fault: RowFault): string => {
  const name = headOf(definition, fault.column)
  const isLacking = head !== null && name !== '' && head.columns[fault.column] === undefined
  return isLacking ? `${fault.message}（表里没有“${name}”这一列）` : fault.message
}

/** A fault as the page of its task shows it. */
export function faultShown(
  definition: ImportDefinition | undefined,
  head: Head | null,
  { cells }: Pick<Content, 'cells'>,
  fault: RowFault,
): ImportFault {
  const written = cells[fault.column]?.text ?? ''
  return {
    column: placeOfFault(definition, head, fault),
    field: fault.column,
    header: headOf(definition, fault.column),
    value: cellText(definition, fault.column, written, false),
    level: fault.level,
    code: fault.code,
    message: sentenceOf(definition, head, fault),
    suggestions: [...(fault.suggestions ?? [])],
  }
}

/** A kept row as its page shows it. */
export function rowShown(
  definition: ImportDefinition | undefined,
  head: Head | null,
  row: Pick<ImportRow, 'row' | 'outcome' | 'written' | 'reason'>,
  content: Content,
): ImportRow {
  const atFault = new Set(content.faults.flatMap(({ level, column }) => (level === 'error' ? [column] : [])))
  return {
    ...row,
    cells: Object.fromEntries(
      Object.entries(content.cells).map(([key, { text }]) => [
        key,
        cellText(definition, key, text, atFault.has(key)),
      ]),
    ),
    faults: content.faults.map((fault) => faultShown(definition, head, content, fault)),
    repairs: content.repairs.map(({ column, from, to }) => ({
      field: column,
      header: headOf(definition, column),
      from: cellText(definition, column, from, false),
      to: cellText(definition, column, to, false),
    })),
    changes: content.changes.map(({ column, before, after }) => ({
      field: column,
      header: headOf(definition, column),
      before,
      after,
    })),
  }
}

const rowConditions = (id: number, query: RowsQuery): Sql => {
  const mark = query.code || query.field ? `${query.code ?? '%'}:${query.field ?? '%'}` : null
  const conditions = [
    sql`r.job_id = ${id}`,
    ...(query.outcome ? [sql`r.outcome = ${query.outcome}`] : []),
    ...(query.written ? [sql`r.written = ${query.written}`] : []),
    ...(query.repaired ? [sql`r.repaired`] : []),
    ...(mark === null ? [] : [sql`exists (select 1 from unnest(r.marks) m where m like ${mark})`]),
  ]
  return sql.join(conditions, ' and ')
}

/** GET /{id}/rows: rows of one task, by outcome, code or column. */
export async function listRows(db: Queryable, keys: Keys, id: number, query: RowsQuery) {
  const where = rowConditions(id, query)
  const job = await db.one<{ kind: string; head: Head | null }>(
    sql`select kind, head from import_job where id = ${id}`,
  )
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from import_row r where ${where}`,
  )
  const rows = await db.query<
    Pick<ImportRow, 'row' | 'outcome' | 'written' | 'reason'> & { sealed: string }
  >(sql`
    select r.row, r.outcome, r.written, r.reason, r.sealed
    from import_row r
    where ${where}
    order by r.row
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`)
  const definition = importNamed(job.kind)
  const list = rows.map(({ sealed, ...row }) =>
    rowShown(definition, job.head, row, openContent(keys, id, row.row, sealed)),
  )
  return { list, total, page: query.page, pageSize: query.pageSize }
}

/** Faults of the whole file for the coloured copy: row, place of the column, sentence. */
export async function* faultsOfFile(
  { engine: { db, keys } }: ImportEngine,
  id: number,
): AsyncGenerator<CellFault> {
  const job = await db.one<{ kind: string; head: Head | null }>(
    sql`select kind, head from import_job where id = ${id}`,
  )
  const definition = importNamed(job.kind)
  let last = 0
  for (;;) {
    const rows = await db.query<{ row: number; sealed: string }>(sql`
      select row, sealed from import_row
      where job_id = ${id} and marks <> '{}' and row > ${last} order by row limit 1000`)
    if (rows.length === 0) return
    for (const { row, sealed } of rows) {
      last = row
      for (const fault of openContent(keys, id, row, sealed).faults)
        if (fault.level === 'error')
          yield {
            row,
            column: placeOfFault(definition, job.head, fault),
            message: sentenceOf(definition, job.head, fault),
          }
    }
  }
}
