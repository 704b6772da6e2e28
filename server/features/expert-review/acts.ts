import type { Actor } from '../../../catalogue/access/access.ts'
import type { AssignBody } from '../../../catalogue/contract/review/rounds.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { taskMoves, type TaskMoveName, type TaskState } from '../../../catalogue/reviews/task.ts'
import { endOfDay, today } from '../../platform/clock/clock.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { itemOf, suitability } from './board.ts'
import { issueTasks } from './issue.ts'
import {
  desk,
  happened,
  packetPath,
  roundOf,
  stale,
  wrongState,
  type ReviewNeeds,
  type RoundRow,
} from './options.ts'
import { succeed } from './successor.ts'

/** What the office does with single tasks of an open round. */

interface Task {
  readonly id: string
  readonly item_id: string
  readonly kind: 'main' | 'arbitration'
  readonly state: TaskState
  readonly version: number
  readonly due: string
  readonly identity: number
  readonly no: number
}

export interface NamedTask {
  readonly round: string
  readonly task: string
  readonly version: number
}

async function openRoundOf(tx: Tx, actor: Actor, id: string): Promise<RoundRow> {
  const round = await roundOf(tx, actor, id)
  if (round.state !== 'open') throw wrongState('评审没有在进行')
  return round
}

async function taskFor(tx: Tx, { round, task, version }: NamedTask, move: TaskMoveName): Promise<Task> {
  const row = await tx.maybeOne<Task>(sql`
    select k.id, k.item_id, k.kind, k.state, k.version, (k.due_at at time zone 'Asia/Shanghai')::date::text as due,
      e.identity_id as identity, k.no
    from review_task k join review_expert e on e.id = k.expert_id
    where k.id = ${task}::uuid and k.round_id = ${round}::uuid
    for update of k`)
  if (!row) throw new AppError('missing')
  if (!taskMoves[move].from.some((state) => state === row.state))
    throw wrongState('该任务现在的状态不能这样办理')
  if (row.version !== version) throw stale()
  return row
}

/** Takes a task back and asks the next suitable expert. */
export async function replaceTask(o: ReviewNeeds, actor: Actor, named: NamedTask, reason: string) {
  return o.db.transaction(async (tx) => {
    const round = await openRoundOf(tx, actor, named.round)
    const task = await taskFor(tx, named, 'recall')
    const { version } = await tx.one<{ version: number }>(sql`
      update review_task set state = 'recalled', reason = ${reason}, version = version + 1
      where id = ${task.id}::uuid returning version`)
    await happened(tx, { round: round.id, task: task.id, by: actor.identityId, action: 'recalled', reason })
    await note(tx, { by: actor.identityId, action: 'review.recalled', facts: { task: task.id } })
    await o.notify(tx, {
      to: { identity: task.identity },
      kind: '2',
      title: '一份评审材料已由主办单位撤回',
      content: `${round.title}，第 ${task.no} 份，无需再评。`,
      link: desk,
      exceptPerson: actor.personId,
    })
    await succeed(o, tx, {
      round: round.id,
      item: task.item_id,
      kind: task.kind,
      insteadOf: task.id,
      by: actor.identityId,
    })
    return { version }
  })
}

/** Gives an expert more days; the new last day lies behind the old one. */
export async function extendTask({ db, notify }: ReviewNeeds, actor: Actor, named: NamedTask, until: string) {
  return db.transaction(async (tx) => {
    const round = await openRoundOf(tx, actor, named.round)
    const task = await taskFor(tx, named, 'expire')
    if (until <= task.due || until <= today()) throw invalid('until', '新的截止日期要晚于原来的和今天')
    const { version } = await tx.one<{ version: number }>(sql`
      update review_task set due_at = ${endOfDay(until)}::timestamptz, reminded_at = null, version = version + 1
      where id = ${task.id}::uuid returning version`)
    await happened(tx, {
      round: round.id,
      task: task.id,
      by: actor.identityId,
      action: 'extended',
      reason: until,
    })
    await note(tx, { by: actor.identityId, action: 'review.extended', facts: { task: task.id, until } })
    await notify(tx, {
      to: { identity: task.identity },
      kind: '1',
      title: `评审材料的截止日期延到 ${until}`,
      content: `${round.title}，第 ${task.no} 份。`,
      link: packetPath(task.id),
      exceptPerson: actor.personId,
    })
    return { version }
  })
}

