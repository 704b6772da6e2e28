import type { Actor } from '../../../catalogue/access/access.ts'
import type { WaitingCorrection } from '../../../catalogue/contract/archive/corrections.ts'
import type { OpenConfirmation } from '../../../catalogue/contract/portal/reach.ts'
import type { CasesWaiting } from '../../../catalogue/contract/processes.ts'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import type { Todo, Workbench } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import { daysSince } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { deadlinesOf } from './deadlines.ts'
import { figuresOf } from './figures.ts'
import { waitingFor } from './queues.ts'
import { recentOf } from './recent.ts'
import type { WorkbenchTools } from './tools.ts'

const overdueLine = (count: number): string[] => (count > 0 ? [`有 ${count} 条超过办理期限，请先办`] : [])

function todosOf(queues: Workbench['queues']): Todo[] {
  return [...queues]
    .sort((a, b) => b.oldestDays - a.oldestDays)
    .map((queue) => ({
      id: queue.type,
      kind: 'review',
      title: `${queue.title}有 ${queue.waiting} 条待审核`,
      lines: [`最早的一条已等 ${queue.oldestDays} 天`, ...overdueLine(queue.overdue)],
      since: null,
      waitingDays: queue.oldestDays,
      count: queue.waiting,
      verb: '去审核',
      link: queue.link,
    }))
}

/**
 * A teacher who says that something recorded about them is wrong: a person waits, so it stands before the
 * queues.
 */
function correctionTodo(engine: Engine, tools: WorkbenchTools, actor: Actor, one: WaitingCorrection): Todo {
  return {
    id: one.id,
    kind: 'correction',
    title: `${one.ownerName}申请更正${engine.records[one.type]?.title ?? ''}`,
    lines: [one.reason],
    since: one.askedAt,
    waitingDays: one.waitingDays,
    count: 1,
    verb: '去处理',
    link: tools.linkOf(one.type, one.recordId, 'office', actor.role) ?? '',
  }
}

/** Line about records of schools that this level has not confirmed. */
function confirmationTodo(
  engine: Engine,
  { type, count, link }: { type: string; count: number; link: string },
): Todo[] {
  if (count === 0) return []
  const title = `${engine.records[type]?.title ?? ''}有 ${count} 条待确认`
  const lines = ['学校登记的已经生效，请核对后确认，有误的作废']
  return [
    {
      id: `confirm ${type}`,
      kind: 'correction',
      title,
      lines,
      since: null,
      waitingDays: null,
      count,
      verb: '去确认',
      link,
    },
  ]
}

/** Something published that asks institutions to confirm that they read it. */
function readingTodo({ id, title, from, until, since, link }: OpenConfirmation): Todo {
  return {
    id: `read ${id}`,
    kind: 'reading',
    title: `请确认已读：${title}`,
    lines: [`${from}要求 ${until} 前确认`],
    since,
    waitingDays: daysSince(since),
    count: 1,
    verb: '去确认',
    link,
  }
}

/** Contents others wrote, before readers see them. */
function publishingTodo({
  type,
  title,
  count,
  since,
  overdue,
  link,
}: Awaited<ReturnType<WorkbenchTools['waitingContents']>>[number]): Todo {
  return {
    id: `publish ${type}`,
    kind: 'publishing',
    title: `${title}有 ${count} 条待审核`,
    lines: ['通过后读者才能看到', ...overdueLine(overdue)],
    since: null,
    waitingDays: daysSince(since),
    count,
    verb: '去审核',
    link,
  }
}

/** Transfers, postings and status changes that wait for the office. */
function caseTodo(actor: Actor, { type, count, overdue, since }: CasesWaiting['list'][number]): Todo {
  const { title } = processes[type]
  return {
    id: `case ${type}`,
    kind: 'case',
    title: `${title}有 ${count} 件等您单位办理`,
    lines: overdueLine(overdue),
    since: null,
    waitingDays: since === null ? null : daysSince(since),
    count,
    verb: '去办理',
    link: `${casesPath(actor.role, type) ?? ''}&queue=mine`,
  }
}

/** 周明岚，有 92 条待审核，6 条已超时限. */
function greetingOf(actor: Actor, queues: Workbench['queues']): string {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0)
  const overdue = queues.reduce((sum, queue) => sum + queue.overdue, 0)
  if (waiting === 0) return `${actor.name}，暂无待审核资料`
  return `${actor.name}，有 ${waiting} 条待审核${overdue > 0 ? `，${overdue} 条已超时限` : ''}`
}

/** The first screen of whoever reviews; roles without archives get their messages only. */
export async function reviewerBench(engine: Engine, tools: WorkbenchTools, actor: Actor): Promise<Workbench> {
  const { today, at } = await engine.db.one<{ today: string; at: string }>(
    sql`select (now() at time zone 'Asia/Shanghai')::date as today, now() as at`,
  )
  const [waiting, corrections, unsettled, toRead, toPublish, cases, figures, messages, recent] =
    await Promise.all([
      waitingFor(engine, tools, actor),
      tools.corrections(actor),
      tools.confirmations(actor),
      tools.unconfirmed(actor),
      tools.waitingContents(actor),
      tools.waitingCases(actor),
      figuresOf(engine, tools, actor),
      tools.unread(actor, 5),
      recentOf(engine, tools, actor),
    ])
  return {
    greeting: greetingOf(actor, waiting.queues),
    note: actor.institution,
    at,
    todos: [
      ...corrections.map((one) => correctionTodo(engine, tools, actor, one)),
      ...confirmationTodo(engine, unsettled),
      ...toRead.map(readingTodo),
      ...toPublish.map(publishingTodo),
      ...cases.map((one) => caseTodo(actor, one)),
      ...todosOf(waiting.queues),
    ],
    submissions: [],
    completeness: null,
    building: null,
    ...waiting,
    recent,
    deadlines: await deadlinesOf({ engine, tools, actor, today }, toRead),
    figures,
    messages,
  }
}
