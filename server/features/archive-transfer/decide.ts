import type { Actor } from '../../../catalogue/access/access.ts'
import type { PackageReceipt } from '../../../catalogue/contract/archive-transfer.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { linkTo } from './link.ts'
import type { TransferNeeds } from './needs.ts'
import { decides, jobFor } from './row.ts'

/**
 * Agrees to a package that waits, or refuses it with a reason. One statement decides; of two who come at once
 * the second finds it decided.
 */
export async function decide(
  { db, notify }: TransferNeeds,
  actor: Actor,
  id: number,
  reason: string | null,
): Promise<void> {
  const before = await jobFor(db, actor, id)
  await db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ asked_by: number; title: string; role: number }>(sql`
      update archive_package k
      set state = ${reason === null ? 'queued' : 'refused'}, decided_by = ${actor.identityId},
        decided_at = (select now()), reason = ${reason ?? ''}
      where k.id = ${id} and ${decides(actor)}
      returning k.asked_by, k.title, k.role`)
    if (!row) {
      if (before.state === 'approval')
        throw new AppError('forbidden', { message: '自己申请的移交包，请由另一个人同意' })
      throw new AppError('wrongState', { message: '该移交包已经办结、取消或超过期限' })
    }
    await note(tx, {
      by: actor.identityId,
      action: reason === null ? 'transfer.agreed' : 'transfer.refused',
      facts: { package: id, rows: before.records },
    })
    await notify(tx, {
      to: { identity: row.asked_by },
      kind: '2',
      title: `${actor.name}${reason === null ? '同意' : '不同意'}制作${row.title}移交包`,
      content: reason ?? '文件生成后会再通知您。',
      link: linkTo(row.role, 'mine'),
      exceptPerson: 0,
    })
  })
}

/** Takes back what the actor asked for, while the file is not there. */
export async function cancel({ db }: TransferNeeds, actor: Actor, id: number): Promise<void> {
  await jobFor(db, actor, id)
  await db.transaction(async (tx) => {
    const changed = await tx.maybeOne(sql`
      update archive_package k
      set state = 'cancelled'
      where k.id = ${id} and k.asked_by = ${actor.identityId} and k.state in ('approval', 'queued', 'writing')
      returning k.id`)
    if (!changed) throw new AppError('wrongState', { message: '只有申请的人可以取消，并且文件尚未生成' })
    await note(tx, { by: actor.identityId, action: 'transfer.cancelled', facts: { package: id } })
  })
}

/**
 * Enters the receipt of the archive: from then on the package counts as handed over. Its records stay
 * readable in the portal.
 */
export async function receive(
  { db }: TransferNeeds,
  actor: Actor,
  id: number,
  { number, receiver, day }: PackageReceipt,
): Promise<void> {
  await jobFor(db, actor, id)
  if (day > today()) throw invalid('day', '接收日期不能晚于今天')
  await db.transaction(async (tx) => {
    const changed = await tx.maybeOne(sql`
      update archive_package k
      set receipt_number = ${number}, receipt_receiver = ${receiver}, receipt_on = ${day}::date,
        receipt_by = ${actor.identityId}
      where k.id = ${id} and k.institution_id = ${actor.institutionId} and k.role = ${actor.role}
        and k.state in ('ready', 'expired') and k.receipt_number is null
      returning k.id`)
    if (!changed)
      throw new AppError('wrongState', { message: '只有已生成、尚未登记移交回执的移交包可以登记移交回执' })
    await note(tx, { by: actor.identityId, action: 'transfer.received', facts: { package: id, day } })
  })
}