/** Gives a handed-in task back to its expert, who may mend it. */
export async function sendBackTask(
  { db, notify }: ReviewNeeds,
  actor: Actor,
  named: NamedTask,
  reason: string,
) {
  return db.transaction(async (tx) => {
    const round = await openRoundOf(tx, actor, named.round)
    const task = await taskFor(tx, named, 'sendBack')
    const arbitrated = await tx.maybeOne(sql`
      select 1 from review_task k
      where k.item_id = ${task.item_id}::uuid and k.kind = 'arbitration' and k.state in ('assigned', 'reviewing', 'submitted')
      limit 1`)
    if (arbitrated) throw wrongState('该材料已请专家加评，评分不能再退回')
    const { version } = await tx.one<{ version: number }>(sql`
      update review_task
      set state = 'reviewing', submitted_at = null, reason = ${reason}, version = version + 1,
        due_at = greatest(due_at, ${endOfDay(today())}::timestamptz + interval '2 days')
      where id = ${task.id}::uuid returning version`)
    await happened(tx, { round: round.id, task: task.id, by: actor.identityId, action: 'sentBack', reason })
    await note(tx, { by: actor.identityId, action: 'review.sentBack', facts: { task: task.id } })
    await notify(tx, {
      to: { identity: task.identity },
      kind: '1',
      title: '一份评审退回给您修改',
      content: `${round.title}，第 ${task.no} 份。原因：${reason}`,
      link: packetPath(task.id),
      exceptPerson: actor.personId,
    })
    return { version }
  })
}

/** Gives an item to an expert by hand; conflicts are judged anew and block as they block the lot. */
export async function assignByHand(o: ReviewNeeds, actor: Actor, { roundId, itemId, expertId }: AssignBody) {
  return o.db.transaction(async (tx) => {
    const round = await openRoundOf(tx, actor, roundId)
    // Two people choosing for one item at the same time would both see the place free.
    await tx.query(
      sql`select 1 from review_item i where i.id = ${itemId}::uuid and i.round_id = ${roundId}::uuid for update`,
    )
    const item = await itemOf(tx, roundId, itemId)
    const found = (await suitability(o, tx, round, item)).find((one) => one.expertId === expertId)
    if (!found) throw invalid('expertId', '专家库里没有这位在聘的专家')
    if (found.refusal !== null) throw invalid('expertId', found.refusal)
    const { covered } = await tx.one<{ covered: number }>(sql`
      select count(*)::int as covered from review_task k
      where k.item_id = ${itemId}::uuid and k.kind = 'main' and k.state in ('assigned', 'reviewing', 'submitted')`)
    if (covered >= round.rules.perItem) throw wrongState('该材料的专家已满')
    await issueTasks(o, tx, round, [{ item: itemId, expert: expertId, kind: 'main', insteadOf: null }])
    await tx.execute(sql`
      update review_round
      set panel = case when ${expertId} = any(panel) then panel else panel || ${expertId}::int end,
        shortfall = case when ${covered + 1 >= round.rules.perItem}::boolean then (
          select coalesce(jsonb_agg(s), '[]') from jsonb_array_elements(shortfall) s where s ->> 'item' <> ${itemId}::text)
          else shortfall end
      where id = ${roundId}::uuid`)
    await happened(tx, { round: roundId, by: actor.identityId, action: 'assignedByHand' })
    await note(tx, {
      by: actor.identityId,
      action: 'review.assignedByHand',
      facts: { round: roundId, expert: expertId },
    })
    return { created: 1 }
  })
}

/** Reminds every expert of the round who has open tasks; once in an hour at most. */
export async function urgeRound({ db, notify }: ReviewNeeds, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    const round = await roundOf(tx, actor, id, 'lock')
    if (round.state !== 'open') throw wrongState('评审没有在进行')
    const before = await tx.maybeOne(sql`
      select 1 from review_event v
      where v.round_id = ${id}::uuid and v.action = 'urged' and v.at > now() - interval '1 hour' limit 1`)
    if (before) throw wrongState('一小时内已经催办过')
    const waiting = await tx.query<{ identity: number; count: number; due: string }>(sql`
      select e.identity_id as identity, count(*)::int as count,
        (min(k.due_at) at time zone 'Asia/Shanghai')::date::text as due
      from review_task k join review_expert e on e.id = k.expert_id
      where k.round_id = ${id}::uuid and k.state in ('assigned', 'reviewing')
      group by 1`)
    for (const { identity, count, due } of waiting)
      await notify(tx, {
        to: { identity },
        kind: '1',
        title: `请尽快评审：还有 ${count} 份`,
        content: `${round.title}，最早的 ${due} 截止。`,
        link: desk,
        exceptPerson: actor.personId,
      })
    await happened(tx, { round: id, by: actor.identityId, action: 'urged' })
    await note(tx, {
      by: actor.identityId,
      action: 'review.urged',
      facts: { round: id, experts: waiting.length },
    })
    return { experts: waiting.length }
  })
}
