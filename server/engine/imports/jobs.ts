import { randomUUID } from 'node:crypto'
import type { ImportCounts } from '../../../catalogue/contract/administration/imports.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { actorOfIdentity } from '../access/index.ts'
import type { JobRow, Task } from './importing.ts'

export const jobColumns: Sql = sql`j.id, j.kind, j.mode, j.file_key as "fileKey", j.file_name as "fileName",
  j.institution_id as "institutionId", j.by_identity as "byIdentity", j.status, j.head, j.total, j.done, j.messages`

export const jobById = (db: Queryable, id: number): Promise<JobRow | undefined> =>
  db.maybeOne<JobRow>(sql`select ${jobColumns} from import_job j where j.id = ${id}`)

/**
 * The task of a job: its declaration, and who imports or takes back as an actor of today. Throws where the
 * account ended.
 */
export async function taskOf(
  db: Queryable,
  job: JobRow,
  by: { readonly identity: number; readonly called: string } = { identity: job.byIdentity, called: '导入人' },
): Promise<Task> {
  const definition = importNamed(job.kind)
  const found = await actorOfIdentity(db, by.identity)
  if (!definition) throw new AppError('missing')
  if (!found?.enabled) throw new AppError('forbidden', { message: `${by.called}的账号已停用` })
  return { id: job.id, definition, mode: job.mode, actor: found.actor }
}

/** Rows by outcome, with warnings and tolerant readings, as the task keeps them. */
export async function countRows(db: Queryable, jobId: number): Promise<ImportCounts> {
  return db.one<ImportCounts>(sql`
    select count(*) filter (where outcome = 'new')::int as new,
      count(*) filter (where outcome = 'changed')::int as changed,
      count(*) filter (where outcome = 'same')::int as same,
      count(*) filter (where outcome = 'conflict')::int as conflict,
      count(*) filter (where outcome = 'error')::int as error,
      count(*) filter (where warned)::int as warnings,
      count(*) filter (where repaired)::int as repaired
    from import_row where job_id = ${jobId}`)
}

export const newToken = (): string => randomUUID()
