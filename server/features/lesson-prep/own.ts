import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { ownDraft } from '../../../catalogue/contract/preps.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { demand } from './standing.ts'
import { changing, type PrepTools } from './write.ts'

/** Takes the agreed plan as the actor's own one; it remembers the version that it came from. */
export const adaptPrep = (tools: PrepTools, actor: Actor, id: string): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.adapted' }, async (tx, prep) => {
    demand(actor, prep, 'adapt', '共案尚未确定，或者您已经取用过')
    await tx.execute(sql`
      insert into prep_own (prep_id, teacher_id, on_version, blocks)
      select prep_id, ${actor.teacherId}, no, blocks
      from prep_version
      where prep_id = ${id} and no = ${prep.agreedVersion}
      on conflict do nothing`)
  })

/** Writes the actor's own plan and reflection. It stays writable wherever the teacher works. */
export const writeOwn = (
  tools: PrepTools,
  actor: Actor,
  id: string,
  { blocks, reflection, version }: z.output<typeof ownDraft>,
): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.adapted' }, async (tx, prep) => {
    if (prep.ownOn === null) throw new AppError('wrongState', { message: '请先把共案取用为自己的个案' })
    const written = await tx.execute(sql`
      update prep_own
      set blocks = ${sql.json(blocks)}, reflection = ${reflection}, edit_no = edit_no + 1, updated_at = now()
      where prep_id = ${id} and teacher_id = ${actor.teacherId} and edit_no = ${version}`)
    if (written === 0) throw new AppError('stale', { message: '个案在别处改过，请先看最新的内容' })
  })
