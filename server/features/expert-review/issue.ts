import { randomInt, randomUUID } from 'node:crypto'
import type { RoundRules } from '../../../catalogue/contract/review/rules.ts'
import { endOfDay, addDays, today } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { desk, type ReviewNeeds } from './options.ts'

export interface NewTask {
  readonly item: string
  readonly expert: number
  readonly kind: 'main' | 'arbitration'
  readonly insteadOf: string | null
}

/** The end of the last day of a task that is issued today. */
export const dueAfter = ({ days }: Pick<RoundRules, 'days'>): string => endOfDay(addDays(today(), days))

/** Shuffles in place, each order equally likely. */
export function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const [a, b] = [all[last], all[other]]
    if (a !== undefined && b !== undefined) {
      all[last] = b
      all[other] = a
    }
  }
  return all
}

/**
 * Issues tasks. Ids are random and the numbers are drawn for each expert anew, so that neither tells how many
 * items there are, who came first, or what others have. Experts are told once each.
 */
export async function issueTasks(
  { notify }: Pick<ReviewNeeds, 'notify'>,
  tx: Tx,
  round: { readonly id: string; readonly title: string; readonly rules: RoundRules },
  tasks: readonly NewTask[],
): Promise<void> {
  if (tasks.length === 0) return
  const mixed = shuffled(tasks)
  const due = dueAfter(round.rules)
  await tx.execute(sql`
    insert into review_task (id, round_id, item_id, expert_id, person_id, no, kind, due_at, instead_of)
    select n.id, ${round.id}::uuid, n.item, e.id, e.person_id,
      coalesce((select max(k.no) from review_task k where k.round_id = ${round.id}::uuid and k.expert_id = e.id), 0)
        + row_number() over (partition by e.id order by n.place),
      n.kind, ${due}::timestamptz, n.instead
    from unnest(
      ${mixed.map(() => randomUUID())}::uuid[],
      ${mixed.map(({ item }) => item)}::uuid[],
      ${mixed.map(({ expert }) => expert)}::int[],
      ${mixed.map(({ kind }) => kind)}::text[],
      ${mixed.map(({ insteadOf }) => insteadOf)}::uuid[]) with ordinality n (id, item, expert, kind, instead, place)
    join review_expert e on e.id = n.expert`)
  const accounts = await tx.query<{ id: number; identity: number }>(sql`
    select e.id, e.identity_id as identity from review_expert e
    where e.id = any(${[...new Set(mixed.map(({ expert }) => expert))]}::int[])`)
  const many = Map.groupBy(mixed, ({ expert }) => expert)
  for (const { id, identity } of accounts)
    await notify(tx, {
      to: { identity },
      kind: '1',
      title: `有 ${many.get(id)?.length ?? 0} 份材料请您评审`,
      content: `${round.title}。截止日期：${due.slice(0, 10)}。认出作者或有利害关系的，请申请回避。`,
      link: desk,
      exceptPerson: 0,
    })
}
