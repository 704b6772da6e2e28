import type { Actor } from '../../../catalogue/access/access.ts'
import {
  daysToUndo,
  type HistoryQuery,
  type ImportCounts,
  type ImportFault,
  type ImportLine,
  type ImportRow,
  type ImportView,
  type RowsQuery,
} from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import type { RowFault } from '../../../catalogue/imports/read-row.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { institutionsInScope } from '../access/index.ts'
import type { Head, Importing } from './importing.ts'
import { openContent, type Content } from './staged.ts'

/** Imports that an actor sees: the administrator all, an office those of its institution and those below it. */
export const seesImport = (actor: Actor, job = 'j'): Sql =>
  actor.role === 1
    ? sql`true`
    : sql`exists (select 1 from institution i where i.id = ${sql.id(job, 'institution_id')}
        and ${institutionsInScope(actor, 'i')})`

interface LineRow extends Omit<
  ImportLine,
  'kindTitle' | 'importKind' | 'successRows' | 'errorRows' | 'totalRows'
> {
  readonly kind: string
  readonly total: number | null
  readonly counts: ImportCounts
  readonly written: number
  readonly failed: number
  readonly totalMore: number
}

const lineColumns = sql`j.id, j.kind, j.file_name as "fileName", o.name as org, p.name as operator, j.mode,
  j.status as "importStatus", j.total, j.counts, j.created_at as "createdAt", j.started_at as "startTime",
  j.ended_at as "endTime", j.undone_at as "undoneAt",
j.written, j.failed`

const joins = sql`join institution o on o.id = j.institution_id
  join identity a on a.id = j.by_identity
  join person p on p.id = a.person_id`

function lineOf({ kind, total, counts, written, failed, ...row }: LineRow): ImportLine {
  return {
    ...row,
    importKind: kind,
    kindTitle: importNamed(kind)?.title ?? kind,
    totalRows: total ?? 0,
    successRows: written,
    errorRows: failed + (counts.error ?? 0) + (counts.conflict ?? 0),
  }
}

