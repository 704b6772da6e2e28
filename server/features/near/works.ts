import { caseRows } from '../../engine/processes/index.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import type { MovedEntry } from '../../engine/processes/index.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { bandsOf, type Work } from '../../platform/similarity/index.ts'

/** Version of the keys; another one has all of them made anew by the job. */
export const method = 1

/** Characters of a title and of a text that are compared. */
const most = { title: 200, text: 4000 }

/**
 * What an entry is compared by: its title, and the fields of its text as plain text. Null for one that is not
 * compared.
 */
export function workOf(
  { compared, fields }: Pick<AnyProcess, 'compared' | 'fields'>,
  value: Readonly<Record<string, unknown>>,
): Work | null {
  if (!compared) return null
  const read = (key: string): string => {
    const [field, one] = [fields[key], value[key]]
    return field && one !== null && one !== undefined ? textOf(field, one) : ''
  }
  return {
    title: read(compared.title).slice(0, most.title),
    abstract: compared.text.map(read).join('\n').slice(0, most.text),
  }
}

interface KeptWork {
  readonly caseId: string
  readonly definition: Pick<AnyProcess, 'name' | 'compared' | 'fields'>
  readonly value: Readonly<Record<string, unknown>>
  readonly year: number
}

/** Keeps the keys of an entry as it was handed in, in place of those of an earlier version. */
export async function remember(tx: Tx, { caseId, definition, value, year }: KeptWork): Promise<void> {
  const work = workOf(definition, value)
  if (!work) return
  await forget(tx, caseId)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into near_work (case_id, type, title, body, year, method)
    values (${caseId}::uuid, ${definition.name}, ${work.title}, ${work.abstract}, ${year}, ${method})
    returning id`)
  const keys = [...new Set(bandsOf(work))]
  if (keys.length > 0)
    await tx.execute(sql`
      insert into near_key (key, work_id) select k, ${id}::int from unnest(${keys}::int[]) k
      order by k on conflict do nothing`)
}

/** Forgets an entry with its keys. */
export async function forget(tx: Tx, caseId: string): Promise<void> {
  const row = await tx.maybeOne<{ id: number; title: string; body: string }>(
    sql`delete from near_work where case_id = ${caseId}::uuid returning id, title, body`,
  )
  if (!row) return
  const keys = [...new Set(bandsOf({ title: row.title, abstract: row.body }))]
  if (keys.length > 0)
    await tx.execute(sql`delete from near_key where key = any(${keys}::int[]) and work_id = ${row.id}`)
}

/** The year of the notice, or that in which the entry was begun. */
export async function yearOf(db: Queryable, caseId: string): Promise<number> {
  const { year } = await db.one<{ year: number }>(sql`
    select coalesce((c.value ->> 'batchYear')::int, extract(year from k.created_at)::int) as year
    from ${caseRows} k left join campaign c on c.id = k.campaign_id
    where k.id = ${caseId}::uuid`)
  return year
}

/** Adds an entry to the index when it is handed in, removes it when it is a draft again. */
export async function followed(tx: Tx, { id, definition, value, state, handsIn }: MovedEntry): Promise<void> {
  if (!definition.compared) return
  if (state === definition.initial) await forget(tx, id)
  else if (handsIn) await remember(tx, { caseId: id, definition, value, year: await yearOf(tx, id) })
}
