import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { sentenceOf } from './assigning.ts'
import { solve } from './assignment/solve.ts'
import { issueTasks } from './issue.ts'
import { itemColumns, judged, type ItemRow } from './judge.ts'
import { happened, type ReviewNeeds, type RoundRow } from './options.ts'
import { serving } from './pool.ts'

export interface Succession {
  readonly round: string
  readonly item: string
  readonly kind: 'main' | 'arbitration'
  /** The task in whose place the new one comes; null for one more. */
  readonly insteadOf: string | null
  /** Identity that caused it; null for the clock. */
  readonly by: number | null
}

/**
 * Issues a task of an item to the next suitable expert in the order of the lot. Where there is none, the
 * office that runs the round is told why; the item then stands under 专家不足 on its board.
 * @returns whether somebody was found
 */
export async function succeed(
  o: ReviewNeeds,
  tx: Tx,
  { round: id, item: itemId, kind, insteadOf, by }: Succession,
) {
  const round = await tx.one<RoundRow>(sql`select r.* from review_round r where r.id = ${id}::uuid`)
  if (round.state !== 'open') return false
  const item = await tx.one<ItemRow>(
    sql`select ${itemColumns} from review_item i where i.id = ${itemId}::uuid`,
  )
  const held = await tx.query<{ expert_id: number; standing: boolean }>(sql`
    select k.expert_id, k.state in ('assigned', 'reviewing', 'submitted') as standing
    from review_task k where k.item_id = ${itemId}::uuid`)
  const panel = round.panel ?? []
  const seen = await judged(o.engine, tx, round, {
    items: [item],
    which: sql`e.id = any(${panel}::int[]) and ${serving}`,
    lot: panel,
  })
  const wants = {
    need: 1,
    panel: held.filter(({ standing }) => standing).map(({ expert_id: expert }) => expert),
    barred: held.map(({ expert_id: expert }) => expert),
  }
  const { pairs, short } = solve({
    rules: round.rules,
    experts: seen.experts,
    items: [seen.wanting(item, wants)],
  })
  const [pair] = pairs
  if (pair) {
    await issueTasks(o, tx, round, [{ item: itemId, expert: pair.expert, kind, insteadOf }])
    await happened(tx, { round: id, by, action: kind === 'arbitration' ? 'arbitrated' : 'replaced' })
    return true
  }
  const [reason] = short
  await tx.execute(sql`
    update review_round
    set shortfall = (
        select coalesce(jsonb_agg(s), '[]') from jsonb_array_elements(shortfall) s where s ->> 'item' <> ${itemId}::text)
      || ${sql.json([{ item: itemId, sentence: reason ? sentenceOf(reason) : '没有可选的专家' }])}
    where id = ${id}::uuid`)
  await o.notify(tx, {
    to: { identity: round.by_identity },
    kind: '2',
    title: `“${round.title}”有材料找不到接替的专家`,
    content: `编号 ${item.code}。${reason ? sentenceOf(reason) : ''}`,
    link: null,
    exceptPerson: 0,
  })
  return false
}
