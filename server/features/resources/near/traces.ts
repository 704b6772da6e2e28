import type { Value } from '../../../engine/publishing/index.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { KeptJob } from '../../../platform/jobs/queue.ts'
import { bandsOf } from '../../../platform/similarity/index.ts'
import { comparedBy } from './near.ts'
import type { DocumentWords } from './words.ts'

/** Resources of one run; a process that ends leaves the rest for the next. */
const step = 20

/** What readers see of a resource changed: its trace is made anew by the job, outside of the transaction. */
export async function staleTrace(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`
    insert into resource_trace (content_id) values (${id})
    on conflict (content_id) do update set stale = true`)
}

/** Makes the traces of resources that changed. A trace that went stale meanwhile is made once more. */
export const tracing = ({
  db,
  words,
}: {
  readonly db: Database
  readonly words: DocumentWords
}): KeptJob => ({
  name: 'resource.traces',
  label: '资源雷同比对',
  every: 60,
  run: async (stopping) => {
    const rows = await db.query<{ id: number; value: Value | null }>(sql`
      select t.content_id as id, c.live as value
      from resource_trace t
      join content c on c.id = t.content_id
      where t.stale
      order by t.content_id
      limit ${step}`)
    for (const { id, value } of rows) {
      if (stopping.aborted) return true
      await traced(db, words, { id, value: value ?? {} })
    }
    return rows.length === step
  },
})

/** Keeps by what one resource is found; a resource that nobody reads is found by nothing. */
async function traced(
  db: Database,
  words: DocumentWords,
  { id, value }: { readonly id: number; readonly value: Value },
): Promise<void> {
  const { title, abstract } = await comparedBy(db, words, value)
  await db.execute(sql`
    update resource_trace t
    set stale = false, title = ${title}, plain = ${abstract}, bands = ${bandsOf({ title, abstract })}::int[]
    from content c
    where t.content_id = ${id} and c.id = t.content_id and coalesce(c.live, '{}'::jsonb) = ${sql.json(value)}`)
}
