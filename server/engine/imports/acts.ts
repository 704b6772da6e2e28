import type { Actor } from '../../../catalogue/access/access.ts'
import { daysToUndo, type ImportMode } from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A file that was brought. */
export interface BroughtFile {
  readonly definition: ImportDefinition
  readonly mode: ImportMode
  readonly fileKey: string
  readonly fileName: string
  readonly bytes: number
}

/**
 * Takes a file into the line of those to be checked. A dry run of the same kind that waits at the institution
 * makes way; one that is being checked or written does not (module importJob: 同一单位同类任务同时只能一个).
 */
export async function beginImport(db: Database, actor: Actor, brought: BroughtFile): Promise<number> {
  const { definition, mode, fileKey, fileName, bytes } = brought
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('import'), ${actor.institutionId})`)
    const busy = await tx.maybeOne(sql`
      select 1 from import_job
      where institution_id = ${actor.institutionId} and kind = ${definition.name}
        and (status in ('2', '4') or (undo_at is not null and undone_at is null))`)
    if (busy)
      throw new AppError('wrongState', { message: `本单位有一个${definition.title}导入正在进行，请等它结束` })
    await tx.execute(sql`
      update import_job set status = '8', ended_at = now()
      where institution_id = ${actor.institutionId} and kind = ${definition.name} and status = '3'`)
    const { id } = await tx.one<{ id: number }>(sql`
      insert into import_job (kind, mode, file_key, file_name, bytes, institution_id, by_identity)
      values (${definition.name}, ${mode}, ${fileKey}, ${fileName}, ${bytes}, ${actor.institutionId},
        ${actor.identityId})
      returning id`)
    await note(tx, {
      by: actor.identityId,
      action: 'import.brought',
      facts: { import: id, kind: definition.name },
    })
    return id
  })
}

interface LockedImport {
  readonly status: string
  readonly token: string | null
  readonly byIdentity: number
  readonly bad: number
  readonly good: number
  readonly mayUndo: boolean
  readonly undoing: boolean
}

/** Locks a task that the actor may act on: one of the own institution. */
async function lock(tx: Tx, actor: Actor, id: number): Promise<LockedImport> {
  const job = await tx.maybeOne<LockedImport>(sql`
    select j.status, j.token, j.by_identity as "byIdentity",
      coalesce((j.counts ->> 'error')::int, 0) + coalesce((j.counts ->> 'conflict')::int, 0) as bad,
      coalesce((j.counts ->> 'new')::int, 0) + coalesce((j.counts ->> 'changed')::int, 0) as good,
      j.started_at is not null and j.cleared_at is null
        and coalesce(j.ended_at > now() - make_interval(days => ${daysToUndo}), false) as "mayUndo",
      j.undo_at is not null as undoing
    from import_job j
    where j.id = ${id} and j.institution_id = ${actor.institutionId}
    for update of j`)
  if (!job) throw new AppError('missing')
  return job
}

/** 404 where the actor may not act on a task. */
export async function requireOwnImport(db: Queryable, actor: Actor, id: number): Promise<void> {
  const found = await db.maybeOne(
    sql`select 1 from import_job where id = ${id} and institution_id = ${actor.institutionId}`,
  )
  if (!found) throw new AppError('missing')
}

/**
 * Starts to write what a dry run found. Whoever starts must name the newest one, so that nothing is written
 * that nobody saw; without a token the dry run must be the starter's own.
 */
export async function startImport(
  db: Database,
  actor: Actor,
  {
    id,
    token,
    skipFaulty,
  }: { readonly id: number; readonly token: string | undefined; readonly skipFaulty: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lock(tx, actor, id)
    if (job.status === '4') return
    if (job.status !== '3') throw new AppError('wrongState', { message: '该任务现在不能开始导入' })
    if (token === undefined ? job.byIdentity !== actor.identityId : token !== job.token)
      throw new AppError('stale', { message: '校验结果已更新，请重新查看后再开始' })
    if (job.bad > 0 && !skipFaulty)
      throw new AppError('wrongState', { message: `有 ${job.bad} 行有错误，请先修改，或选择跳过这些行` })
    if (job.good === 0) throw new AppError('wrongState', { message: '没有可以导入的行' })
    await tx.execute(sql`
      update import_job set status = '4', done = 0, started_at = now(), step_at = now() where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'import.started', facts: { import: id, rows: job.good } })
  })
}

/** Ends a task that is checked, waits or writes; what was written stays and can be taken back. */
export async function cancelImport(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lock(tx, actor, id)
    if (job.status === '8') return
    if (!['2', '3', '4'].includes(job.status)) throw new AppError('wrongState', { message: '该任务已经结束' })
    await tx.execute(sql`update import_job set status = '8', ended_at = now() where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'import.cancelled', facts: { import: id } })
  })
}

/** Asks for an import to be taken back as a whole. */
export async function undoImport(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lock(tx, actor, id)
    if (job.undoing) return
    if (!job.mayUndo || !['5', '6', '8'].includes(job.status))
      throw new AppError('wrongState', { message: `导入结束后 ${daysToUndo} 天内可以撤销` })
    await tx.execute(sql`
      update import_job set undo_by = ${actor.identityId}, undo_at = now(), step_at = now() where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'import.undone', facts: { import: id } })
  })
}
