import type { Actor } from '../../../catalogue/access/access.ts'
import type { Submission, Todo, Workbench } from '../../../catalogue/contract/workspace.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { asides, type RouteStep, type State } from '../../../catalogue/flows/review.ts'
import type { Engine } from '../../engine/engine.ts'
import { stepsView } from '../../engine/ways/index.ts'
import {
  archiveCompleteness,
  daysSince,
  fromStored,
  levelOfStep,
  namesOf,
  summaryOf,
  type Values,
} from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { buildingOf } from './building.ts'
import type { WorkbenchTools } from './tools.ts'

interface Open {
  record_id: string
  type: string
  state: State
  /** When what this draft mends was returned; null for any other. */
  mends_since: string | null
  value: Values
  route: RouteStep[] | null
  step: number | null
  holder_since: string | null
  submitted_at: string | null
  decided_at: string | null
  updated_at: string
  holder: string | null
  last_action: string | null
  last_by: number | null
  last_fields: { key: string; reason: string }[] | null
  last_reason: string | null
}

async function openOf(engine: Engine, ownerId: number): Promise<Open[]> {
  return engine.db.query<Open>(sql`
    select v.record_id, v.type, v.state, b.decided_at as mends_since, v.value, v.route, v.step,
      v.holder_since, v.submitted_at, v.decided_at, v.updated_at,
      h.name as holder, e.action as last_action, e.by_identity as last_by, e.fields as last_fields,
        e.reason as last_reason
    from revision v left join institution h on h.id = v.holder_institution_id
      left join revision b on b.owner_id = ${ownerId}
        and b.id = v.previous_id
        and v.state = 'draft'
        and b.state = 'returned'
      left join lateral (select * from revision_event x where x.owner_id = ${ownerId} and x.record_id = v.record_id
        and x.action <> all(${[...asides]}::text[])
        and (b.id is null or x.revision_id = b.id) order by x.at desc limit 1) e on true
    where v.owner_id = ${ownerId} and v.replaced_at is null
      and v.state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
      order by v.updated_at desc
      limit 100`)
}

/** Inputs of a teacher's to-dos. */
interface Desk {
  readonly engine: Engine
  readonly tools: WorkbenchTools
  /** Names of those who decided, by identity. */
  readonly names: ReadonlyMap<number, string>
}

async function todosOf(engine: Engine, tools: WorkbenchTools, open: readonly Open[]): Promise<Todo[]> {
  const mine = open.filter((row) => row.state !== 'inReview')
  const names = await namesOf(
    engine.db,
    mine.flatMap((row) => row.last_by ?? []),
  )
  const order: Readonly<Record<string, number>> = { returned: 0, rejected: 1, withdrawn: 2, draft: 3 }
  const rank = (row: Open) => order[row.mends_since === null ? row.state : 'returned'] ?? 9
  return mine
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((row) => {
      const definition = engine.records[row.type]
      return definition ? [todoOf({ engine, tools, names }, definition, row)] : []
    })
}

/** The reasons of the last decision in one line. */
function reasonsOf(definition: AnyRecord, row: Open): string {
  const label = (key: string) => definition.fields[key]?.label ?? '佐证材料'
  const pinned = (row.last_fields ?? []).map((f) => `${label(f.key)}：${f.reason || '请核对'}`)
  return pinned.join('；') || row.last_reason || ''
}

/** Link to the first field to mend. */
function mendingLink(tools: WorkbenchTools, row: Open): string {
  const [first] = row.last_fields ?? []
  return `${tools.linkOf(row.type, row.record_id, 'section', 2) ?? ''}&edit=1${first ? `&field=${first.key}` : ''}`
}

function todoOf(desk: Desk, definition: AnyRecord, row: Open): Todo {
  const { engine, tools } = desk
  const summary = summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value))
  const link = mendingLink(tools, row)
  // What was returned waits since then, also while it is being mended: typing one letter is no answer yet.
  const since = row.mends_since ?? row.decided_at ?? row.updated_at
  const base = { id: row.record_id, since, waitingDays: daysSince(since), count: 1, link }
  if (row.state === 'returned' || row.mends_since !== null)
    return { ...base, ...returnedTodo(desk, definition, row, summary) }
  if (row.state === 'rejected') {
    return {
      ...base,
      kind: 'rejected',
      title: `${definition.title}不予通过`,
      lines: [summary, reasonsOf(definition, row)].filter(Boolean),
      verb: '查看',
      link: link.replace('&edit=1', ''),
    }
  }
  const title =
    row.state === 'withdrawn' ? `${definition.title}已撤回，尚未重新提交` : `${definition.title}草稿尚未提交`
  return { ...base, kind: 'draft', title, lines: [summary], verb: '继续填写' }
}

