import type { Actor } from '../../../catalogue/access/access.ts'
import {
  todoKinds,
  urgencies,
  type TodoBetween,
  type TodoCounts,
  type TodoItem,
  type TodoItemQuery,
  type TodoKind,
  type TodoPage,
  type TodoQuery,
} from '../../../catalogue/contract/todos.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { placeWithin } from '../../engine/access/index.ts'
import { daysSince } from '../../engine/records/index.ts'
import { limitsNow, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { branchesOf, count, exactUpTo, read, type FoundTodo, type TodoRequest } from './found.ts'
import { handedTo, handsOf } from './hands-read.ts'
import { idOf, markOf, partsOf, readMark } from './place.ts'

/** Dependencies of the lists. */
export interface Todos {
  readonly db: Database
  readonly todoSources: readonly TodoSource[]
}

async function wantedBy(
  { db }: Todos,
  actor: Actor,
  { kind, type, urgency, place, mine, q, order }: TodoItemQuery,
): Promise<TodoRequest> {
  const [limits, within, only] = await Promise.all([
    limitsNow(db),
    place === undefined ? undefined : placeWithin(db, actor, place),
    mine === undefined ? undefined : handedTo(db, actor, mine),
  ])
  return { actor, limits, kind, type, urgency, q: q === '' ? undefined : q, place: within, order, only }
}

/** What was handed to the actor and still waits, the most urgent first. */
export async function handedItems(todos: Todos, actor: Actor, limit: number): Promise<FoundTodo[]> {
  const wanted = await wantedBy(todos, actor, { order: 'urgent', mine: 'hand' })
  return read(todos.db, todos.todoSources, wanted, { limit })
}

/** A page of what waits for the actor. */
export async function listTodos(todos: Todos, actor: Actor, query: TodoQuery): Promise<TodoPage> {
  const { db, todoSources } = todos
  const wanted = await wantedBy(todos, actor, query)
  const [found, counted] = await Promise.all([
    read(db, todoSources, wanted, { after: readMark(query.after), limit: query.pageSize + 1 }),
    count(db, todoSources, wanted),
  ])
  const shown = found.slice(0, query.pageSize)
  const last = found.length > query.pageSize ? shown.at(-1) : undefined
  const total = counted.reduce((sum, one) => sum + one.count, 0)
  return {
    list: await itemsOf(todos, actor, shown),
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    after: last ? markOf(last) : null,
  }
}

const kinds = Object.keys(todoKinds) as TodoKind[]

/** Counts of the actor's to-dos, by group, kind and type. */
export async function countTodos(todos: Todos, actor: Actor): Promise<TodoCounts> {
  const limits = await limitsNow(todos.db)
  const counted = await count(todos.db, todos.todoSources, { actor, limits })
  const bySource = new Map(todos.todoSources.map((source) => [source.name, source]))
  const rows = counted.flatMap((row) => {
    const source = bySource.get(row.source)
    return source ? [{ ...row, kind: source.kind, title: source.titleOf(row.type) }] : []
  })
  const sum = (of: readonly { readonly count: number }[]) => of.reduce((all, one) => all + one.count, 0)
  const types = Map.groupBy(rows, ({ kind, type, title }) => `${kind} ${type} ${title}`)
  return {
    total: sum(rows),
    overdue: sum(rows.filter(({ urgency }) => urgency === 0)),
    soon: sum(rows.filter(({ urgency }) => urgency === 1)),
    oldest: rows.map(({ oldest }) => oldest).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    kinds: kinds
      .map((kind) => ({ kind, count: sum(rows.filter((row) => row.kind === kind)) }))
      .filter(({ count: many }) => many > 0),
    types: [...types.values()].flatMap((of) => {
      const [first] = of
      return first ? [{ kind: first.kind, type: first.type, title: first.title, count: sum(of) }] : []
    }),
  }
}

/** One to-do between its neighbours in the list; 404 when it waits no longer, or for others. */
export async function todoBetween(
  todos: Todos,
  actor: Actor,
  id: string,
  query: TodoItemQuery,
): Promise<TodoBetween> {
  const wanted = await wantedBy(todos, actor, query)
  const at = await findOne(todos, wanted, id)
  const [previous, next] = await Promise.all([
    read(todos.db, todos.todoSources, wanted, { after: at, limit: 1, back: true }),
    read(todos.db, todos.todoSources, wanted, { after: at, limit: 1 }),
  ])
  const [item] = await itemsOf(todos, actor, [at])
  if (!item) throw gone()
  return { item, previous: nameOf(previous), next: nameOf(next) }
}

const nameOf = ([found]: readonly FoundTodo[]): string | null => (found ? idOf(found) : null)

const gone = () => new AppError('missing', { message: '该事项已经办结，或者不再等您办理' })

/** A to-do that waits for the actor. AppError `missing` where it waits no longer, or for others. */
export const foundTodo = async (todos: Todos, actor: Actor, id: string): Promise<FoundTodo> =>
  findOne(todos, await wantedBy(todos, actor, { order: 'urgent' }), id)

/** Finds one to-do of the actor. */
async function findOne({ db, todoSources }: Todos, wanted: TodoRequest, id: string): Promise<FoundTodo> {
  const { source, type, item } = partsOf(id)
  const [branch] = branchesOf(
    todoSources.filter(({ name }) => name === source),
    { actor: wanted.actor, limits: wanted.limits, type },
  )
  if (!branch) throw gone()
  const row = await db.maybeOne<Pick<FoundTodo, 'since' | 'at' | 'urgency'>>(sql`
    select w.since, w.since::text as at, w.urgency from (${branch.rows}) w where w.item = ${item}`)
  if (!row) throw gone()
  return { source, type, item, ...row }
}

/** The lines of what was found, in its order; what is gone meanwhile is left out. */
async function itemsOf(todos: Todos, actor: Actor, found: readonly FoundTodo[]): Promise<TodoItem[]> {
  const [lines, escalated, hands] = await Promise.all([
    linesOf(todos, actor, found),
    escalatedAt(todos, found),
    handsOf(todos.db, actor, found),
  ])
  return found.flatMap((one): TodoItem[] => {
    const id = idOf(one)
    const line = lines.get(id)
    if (!line) return []
    return [
      {
        id,
        kind: line.source.kind,
        type: one.type,
        ...line.says,
        since: one.since,
        waitingDays: daysSince(one.since) ?? 0,
        urgency: urgencies[one.urgency] ?? 'later',
        escalatedAt: escalated.get(`${one.source} ${one.item} ${one.at}`) ?? null,
        hands: hands.get(`${one.source} ${one.item} ${one.at}`) ?? [],
      },
    ]
  })
}

async function linesOf({ todoSources }: Todos, actor: Actor, found: readonly FoundTodo[]) {
  const bySource = Map.groupBy(found, ({ source }) => source)
  const parts = await Promise.all(
    todoSources.map(async (source) => {
      const own = bySource.get(source.name) ?? []
      const lines = own.length === 0 ? new Map<string, TodoLine>() : await source.lines(actor, own)
      return own.flatMap((one) => {
        const says = lines.get(one.item)
        return says ? [[idOf(one), { source, says }] as const] : []
      })
    }),
  )
  return new Map(parts.flat())
}

/** When the office above was told, by source, item and the time when it came to its step. */
async function escalatedAt({ db }: Todos, found: readonly FoundTodo[]): Promise<ReadonlyMap<string, string>> {
  const late = found.filter(({ urgency }) => urgency === 0)
  if (late.length === 0) return new Map()
  const rows = await db.query<{ source: string; item: string; since: string; at: string }>(sql`
    select e.source, e.item, e.since::text as since, e.at
    from todo_escalated e
    join unnest(${late.map(({ source }) => source)}::text[], ${late.map(({ item }) => item)}::text[]) f (source, item)
      using (source, item)
    where e.above_id is not null`)
  return new Map(rows.map(({ source, item, since, at }) => [`${source} ${item} ${since}`, at]))
}
