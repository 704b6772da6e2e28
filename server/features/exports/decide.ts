import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { linkTo, type ExportNeeds } from './options.ts'
import { decides, jobFor, type ExportWords } from './row.ts'

interface DecidedExport {
  readonly asked_by: number
  readonly told: ExportWords
}

/** Tells whoever asked, and whoever decided keeps a line of it, too. */
async function tell(
  { notify }: ExportNeeds,
  tx: Tx,
  actor: Actor,
  { id, row, reason }: { id: number; row: DecidedExport; reason: string | null },
): Promise<void> {
  const { title } = row.told
  const notice = { kind: '2', exceptPerson: 0 }
  await notify(tx, {
    ...notice,
    to: { identity: row.asked_by },
    title: reason === null ? `${actor.name}同意您导出${title}` : `${actor.name}不同意您导出${title}`,
    content: reason === null ? '文件生成后会再通知您。' : reason,
    link: linkTo(id),
  })
  await notify(tx, {
    ...notice,
    to: { identity: actor.identityId },
    title: reason === null ? `您同意了导出${title}` : `您没有同意导出${title}`,
    content: '',
    link: `${linkTo(id).replace('which=mine', 'which=decided')}`,
  })
}

/**
 * Agrees to a file that waits, or refuses it with a reason. One statement decides; of two who come at once
 * the second finds it decided.
 */
export async function decide(o: ExportNeeds, actor: Actor, id: number, reason: string | null): Promise<void> {
  const before = await jobFor(o.db, actor, id)
  await o.db.transaction(async (tx) => {
    const row = await tx.maybeOne<DecidedExport>(sql`
      update export e
      set state = ${reason === null ? 'queued' : 'refused'}, decided_by = ${actor.identityId}, decided_at = now(),
        reason = ${reason ?? ''}
      where e.id = ${id} and ${decides(actor)}
      returning e.asked_by, e.told`)
    if (!row) throw refusal(before.mine, before.state)
    const action = reason === null ? 'export.agreed' : 'export.refused'
    await note(tx, { by: actor.identityId, action, facts: { export: id, rows: before.rows } })
    await tell(o, tx, actor, { id, row, reason })
  })
}

function refusal(mine: boolean, state: string): AppError {
  if (mine && state === 'approval')
    return new AppError('forbidden', { message: '自己申请的导出，请由另一个人同意' })
  return new AppError('wrongState', { message: '该导出已经办结、取消或超过期限' })
}

/** Takes back what the actor asked for, while it is not ready. */
export async function cancel(o: ExportNeeds, actor: Actor, id: number): Promise<void> {
  const before = await jobFor(o.db, actor, id)
  if (!before.mine) throw new AppError('forbidden', { message: '只有申请导出的人可以取消' })
  const changed = await o.db.execute(sql`
    update export
    set state = 'cancelled'
    where id = ${id} and asked_by = ${actor.identityId} and state in ('approval', 'queued', 'writing')`)
  if (changed === 0) throw new AppError('wrongState', { message: '该导出已经办结，不能取消' })
  await note(o.db, { by: actor.identityId, action: 'export.cancelled', facts: { export: id } })
}
