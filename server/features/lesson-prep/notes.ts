import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { noteDraft } from '../../../catalogue/contract/preps.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { demand } from './standing.ts'
import { changing, type PrepTools } from './write.ts'

/** Most notes of one prep, answers among them. */
const mostNotes = 500

/** Hangs a note on a block of the text, or an answer below a note. */
export const writeNote = (
  tools: PrepTools,
  actor: Actor,
  id: string,
  { block, answers, text }: z.output<typeof noteDraft>,
): Promise<string> =>
  changing(tools, actor, { id, action: 'prep.noted' }, async (tx, prep) => {
    demand(actor, prep, 'note', '研讨开始后才能写批注，归档后不能再写')
    const { n, above } = await tx.one<{ n: number; above: string | null }>(sql`
      select (select count(*)::int from prep_note where prep_id = ${id}) as n,
        (select block_id from prep_note
          where prep_id = ${id} and id = ${answers}::uuid and answers_id is null) as above`)
    if (n >= mostNotes) throw new AppError('wrongState', { message: `一次备课最多 ${mostNotes} 条批注` })
    if (answers === null && !prep.blocks.some((one) => one.id === block))
      throw invalid('block', '这一段已经删去，请刷新后再写')
    if (answers !== null && above === null) throw invalid('answers', '未找到该批注')
    const note = uuidv7()
    await tx.execute(sql`
      insert into prep_note (id, prep_id, block_id, answers_id, on_version, teacher_id, text)
      values (${note}, ${id}, ${above ?? block}, ${answers}::uuid, ${prep.lastVersion}, ${actor.teacherId}, ${text})`)
    return note
  })

/** Marks a note as dealt with, or as open again: by its author or the main author. */
export const markNote = (
  tools: PrepTools,
  actor: Actor,
  { id, note }: { readonly id: string; readonly note: string },
  done: boolean,
): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.noted' }, async (tx, prep) => {
    demand(actor, prep, 'note', '归档后不能再处理批注')
    const isMain = prep.mainId === actor.teacherId
    const row = await tx.maybeOne<{ own: boolean }>(sql`
      select teacher_id = ${actor.teacherId} as own
      from prep_note
      where id = ${note} and prep_id = ${id} and answers_id is null`)
    if (!row) throw new AppError('missing')
    if (!row.own && !isMain) throw new AppError('forbidden', { message: '批注由写的人或主备教师处理' })
    await tx.execute(sql`
      update prep_note set done_at = ${done ? sql`now()` : sql`null`} where id = ${note}`)
  })
