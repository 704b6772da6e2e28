import type { Actor } from '../../../catalogue/access/access.ts'
import { conflictLabels, conflictOrder } from '../../../catalogue/reviews/conflict-kinds.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shortfall } from './assignment/problem.ts'
import { assignmentOf } from './assignment/threads.ts'
import { issueTasks, type NewTask } from './issue.ts'
import { itemColumns, judged, type ItemRow } from './judge.ts'
import { happened, roundOf, stale, wrongState, type ReviewNeeds, type RoundRow } from './options.ts'
import { serving } from './pool.ts'

interface StandingItem extends ItemRow {
  /** Experts who score it or scored it. */
  readonly panel: number[]
  /** Experts who had it in whatever way. */
  readonly had: number[]
}

const standing = (db: Queryable, round: string) =>
  db.query<StandingItem>(sql`
    select ${itemColumns},
      coalesce(array_agg(k.expert_id) filter (where k.state in ('assigned', 'reviewing', 'submitted') and k.kind = 'main'), '{}') as panel,
      coalesce(array_agg(k.expert_id) filter (where k.id is not null), '{}') as had
    from review_item i
    left join review_task k on k.item_id = i.id
    where i.round_id = ${round}::uuid
    group by i.id
    order by i.code`)

/** One shortfall as a secretary reads it. */
export function sentenceOf({
  need,
  found,
  suitable,
  left,
  blocked,
  barred,
  region,
  full,
}: Shortfall): string {
  const reasons = [
    ...conflictOrder.flatMap((kind) => {
      const count = blocked[kind] ?? 0
      return count > 0 ? [`${count} 位${conflictLabels[kind]}回避`] : []
    }),
    ...(barred > 0 ? [`${barred} 位已评过、回避过或未按时评完`] : []),
    ...(region > 0 ? [`${region} 位与已选专家同地区`] : []),
    ...(full > 0 ? [`${full} 位任务已满`] : []),
  ]
  const choice = suitable === 0 ? '专家库里没有该学科的专家' : `该材料只有 ${left} 位专家可选`
  return `还缺 ${need - found} 位：${choice}${reasons.length > 0 ? `：${reasons.join('，')}` : ''}`
}

/** The next round whose assignment waits, or whose assigner was killed. */
const waiting = ({ db }: ReviewNeeds) =>
  db.maybeOne<{ id: string }>(
    sql`select id from review_round where assigning is not null order by id limit 1`,
  )

const roundById = (db: Queryable, id: string) =>
  db.one<RoundRow>(sql`select r.* from review_round r where r.id = ${id}::uuid`)

/**
 * Gives every item of a round the experts that it lacks. Tasks are issued in one transaction that looks again
 * whether the round still waits: after a kill it is done anew, beside another process once.
 */
export async function assignRound(o: ReviewNeeds, id: string): Promise<void> {
  const round = await roundById(o.db, id)
  const items = await standing(o.db, id)
  const seen = await judged(o.engine, o.db, round, {
    items,
    which: sql`e.id = any(${round.panel ?? []}::int[]) and ${serving}`,
    lot: round.panel ?? [],
  })
  const wanting = items.flatMap((item) => {
    const need = round.rules.perItem - item.panel.length
    return need > 0 ? [seen.wanting(item, { need, panel: item.panel, barred: item.had })] : []
  })
  const experts = seen.experts.map(({ id: expert, subjects, city, district, load, keys }) => ({
    id: expert,
    subjects,
    city,
    district,
    load,
    keys,
  }))
  const { pairs, short } = await assignmentOf({ rules: round.rules, experts, items: wanting })
  await o.db.transaction(async (tx) => {
    const mine = await tx.maybeOne(sql`
      update review_round
      set assigning = null, assigned_at = now(), version = version + 1,
        shortfall = ${sql.json(short.map((one) => ({ item: one.item, sentence: sentenceOf(one) })))}
      where id = ${id}::uuid and assigning is not null and state = 'open' and version = ${round.version}
      returning id`)
    if (!mine) return
    await issueTasks(
      o,
      tx,
      round,
      pairs.map((pair): NewTask => ({ ...pair, kind: 'main', insteadOf: null })),
    )
    await happened(tx, { round: id, by: null, action: 'assigned' })
    await note(tx, {
      by: round.by_identity,
      action: 'review.assigned',
      facts: { round: id, tasks: pairs.length, short: short.length },
    })
    await tellShort(o, tx, round, short.length)
  })
}

async function tellShort({ notify }: ReviewNeeds, tx: Tx, round: RoundRow, short: number): Promise<void> {
  await notify(tx, {
    to: { identity: round.by_identity },
    kind: '2',
    title: short === 0 ? `“${round.title}”的专家已分配` : `“${round.title}”有 ${short} 件材料专家不足`,
    content: short === 0 ? '每件材料的专家都已分配。' : '请在评审进度里查看原因，补充专家或人工指定。',
    link: null,
    exceptPerson: 0,
  })
}

export const assigning = (o: ReviewNeeds): KeptJob => ({
  name: 'review.assign',
  label: '专家评审分配',
  every: 3,
  run: async () => {
    const next = await waiting(o)
    if (!next) return false
    await assignRound(o, next.id)
    return true
  },
})

/** Asks for the experts that items lack, after the pool or the conflicts changed. */
export async function assignAgain(o: ReviewNeeds, actor: Actor, id: string, version: number) {
  return o.db.transaction(async (tx) => {
    const round = await roundOf(tx, actor, id, 'lock')
    if (round.state !== 'open') throw wrongState('评审没有在进行')
    if (round.assigning !== null) throw wrongState('正在分配，请稍候')
    if (round.version !== version) throw stale()
    const panel = await panelNow(tx, round)
    const row = await tx.one<{ id: string; version: number }>(sql`
      update review_round
      set assigning = 'queued', panel = ${panel}::int[], version = version + 1
      where id = ${id}::uuid
      returning id, version`)
    await note(tx, { by: actor.identityId, action: 'review.assigningAsked', facts: { round: id } })
    return row
  })
}

/** The drawn order, with experts who joined the pool later behind it in the order of their numbers. */
async function panelNow(tx: Tx, round: RoundRow): Promise<number[]> {
  const pool = await tx.query<{ id: number }>(sql`
    select e.id from review_expert e where e.office_id = ${round.office_id} and ${serving} order by e.id`)
  return [...new Set([...(round.panel ?? []), ...pool.map(({ id }) => id)])]
}
