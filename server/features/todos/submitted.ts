import type { Actor } from '../../../catalogue/access/access.ts'
import type { SubmittedItem, SubmittedPage, SubmittedQuery } from '../../../catalogue/contract/todos.ts'
import { daysSince } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { beyond, exactUpTo, type FoundTodo } from './found.ts'
import type { Todos } from './list.ts'
import { idOf, markOf, readMark } from './place.ts'

/** Items that the actor handed in, last changed first, with their state and holder. */
export async function listSubmitted(
  { db, todoSources }: Todos,
  actor: Actor,
  { state, kind, after, pageSize }: SubmittedQuery,
): Promise<SubmittedPage> {
  const branches = todoSources.flatMap((source) => {
    const rows = kind === undefined || source.kind === kind ? source.handedIn?.rows(actor, state) : null
    return rows ? [{ source, rows }] : []
  })
  if (branches.length === 0) return { list: [], total: 0, after: null }
  const place = readMark(after)
  const limit = pageSize + 1
  const parts = branches.map(
    ({ source, rows }) => sql`(
      select ${sql.lit(source.name)} as source, w.item, w.type, w.since
      from (${rows}) w
      where ${place ? beyond(source.name, place, true) : sql`true`}
      order by w.since desc, w.item collate "C" desc
      limit ${limit})`,
  )
  const [found, { total }] = await Promise.all([
    db.query<FoundTodo>(sql`
      select x.source, x.item, x.type, x.since, x.since::text as at, 2 as urgency
      from (${sql.join(parts, ' union all ')}) x
      order by x.since desc, x.source collate "C" desc, x.item collate "C" desc
      limit ${limit}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total
      from (${sql.join(
        branches.map(({ rows }) => sql`(select 1 from (${rows}) w limit ${exactUpTo + 1})`),
        ' union all ',
      )}) n`),
  ])
  const shown = found.slice(0, pageSize)
  const last = found.length > pageSize ? shown.at(-1) : undefined
  return {
    list: await itemsOf(branches, actor, shown),
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    after: last ? markOf(last) : null,
  }
}

async function itemsOf(
  branches: readonly { readonly source: Todos['todoSources'][number] }[],
  actor: Actor,
  found: readonly FoundTodo[],
): Promise<SubmittedItem[]> {
  const parts = await Promise.all(
    branches.map(async ({ source }) => {
      const own = found.filter((one) => one.source === source.name)
      const lines = own.length === 0 ? undefined : await source.handedIn?.lines(actor, own)
      return own.flatMap((one): [string, SubmittedItem][] => {
        const line = lines?.get(one.item)
        const id = idOf(one)
        return line
          ? [
              [
                id,
                { id, kind: source.kind, ...line, since: one.since, waitingDays: daysSince(one.since) ?? 0 },
              ],
            ]
          : []
      })
    }),
  )
  const byId = new Map(parts.flat())
  return found.flatMap((one) => byId.get(idOf(one)) ?? [])
}
