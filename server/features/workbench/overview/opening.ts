import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { note } from '../../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { mayWait } from './beginning.ts'

/** A new portal is shown to visitors when a person decides so (docs/decisions/0154). */
export async function closePortal(tx: Tx): Promise<void> {
  await tx.execute(sql`update portal_start set opened = false`)
}

export async function isPortalOpened(db: Queryable): Promise<boolean> {
  return (await db.one<{ opened: boolean }>(sql`select opened from portal_start`)).opened
}

/** Shows the portal to visitors, or hides it. What is so already leaves no line in the audit. */
export async function switchPortal(db: Database, { identityId }: Actor, opened: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.query(
      sql`update portal_start set opened = ${opened} where opened <> ${opened} returning opened`,
    )
    if (changed.length > 0)
      await note(tx, { by: identityId, action: opened ? 'portal.opened' : 'portal.closed' })
  })
}

/** Puts a step of 从这里开始 off, or takes it up again. Throws `missing` for a step that may not wait. */
export async function putStepOff(
  db: Database,
  { identityId }: Actor,
  { key, putOff }: { readonly key: string; readonly putOff: boolean },
): Promise<void> {
  if (!mayWait.has(key)) throw new AppError('missing', { message: '没有这一步，或这一步不能暂缓' })
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update portal_start
      set put_off = case when ${putOff} then array_append(array_remove(put_off, ${key}), ${key})
        else array_remove(put_off, ${key}) end`)
    await note(tx, { by: identityId, action: 'beginning.changed', facts: { step: key, putOff } })
  })
}
