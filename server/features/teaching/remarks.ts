import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { remarkWritten } from '../../../catalogue/contract/teaching/lessons.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Database } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'
import { keepLesson, lessonFor, requireOpen } from './lesson.ts'

/**
 * Keeps a remark of an observer, or the lecturer's answer to one. The device that wrote it gives its number:
 * sent again after the network came back, it is the same remark.
 */
export async function writeRemark(
  db: Database,
  actor: Actor,
  { id, remark }: { readonly id: string; readonly remark: string },
  { kind, text, atS, wallAt, item, replyTo }: z.infer<typeof remarkWritten>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await lessonFor(tx, actor, id)
    if (lesson.reader === 'host' || actor.teacherId === null)
      throw new AppError('forbidden', { message: '听课的教师和授课教师才能写' })
    requireOpen(lesson)
    if (lesson.reader === 'lecturer' && replyTo === null) throw invalid('replyTo', '授课教师答复他人的话')
    if (replyTo === null && (atS === null) === (wallAt === null))
      throw invalid('atS', '请写明在录像的第几秒，或者课上的时间')
    if (item !== null && item >= lesson.rubric.length)
      throw invalid('item', `量表有 ${lesson.rubric.length} 项`)
    if (replyTo !== null) {
      const found = await tx.maybeOne(sql`
        select 1 from observation_remark
        where campaign_id = ${lesson.activityId}::uuid and lesson_id = ${id}::uuid and id = ${replyTo}::uuid
          and reply_to is null and removed_at is null`)
      if (!found) throw invalid('replyTo', '要答复的话不在了')
    }
    await keepLesson(tx, lesson)
    await tx.execute(sql`
      insert into observation_remark (campaign_id, lesson_id, id, teacher_id, kind, at_s, wall_at, item, text, reply_to)
      values (${lesson.activityId}::uuid, ${id}::uuid, ${remark}::uuid, ${actor.teacherId}, ${kind}, ${atS},
        ${wallAt}::timestamptz, ${item}, ${text}, ${replyTo}::uuid)
      on conflict (campaign_id, lesson_id, id) do nothing`)
  })
}

/** Takes an own remark away; the row stays for whoever answered it. */
export async function removeRemark(
  db: Database,
  actor: Actor,
  { id, remark }: { readonly id: string; readonly remark: string },
): Promise<void> {
  const lesson = await lessonFor(db, actor, id)
  requireOpen(lesson)
  const removed = await db.execute(sql`
    update observation_remark set removed_at = now()
    where campaign_id = ${lesson.activityId}::uuid and lesson_id = ${id}::uuid and id = ${remark}::uuid
      and teacher_id = ${actor.teacherId ?? 0} and removed_at is null`)
  if (removed === 0) throw new AppError('missing')
}
