import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import type { WaitingCorrection } from '../../../catalogue/contract/archive/corrections.ts'
import type { Unconfirmed } from '../../../catalogue/contract/portal/reach.ts'
import type { Todo, Workbench } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import { daysSince, waitingByType } from '../../engine/records/index.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

async function queuesOf(engine: Engine, tools: WorkbenchTools, actor: Actor): Promise<Workbench['queues']> {
  const waiting = await waitingByType(engine, actor)
  return waiting.flatMap((row) => {
    const definition = engine.records[row.type]
    if (!definition) return []
    const link = tools.linkOf(row.type, null, 'review', actor.role) ?? ''
    return [
      {
        type: row.type,
        title: definition.title,
        waiting: row.waiting,
        oldestDays: daysSince(row.oldest) ?? 0,
        overdue: row.overdue,
        link,
      },
    ]
  })
}

const overdueLine = (count: number): string[] => (count > 0 ? [`有 ${count} 条超过办理期限，请先办`] : [])

function todosOf(queues: Workbench['queues']): Todo[] {
  return [...queues]
    .sort((a, b) => b.oldestDays - a.oldestDays)
    .map((queue) => ({
      id: queue.type,
      kind: 'review',
      title: `${queue.title}有 ${queue.waiting} 条待审核`,
      lines: [`最早的一条等了 ${queue.oldestDays} 天`, ...overdueLine(queue.overdue)],
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

/** What schools recorded and this level has not confirmed, as one line. */
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
function readingTodo({ id, title, from, until, since, link }: Unconfirmed): Todo {
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

/** Figures of the actor's scope, each with what it counts. */
async function figuresOf(engine: Engine, actor: Actor): Promise<Workbench['figures']> {
  if (scopeOf(actor) === null) return []
  const revisions = sql`from revision v where ${scopeCondition(actor, 'v')}`
  const row = await engine.db.one<{ teachers: number; open: number; returned: number }>(sql`
    select (select count(*)::int from teacher t where ${scopeCondition(actor, 't', 'id')}) as teachers,
      (select count(*)::int ${revisions} and v.state = 'inReview') as open,
      (select count(*)::int ${revisions}
          and v.state in ('returned', 'rejected')
          and v.replaced_at is null) as returned`)
  return [
    { key: 'teachers', label: '教职工', value: row.teachers, definition: '人事关系在本范围内的教职工人数' },
    {
      key: 'open',
      label: '审核中',
      value: row.open,
      definition: '本范围内已提交、尚未办结的档案条数，含上级正在审核的',
    },
    {
      key: 'returned',
      label: '退回待改',
      value: row.returned,
      definition: '本范围内被退回修改或不予通过、教师还没有处理的条数',
    },
  ]
}

/** The first screen of whoever reviews; roles without archives get their messages only. */
export async function reviewerBench(engine: Engine, tools: WorkbenchTools, actor: Actor): Promise<Workbench> {
  const [queues, corrections, unsettled, toRead, toPublish, figures, messages] = await Promise.all([
    queuesOf(engine, tools, actor),
    tools.corrections(actor),
    tools.confirmations(actor),
    tools.unconfirmed(actor),
    tools.waitingContents(actor),
    figuresOf(engine, actor),
    tools.unread(actor, 5),
  ])
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0)
  return {
    greeting: waiting > 0 ? `${actor.name}，有 ${waiting} 条等您审核` : `${actor.name}，没有等您审核的`,
    note: actor.institution,
    todos: [
      ...corrections.map((one) => correctionTodo(engine, tools, actor, one)),
      ...confirmationTodo(engine, unsettled),
      ...toRead.map(readingTodo),
      ...toPublish.map(publishingTodo),
      ...todosOf(queues),
    ],
    submissions: [],
    completeness: null,
    queues,
    figures,
    messages,
  }
}
