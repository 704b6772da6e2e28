import { joined } from '../../../catalogue/watch/stretches.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { stateRows, unseen, writeStates } from './state-rows.ts'

/**
 * Gives what one number has seen to another number of the same human: the union of both, and complete where
 * one of them was. Openings stay with the number under which they were; its states go.
 */
export async function passWatched(
  tx: Tx,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const [gone, kept] = [
    await stateRows(tx, sql`owner_id = ${from}`),
    await stateRows(tx, sql`owner_id = ${to}`),
  ]
  const merged = gone.map((state) => {
    const own =
      kept.find(
        (one) => one.kind === state.kind && one.lessonId === state.lessonId && one.mediaNo === state.mediaNo,
      ) ?? unseen({ ...state, ownerId: to })
    return {
      ...own,
      seen: joined([...own.seen, ...state.seen]),
      played: joined([...own.played, ...state.played]),
      again: joined([...own.again, ...state.again]),
      resumeAt: own.resumeAt || state.resumeAt,
      device: own.device || state.device,
    }
  })
  await writeStates(tx, merged)
  for (const { kind, lessonId, mediaNo, completeAt } of gone)
    if (completeAt !== null)
      await tx.execute(sql`
        update watch_state set complete_at = least(complete_at, ${completeAt}::timestamptz)
        where owner_id = ${to} and kind = ${kind} and lesson_id = ${lessonId}::uuid and media_no = ${mediaNo}`)
  await tx.execute(sql`
    insert into watch_answer (owner_id, kind, lesson_id, media_no, no, tries, tried_at, right_at)
    select ${to}::int, kind, lesson_id, media_no, no, tries, tried_at, right_at
    from watch_answer where owner_id = ${from}
    on conflict (owner_id, kind, lesson_id, media_no, no) do update
    set right_at = coalesce(watch_answer.right_at, excluded.right_at)`)
  await tx.execute(sql`delete from watch_answer where owner_id = ${from}`)
  await tx.execute(sql`delete from watch_state where owner_id = ${from}`)
}