function returnedTodo(
  { names }: Desk,
  definition: AnyRecord,
  row: Open,
  summary: string,
): Pick<Todo, 'kind' | 'title' | 'lines' | 'verb'> {
  const count = row.last_fields?.length ?? 0
  const title = count > 0 ? `${definition.title}被退回，有 ${count} 处要改` : `${definition.title}被退回修改`
  const by = row.last_by === null ? '' : (names.get(row.last_by) ?? '')
  const begun = row.mends_since === null ? '' : '已开始修改，尚未重新提交'
  const lines = [summary, `${by}退回`, reasonsOf(definition, row), begun].filter(Boolean)
  return { kind: 'returned', title, lines, verb: begun ? '继续修改' : '去修改' }
}

async function submissionsOf(
  engine: Engine,
  tools: WorkbenchTools,
  open: readonly Open[],
  ownerId: number,
): Promise<Submission[]> {
  const decided = await engine.db.query<Open>(sql`
    select record_id, type, state, value, route, step, holder_since, submitted_at, decided_at, updated_at,
      null as holder
    from revision
    where owner_id = ${ownerId} and state = 'approved' and submitted_at is not null and superseded_at is null
      and decided_at > now() - interval '30 days' order by decided_at desc limit 5`)
  const rows = [...open.filter((row) => row.state === 'inReview'), ...decided]
  const found = await Promise.all(
    rows.map(async (row): Promise<Submission[]> => {
      const definition = engine.records[row.type]
      if (!definition) return []
      const active = row.state === 'inReview'
      return [
        {
          id: row.record_id,
          type: row.type,
          title: definition.title,
          summary: summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value)),
          state: row.state,
          level: active ? levelOfStep(row.route, row.step) : null,
          holder: row.holder,
          waitingDays: active ? daysSince(row.holder_since) : null,
          submittedAt: row.submitted_at,
          decidedAt: row.decided_at,
          route: await stepsView(engine, row.route ?? [], active ? row.step : (row.route ?? []).length),
          link: tools.linkOf(row.type, row.record_id, 'section', 2) ?? '',
          canWithdraw: active && (row.last_action === 'submit' || row.last_action === 'appeal'),
        },
      ]
    }),
  )
  return found.flat()
}

function greetingOf(name: string, todos: number, building: Workbench['building']): string {
  if (todos > 0) return `${name}老师，有 ${todos} 件事等您`
  const next = building?.steps.find(({ state }) => state === 'open')
  return next ? `${name}老师，先从${next.verb}${next.title}开始` : `${name}老师，暂无待办事项`
}

/** The first screen of a teacher. */
export async function teacherBench(engine: Engine, tools: WorkbenchTools, actor: Actor): Promise<Workbench> {
  const ownerId = actor.teacherId ?? 0
  const open = await openOf(engine, ownerId)
  const [todos, submissions, completeness, messages, teacher] = await Promise.all([
    todosOf(engine, tools, open),
    submissionsOf(engine, tools, open, ownerId),
    archiveCompleteness(engine, actor, ownerId),
    tools.unread(actor, 5),
    engine.db.maybeOne<{ stage: string | null; subject: string | null }>(
      sql`select stage, subject from teacher where id = ${ownerId}`,
    ),
  ])
  const note = [
    actor.institution,
    teacher?.stage && labelOf('schoolStage', teacher.stage),
    teacher?.subject && labelOf('subject', teacher.subject),
  ]
  const { sections } = completeness
  const building = await buildingOf(engine, tools, { actor, ownerId, sections, begun: open })
  const linked = completeness.sections.map((section) => ({
    ...section,
    link: tools.linkOf(section.type, null, 'section', 2) ?? '',
  }))
  return {
    greeting: greetingOf(actor.name, todos.length, building),
    note: note.filter(Boolean).join('　'),
    at: new Date().toISOString(),
    todos,
    submissions,
    completeness: { ...completeness, sections: linked },
    building,
    queues: [],
    longest: null,
    recent: [],
    deadlines: [],
    figures: [],
    messages,
  }
}
