import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { jobFor } from './row.ts'

/** A package whose bytes may be sent now. */
export interface ReadyPackage {
  readonly title: string
  readonly storageKey: string
  readonly sealedKey: string
  readonly bytes: number
}

/**
 * The file of a package, for whoever asked for it.
 * @throws AppError `missing` outside of the office, `forbidden` for a colleague, `wrongState` with what to do
 */
export async function readyPackage(db: Queryable, actor: Actor, id: number): Promise<ReadyPackage> {
  if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
  const job = await jobFor(db, actor, id)
  const row = await db.maybeOne<ReadyPackage>(sql`
    select k.title, k.storage_key as "storageKey", k.key_sealed as "sealedKey", k.bytes::float8 as bytes
    from archive_package k
    where k.id = ${id} and k.asked_by = ${actor.identityId} and k.state = 'ready' and k.kept_until >= now()`)
  if (row) return row
  if (job.state === 'ready') throw new AppError('forbidden', { message: '文件只能由申请的人下载' })
  throw new AppError('wrongState', {
    message:
      job.keptUntil !== null && Date.parse(job.keptUntil) < Date.now()
        ? '文件已过保存期限，请重新申请'
        : '文件尚未生成，或只能由申请的人下载',
  })
}
