import { AppError } from '../../../catalogue/errors.ts'
import type { PersonState } from '../../../catalogue/contract/archive-tasks.ts'
import { readQuery } from '../../../catalogue/query/query.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TaskNeeds } from './needs.ts'

interface DueTask {
  readonly id: string
  readonly byIdentity: number
  readonly query: unknown
}

/** Takes the open task that was counted longest ago, if it is due; large ones are counted less often. */
const nextDue = ({ db }: TaskNeeds): Promise<DueTask | undefined> =>
  db.maybeOne<DueTask>(sql`
    update archive_task set looked_at = now()
    where id = (
      select k.id from archive_task k
      where k.ended_at is null and k.looked_at < now() - case
          when (select count(*) from (select 1 from archive_task_person p where p.task_id = k.id limit 5001) n) > 5000
          then interval '15 minutes' else interval '1 minute' end
      order by k.looked_at limit 1 for update skip locked)
    returning id, by_identity as "byIdentity", query`)

/** Counts one task anew for the account that began it. Answers whether there was one to count. */
export async function countNext(needs: TaskNeeds): Promise<boolean> {
  const due = await nextDue(needs)
  if (!due) return false
  try {
    await countTask(needs, due)
  } catch (error) {
    // Whoever began it may no longer ask so, or the copy of the region is being read: the last count stays.
    if (!(error instanceof AppError)) throw error
    needs.log.warn('archiveTask.uncounted', { task: due.id, ...errorFacts(error) })
  }
  return true
}

/** Writes where each person of a task stands now. */
export async function countTask(needs: TaskNeeds, { id, byIdentity, query }: DueTask): Promise<void> {
  const keeper = await actorOfIdentity(needs.db, byIdentity)
  if (!keeper?.enabled) return
  const people = await needs.db.query<{ id: number; state: PersonState }>(sql`
    select teacher_id as id, state from archive_task_person where task_id = ${id}::uuid`)
  const standing = await needs.standingBy(
    keeper.actor,
    readQuery(query),
    people.map((one) => one.id),
  )
  const now = (one: number): PersonState => {
    const isMet = standing.get(one)
    return isMet === undefined ? 'left' : isMet ? 'waiting' : 'done'
  }
  const changed = people.filter((one) => now(one.id) !== one.state)
  if (changed.length === 0) return
  await needs.db.execute(sql`
    update archive_task_person p set state = n.state, at = now()
    from unnest(${changed.map((one) => one.id)}::int[], ${changed.map((one) => now(one.id))}::text[]) n (id, state)
    where p.task_id = ${id}::uuid and p.teacher_id = n.id`)
}
