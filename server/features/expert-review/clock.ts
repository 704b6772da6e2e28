import type { Conflict } from '../../../catalogue/reviews/conflict-kinds.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { sql } from '../../platform/db/sql.ts'
import { itemColumns, judged, type ItemRow } from './judge.ts'
import { desk, happened, type ReviewNeeds, type RoundRow } from './options.ts'
import { succeed } from './successor.ts'

/** Tasks that one step moves before it lets others in. */
const most = 50
/** Days before its end in which a task is reminded of once. */
const remindDays = 3

/**
 * Ends a task whose day is over and asks the next expert, in one transaction. Beside another process each
 * task is moved once: the row is taken or left.
 * @returns whether there was one
 */
export async function expireOne(o: ReviewNeeds): Promise<boolean> {
  return o.db.transaction(async (tx) => {
    const task = await tx.maybeOne<{
      id: string
      round_id: string
      item_id: string
      kind: 'main' | 'arbitration'
      identity: number
      title: string
      no: number
    }>(sql`
      update review_task t
      set state = 'expired', version = t.version + 1
      from review_expert e, review_round r
      where t.id = (
          select k.id from review_task k
          join review_round o on o.id = k.round_id and o.state = 'open'
          where k.state in ('assigned', 'reviewing') and k.due_at < now()
          order by k.due_at, k.id limit 1 for update of k skip locked)
        and e.id = t.expert_id and r.id = t.round_id
      returning t.id, t.round_id, t.item_id, t.kind, t.no, e.identity_id as identity, r.title`)
    if (!task) return false
    await happened(tx, { round: task.round_id, task: task.id, by: null, action: 'expired' })
    await o.notify(tx, {
      to: { identity: task.identity },
      kind: '2',
      title: '一份评审材料已经逾期',
      content: `${task.title}，第 ${task.no} 份。已改由其他专家评审。`,
      link: desk,
      exceptPerson: 0,
    })
    await succeed(o, tx, {
      round: task.round_id,
      item: task.item_id,
      kind: task.kind,
      insteadOf: task.id,
      by: null,
    })
    return true
  })
}

/** Reminds experts once of what is due within three days. */
export async function remind({ db, notify }: ReviewNeeds): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx.query<{
      round_id: string
      identity: number
      title: string
      count: number
      day: string
    }>(sql`
      with due as (
        update review_task t
        set reminded_at = now()
        where t.id in (
          select k.id from review_task k
          join review_round o on o.id = k.round_id and o.state = 'open'
          where k.state in ('assigned', 'reviewing') and k.reminded_at is null and k.due_at > now()
            and k.due_at < now() + make_interval(days => ${remindDays}::int)
            and k.issued_at < now() - interval '1 day'
          order by k.id limit 2000 for update of k skip locked)
        returning t.round_id, t.expert_id, t.due_at)
      select d.round_id, e.identity_id as identity, r.title, count(*)::int as count,
        min(d.due_at at time zone 'Asia/Shanghai')::date::text as day
      from due d
      join review_expert e on e.id = d.expert_id
      join review_round r on r.id = d.round_id
      group by 1, 2, 3`)
    for (const { identity, title, count, day } of due)
      await notify(tx, {
        to: { identity },
        kind: '2',
        title: `还有 ${count} 份评审材料即将截止`,
        content: `${title}，${day} 截止。`,
        link: desk,
        exceptPerson: 0,
      })
  })
}

interface OpenTask {
  readonly task: string
  readonly expert: number
  readonly item: string
  readonly conflicts: string[]
}

/**
 * Judges the open tasks of a round anew and flags those that now have a conflict; the office is told once of
 * each.
 */
export async function flagConflicts({ db, engine, notify }: ReviewNeeds, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const round = await tx.one<RoundRow>(
      sql`select r.* from review_round r where r.id = ${id}::uuid for share`,
    )
    const tasks = await tx.query<OpenTask>(sql`
      select k.id as task, k.expert_id as expert, k.item_id as item, k.conflicts
      from review_task k where k.round_id = ${id}::uuid and k.state in ('assigned', 'reviewing')`)
    const items = await tx.query<ItemRow>(sql`
      select ${itemColumns} from review_item i where i.id = any(${tasks.map(({ item }) => item)}::uuid[])`)
    const experts = [...new Set(tasks.map(({ expert }) => expert))]
    const seen = await judged(engine, tx, round, {
      items,
      which: sql`e.id = any(${experts}::int[])`,
      lot: [],
    })
    const itemOf = new Map(items.map((item) => [item.id, item]))
    const expertOf = new Map(seen.experts.map((expert) => [expert.id, expert]))
    const changed = tasks.flatMap(({ task, expert, item, conflicts }) => {
      const [of, by] = [itemOf.get(item), expertOf.get(expert)]
      const now: readonly Conflict[] = of && by ? seen.conflicts(of, by) : []
      return now.join() === conflicts.join()
        ? []
        : [{ task, now: [...now], grown: now.length > conflicts.length }]
    })
    for (const { task, now } of changed)
      await tx.execute(sql`update review_task set conflicts = ${now}::text[] where id = ${task}::uuid`)
    const grown = changed.filter((one) => one.grown).length
    if (grown > 0) {
      await happened(tx, { round: id, by: null, action: 'conflicts' })
      await notify(tx, {
        to: { identity: round.by_identity },
        kind: '2',
        title: `“${round.title}”有 ${grown} 份评审任务出现回避情形`,
        content: '档案有变化，请在评审进度里查看，需要时更换专家。',
        link: null,
        exceptPerson: 0,
      })
    }
    return changed.length
  })
}

export const moving = (o: ReviewNeeds): KeptJob => ({
  name: 'review.clock',
  label: '专家评审时限',
  every: 60,
  run: async (stopping) => {
    for (let moved = 0; moved < most; moved += 1) {
      if (stopping.aborted) return false
      if (!(await expireOne(o))) {
        await remind(o)
        return false
      }
    }
    return true
  },
})

export const judging = (o: ReviewNeeds): KeptJob => ({
  name: 'review.conflicts',
  label: '专家评审回避',
  every: 600,
  run: async (stopping) => {
    const rounds = await o.db.query<{ id: string }>(
      sql`select r.id from review_round r where r.state = 'open' order by r.id`,
    )
    for (const { id } of rounds) {
      if (stopping.aborted) return false
      await flagConflicts(o, id)
    }
    return false
  },
})
