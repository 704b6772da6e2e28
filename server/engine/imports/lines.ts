import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  HistoryQuery,
  ImportCounts,
  ImportLine,
} from '../../../catalogue/contract/administration/imports.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { institutionsInScope } from '../access/index.ts'

/**
 * Imports that an actor sees: the administrator all, an office those of its institution and those below it.
 */
export const seesImport = (actor: Actor, job = 'j'): Sql =>
  actor.role === 1
    ? sql`true`
    : sql`exists (select 1 from institution i where i.id = ${sql.id(job, 'institution_id')}
        and ${institutionsInScope(actor, 'i')})`

/**
 * Whose rows an actor sees: those of the own institution, an authority also those of its region. The
 * administrator, who reads no archives, sees of others' imports that they are there and how they went.
 */
export const seesRows = (actor: Actor): Sql =>
  actor.role === 1 ? sql`j.institution_id = ${actor.institutionId}` : seesImport(actor)

/**
 * Numbers of the teachers that an import opened and that were not taken back; none where the actor does not
 * see its rows.
 */
export const openedByImport = (actor: Actor, id: number): Sql => sql`
  select (r.refs ->> 'ownerId')::int
  from import_row r
  join import_job j on j.id = r.job_id
  where r.job_id = ${id} and r.written = 'written' and (r.refs ->> 'opened')::boolean and ${seesRows(actor)}`

/** 404 where the actor does not see the rows of a task. */
export async function requireRows(db: Queryable, actor: Actor, id: number): Promise<void> {
  const found = await db.maybeOne(sql`select 1 from import_job j where j.id = ${id} and ${seesRows(actor)}`)
  if (!found) throw new AppError('missing')
}

export interface LineRow extends Omit<
  ImportLine,
  'kindTitle' | 'importKind' | 'successRows' | 'errorRows' | 'totalRows'
> {
  readonly kind: string
  readonly total: number | null
  readonly counts: ImportCounts
  readonly written: number
  readonly failed: number
}

export const lineColumns = sql`j.id, j.kind, j.file_name as "fileName", o.name as org, p.name as operator, j.mode,
  j.status as "importStatus", j.total, j.counts, j.created_at as "createdAt", j.started_at as "startTime",
  j.ended_at as "endTime", j.undone_at as "undoneAt", j.written, j.failed`

export const lineJoins = sql`join institution o on o.id = j.institution_id
  join identity a on a.id = j.by_identity
  join person p on p.id = a.person_id`

export function lineOf({ kind, total, counts, written, failed, ...row }: LineRow): ImportLine {
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
    from import_job j ${lineJoins}
    where ${where}
    order by j.id desc
    limit ${pageSize} offset ${(query.page - 1) * pageSize}`)
  return { list: rows.map(lineOf), total, page: query.page, pageSize }
}
