import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { writtenBy } from './row.ts'

/** Which of some questions the actor wrote and keeps for himself: new ones, written for a paper. */
export async function keptForOneself(
  db: Queryable,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select q.id from question q
    where q.id = any(${[...ids]}::int[]) and q.reach = '0' and q.live_no is not null and ${writtenBy(actor)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Holds questions back until a sealed paper opens: nobody is told that there is such a one. */
export async function holdBack(tx: Tx, paper: number, ids: readonly number[]): Promise<void> {
  await tx.execute(
    sql`update question set sealed_by = ${paper} where id = any(${[...ids]}::int[]) and sealed_by is null`,
  )
}

/** A paper was opened: its questions are ordinary ones of their author's. */
export async function letGo(tx: Tx, paper: number): Promise<void> {
  await tx.execute(sql`update question set sealed_by = null where sealed_by = ${paper}`)
}

/** @throws AppError `wrongState` for a question that is held back */
export async function requireNotHeld(tx: Tx, id: number): Promise<void> {
  const held = await tx.maybeOne(sql`select 1 from question where id = ${id} and sealed_by is not null`)
  if (held) throw new AppError('wrongState', { message: '该题在一份密封的试卷里，启封以后才能提交或共享' })
}
