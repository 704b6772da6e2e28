import type { Actor } from '../../../catalogue/access/access.ts'
import type { TodoKind, Urgency } from '../../../catalogue/contract/todos.ts'
import { urgencies } from '../../../catalogue/contract/todos.ts'
import type { Limits, TodoFilter, TodoSource } from '../../engine/waiting/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Mark } from './place.ts'

/** Up to here counts are exact. */
export const exactUpTo = 10_000

/** A to-do as it was found; what it says is asked of its source. */
export interface FoundTodo extends Mark {
  readonly since: string
}

/** Query of a list of to-dos. */
export interface TodoRequest extends TodoFilter {
  readonly actor: Actor
  readonly limits: Limits
  readonly kind?: TodoKind | undefined
  readonly urgency?: Urgency | undefined
  readonly order: 'urgent' | 'newest'
  /** These items alone, by source. */
  readonly only?: ReadonlyMap<string, readonly string[]> | undefined
}

interface Turn {
  readonly after?: Mark | undefined
  readonly limit: number
  /** Towards the beginning of the list. */
  readonly back?: boolean
}

/** The selects of the sources that may have something, in the order of their names. */
export const branchesOf = (
  sources: readonly TodoSource[],
  { actor, limits, kind, type, q, place, only }: Omit<TodoRequest, 'order' | 'urgency'>,
): { source: TodoSource; rows: Sql }[] =>
  sources
    .filter((source) => kind === undefined || source.kind === kind)
    .filter(({ name }) => only === undefined || only.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((source) => {
      const rows = source.waiting(actor, { type, q, place }, limits)
      if (rows === null) return []
      const items = only?.get(source.name)
      return [
        {
          source,
          rows: items ? sql`select w.* from (${rows}) w where w.item = any(${[...items]}::text[])` : rows,
        },
      ]
    })

/**
 * Reads on in a list: of each source as many as may be shown, along its index, and the first of all of them.
 * What is overdue comes first, then what is due soon; each group is read only when the one before has ended.
 */
export async function read(
  db: Queryable,
  sources: readonly TodoSource[],
  wanted: TodoRequest,
  turn: Turn,
): Promise<FoundTodo[]> {
  const branches = branchesOf(sources, wanted)
  if (branches.length === 0) return []
  const found: FoundTodo[] = []
  for (const group of groupsOf(wanted, turn)) {
    const statement = groupStatement(branches, wanted, { ...turn, limit: turn.limit - found.length }, group)
    found.push(...(await db.query<FoundTodo>(statement)))
    if (found.length >= turn.limit) break
  }
  return found
}

/** The groups that are still to be read; null reads all of them at once. */
function groupsOf({ order, urgency }: TodoRequest, { after, back }: Turn): (number | null)[] {
  if (order === 'newest') return urgency === undefined ? [null] : [urgencies.indexOf(urgency)]
  const all = urgency === undefined ? [0, 1, 2] : [urgencies.indexOf(urgency)]
  const rest = all.filter((group) => !after || (back ? group <= after.urgency : group >= after.urgency))
  return back ? rest.toReversed() : rest
}

/** The statement of one group. Exported for the test that reads its plan. */
export function groupStatement(
  branches: readonly { readonly source: TodoSource; readonly rows: Sql }[],
  { order }: Pick<TodoRequest, 'order'>,
  { after, limit, back = false }: Turn,
  group: number | null,
): Sql {
  const descending = (order === 'newest') !== back
  const direction = descending ? sql`desc` : sql.empty
  const goesOn = after && (group === null || group === after.urgency) ? after : undefined
  const parts = branches.map(
    ({ source, rows }) => sql`(
      select ${sql.lit(source.name)} as source, w.item, w.type, w.since, w.urgency
      from (${rows}) w
      where ${ofGroup(group)}
        ${goesOn ? sql`and ${beyond(source.name, goesOn, descending)}` : sql.empty}
      order by w.since ${direction}, w.item collate "C" ${direction}
      limit ${limit})`,
  )
  return sql`
    select x.source, x.item, x.type, x.since, x.since::text as at, x.urgency
    from (${sql.join(parts, ' union all ')}) x
    order by x.since ${direction}, x.source collate "C" ${direction}, x.item collate "C" ${direction}
    limit ${limit}`
}

/**
 * Condition on the group. PostgreSQL takes an equality with an expression for a rare one and would sort all
 * that waits instead of reading along the index; of inequalities it expects that many rows fulfil them.
 */
function ofGroup(group: number | null): Sql {
  if (group === null) return sql`true`
  if (group === 1) return sql`w.urgency <> 0 and w.urgency <> 2`
  return group === 0 ? sql`w.urgency < 1` : sql`w.urgency > 1`
}

/** Condition that a row of a source comes after a place, in the order of time, source and number. */
export function beyond(name: string, { at, source, item }: Mark, descending: boolean): Sql {
  const moment = sql`${at}::timestamptz`
  if (name === source)
    return descending
      ? sql`w.since <= ${moment} and (w.since < ${moment} or w.item collate "C" < ${item})`
      : sql`w.since >= ${moment} and (w.since > ${moment} or w.item collate "C" > ${item})`
  const later = name > source
  if (descending) return later ? sql`w.since < ${moment}` : sql`w.since <= ${moment}`
  return later ? sql`w.since >= ${moment}` : sql`w.since > ${moment}`
}

interface TodoCount {
  readonly source: string
  readonly type: string
  readonly urgency: number
  readonly count: number
  readonly oldest: string
}

/**
 * How many there are, by source, type and urgency; of each source at most one more than `exactUpTo` are
 * counted.
 */
export async function count(
  db: Queryable,
  sources: readonly TodoSource[],
  wanted: Omit<TodoRequest, 'order'>,
): Promise<TodoCount[]> {
  const branches = branchesOf(sources, wanted)
  if (branches.length === 0) return []
  const parts = branches.map(
    ({ source, rows }) => sql`
      select ${sql.lit(source.name)} as source, n.type, n.urgency, count(*)::int as count, min(n.since) as oldest
      from (select w.type, w.urgency, w.since from (${rows}) w
        ${wanted.urgency ? sql`where w.urgency = ${urgencies.indexOf(wanted.urgency)}` : sql.empty}
        limit ${exactUpTo + 1}) n
      group by n.type, n.urgency`,
  )
  return db.query<TodoCount>(sql.join(parts, ' union all '))
}