/** GET /history: the imports that an actor sees, the newest first. */
export async function listImports(db: Queryable, actor: Actor, query: HistoryQuery) {
  const pageSize = query.limit ?? query.pageSize
  const conditions = [
    seesImport(actor),
    ...(query.type ? [sql`j.kind = ${query.type}`] : []),
    ...(query.status ? [sql`j.status = ${query.status}`] : []),
    ...(query.start
      ? [sql`j.created_at >= (${query.start}::date)::timestamp at time zone 'Asia/Shanghai'`]
      : []),
    ...(query.end
      ? [sql`j.created_at < (${query.end}::date + 1)::timestamp at time zone 'Asia/Shanghai'`]
      : []),
  ]
  const where = sql.join(conditions, ' and ')
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from import_job j where ${where}`,
  )
  const rows = await db.query<LineRow>(sql`
    select ${lineColumns}
    from import_job j ${joins}
    where ${where}
    order by j.id desc
    limit ${pageSize} offset ${(query.page - 1) * pageSize}`)
  return { list: rows.map(lineOf), total, page: query.page, pageSize }
}

const headOf = (definition: ImportDefinition | undefined, key: string): string =>
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

function faultShown(
  definition: ImportDefinition | undefined,
  head: Head | null,
  { cells }: Pick<Content, 'cells'>,
  fault: RowFault,
): ImportFault {
  const written = cells[fault.column]?.text ?? ''
  return {
    column: head?.columns[fault.column] ?? null,
    field: fault.column,
    header: headOf(definition, fault.column),
    value: cellText(definition, fault.column, written, false),
    level: fault.level,
    code: fault.code,
    message: fault.message,
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

interface ViewRow extends LineRow {
  readonly head: Head | null
  readonly messages: Readonly<Record<string, string>>
  readonly done: number
  readonly failure: string | null
  readonly token: string | null
  readonly undoUntil: string | null
  readonly undone: number
  readonly kept: number
  readonly seconds: number
  readonly ahead: number
  readonly byIdentity: number
  readonly cleared: boolean
  readonly open: boolean
}

const noCounts: ImportCounts = {
  new: 0,
  changed: 0,
  same: 0,
  conflict: 0,
  error: 0,
  warnings: 0,
  repaired: 0,
}

/** Rows of the step under way. */
const toDo = ({ importStatus, total, counts }: ViewRow): number | null =>
  importStatus === '4' ? (counts.new ?? 0) + (counts.changed ?? 0) : importStatus === '2' ? total : total

function pace(row: ViewRow): Pick<ImportView, 'rate' | 'secondsLeft' | 'progress'> {
  const all = toDo(row)
  const moving = row.importStatus === '2' || row.importStatus === '4'
  const rate = moving && row.seconds >= 1 && row.done > 0 ? Math.round(row.done / row.seconds) : null
  const left = rate && all !== null ? Math.ceil(Math.max(all - row.done, 0) / rate) : null
  const progress = !moving
    ? 100
    : all === null || all === 0
      ? 0
      : Math.min(99, Math.floor((row.done * 100) / all))
  return { rate, secondsLeft: left, progress }
}

/**
 * Whose rows an actor sees: those of the own institution, an authority also those of its region. The administrator, who
 * reads no archives, sees of others' imports that they are there and how they went.
 */
const seesRows = (actor: Actor): Sql =>
  actor.role === 1 ? sql`j.institution_id = ${actor.institutionId}` : seesImport(actor)

/** 404 where the actor does not see the rows of a task. */
export async function requireRows(db: Queryable, actor: Actor, id: number): Promise<void> {
  const found = await db.maybeOne(sql`select 1 from import_job j where j.id = ${id} and ${seesRows(actor)}`)
  if (!found) throw new AppError('missing')
}

/** One task with everything its page shows. 404 for one that the actor does not see. */
export async function viewImport(
  { engine: { db, keys } }: Importing,
  actor: Actor,
  id: number,
): Promise<ImportView> {
  const row = await db.maybeOne<ViewRow>(sql`
    select ${lineColumns}, j.head, j.messages, j.done, j.failure, j.token, j.by_identity as "byIdentity",
      j.cleared_at is not null as cleared,
      case when j.started_at is not null and j.status in ('5', '6', '8') and j.undo_at is null
          and j.ended_at > now() - make_interval(days => ${daysToUndo}) and j.cleared_at is null
        then j.ended_at + make_interval(days => ${daysToUndo}) end as "undoUntil",
      (select count(*) from import_row r where r.job_id = j.id and r.written = 'undone')::int as undone,
      (select count(*) from import_row r where r.job_id = j.id and r.written = 'kept')::int as kept,
      extract(epoch from now() - j.step_at)::float as seconds, ${seesRows(actor)} as open,
      case when j.status = '2' then (select coalesce(sum(coalesce(w.total, 0)), 0)
        from import_job w where w.status = '2' and w.bytes < j.bytes)::int else 0 end as ahead
    from import_job j ${joins}
    where j.id = ${id} and ${seesImport(actor)}`)
  if (!row) throw new AppError('missing')
  const definition = importNamed(row.kind)
  const first = await db.query<{ row: number; sealed: string }>(sql`
    select r.row, r.sealed
    from import_row r
    where r.job_id = ${id} and r.marks <> '{}' and ${row.open}::boolean
    order by r.row
    limit 100`)
  const errors = first.flatMap((one) => {
    const content = openContent(keys, id, one.row, one.sealed)
    return content.faults.map((fault) => ({
      row: one.row,
      ...faultShown(definition, row.head, content, fault),
    }))
  })
  const counts = { ...noCounts, ...row.counts }
  return {
    ...lineOf(row),
    status: row.importStatus,
    ...pace(row),
    done: row.done,
    total: toDo(row),
    valid: counts.new + counts.changed + counts.same,
    invalid: counts.error + counts.conflict,
    warnings: counts.warnings,
    ahead: row.ahead,
    counts,
    faultCounts: await countFaults(db, id, definition, row.messages),
    ignored: [...(row.head?.ignored ?? [])],
    failure: row.failure,
    errors: errors.slice(0, 100),
    token: row.importStatus === '3' ? row.token : null,
    annotated: row.open && !row.cleared && counts.error + counts.conflict > 0,
    undoUntil: row.undoUntil,
    undone: row.undone,
    kept: row.kept,
    mine: row.byIdentity === actor.identityId,
  }
}

async function countFaults(
  db: Queryable,
  id: number,
  definition: ImportDefinition | undefined,
  messages: Readonly<Record<string, string>>,
): Promise<ImportView['faultCounts']> {
  const rows = await db.query<{ mark: string; rows: number }>(sql`
    select m as mark, count(*)::int as rows
    from import_row r, unnest(r.marks) m
    where r.job_id = ${id} and r.marks <> '{}'
    group by m
    order by 2 desc, 1
    limit 50`)
  return rows.map(({ mark, rows: count }) => {
    const [code = '', field = ''] = mark.split(':')
    return { code, field, header: headOf(definition, field), message: messages[mark] ?? '', rows: count }
  })
}

/** Faults of the whole file for the coloured copy: row, place of the column, sentence. */
export async function* faultsOfFile(
  { engine: { db, keys } }: Importing,
  id: number,
): AsyncGenerator<{ readonly row: number; readonly column: number; readonly message: string }> {
  const job = await db.one<{ head: Head | null }>(sql`select head from import_job where id = ${id}`)
  let last = 0
  for (;;) {
    const rows = await db.query<{ row: number; sealed: string }>(sql`
      select row, sealed from import_row
      where job_id = ${id} and marks <> '{}' and row > ${last} order by row limit 1000`)
    if (rows.length === 0) return
    for (const { row, sealed } of rows) {
      last = row
      const { faults } = openContent(keys, id, row, sealed)
      for (const { column, message, level } of faults)
        if (level === 'error') yield { row, column: job.head?.columns[column] ?? 0, message }
    }
  }
}
