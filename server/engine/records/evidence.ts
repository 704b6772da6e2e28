import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Actor, Queryable } from '../engine.ts'

const extensionsOf: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
}

/**
 * Files may be attached by who uploaded them, or when the record has them already; anybody else's id is refused like an
 * unknown one. Type and size are asked of the stored file, not of what the form says.
 */
export async function requireFiles(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  recordId: string | null,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.query<{ id: string; mime: string; bytes: number; name: string }>(sql`
    select f.id, f.mime, f.bytes, f.name from file f
    where f.id = any(${[...ids]}::uuid[]) and (f.by_identity in (select id from identity where person_id = ${actor.personId})
      or exists (select 1 from file_use u where u.file_id = f.id and u.record_id = ${recordId}::uuid))`)
  const limit = definition.attachments
  const errors: FieldFault[] = []
  for (const id of ids) {
    const found = rows.find((row) => row.id === id)
    if (!found) errors.push({ field: 'attachments', message: '有佐证材料已不存在，请重新上传' })
    else if (limit && found.bytes > limit.maxSizeMB * 1024 * 1024) {
      errors.push({ field: 'attachments', message: `“${found.name}”超过 ${limit.maxSizeMB} MB` })
    } else if (limit && !(extensionsOf[found.mime] ?? []).some((e) => limit.accept.includes(e))) {
      errors.push({ field: 'attachments', message: `“${found.name}”的类型不能作佐证材料，可传 ${limit.accept.join('、')}` })
    }
  }
  if (errors.length > 0) throw new AppError('invalid', { errors, message: errors[0]?.message ?? '' })
}
