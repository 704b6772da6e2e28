import { sql } from '../../platform/db/sql.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { shelfShape } from '../sharing/index.ts'
import type { PublishingNeeds } from './publishing.ts'
import { indexContent, searchedTypes } from './search-index.ts'
import { shelve } from './shelving.ts'

/** Contents that one run indexes. */
const batch = 200

/**
 * Indexes and shelves contents that were published before index and shelf existed or were loaded by other
 * means, like the demo region. Returns whether there may be more.
 */
export async function showMissing({ db, types }: Pick<PublishingNeeds, 'db' | 'types'>): Promise<boolean> {
  const names = searchedTypes(types).map(({ name }) => name)
  const missing = await db.query<{ id: number }>(sql`
    select c.id from content c left join content_search s on s.content_id = c.id
    where c.live is not null and c.type = any(${names}::text[]) and (s.live_no is distinct from c.live_no
      or (c.reach_key is not null
        and not exists (select 1 from shelf f where f.kind = c.type and f.item_id = c.id and f.gone_at is null
          and f.shape = ${shelfShape})))
    order by c.id
    limit ${batch}`)
  for (const { id } of missing) {
    await db.transaction(async (tx) => {
      await tx.query(sql`select 1 from content where id = ${id} for update`)
      await indexContent(types, tx, id)
      await shelve(types, tx, id)
    })
  }
  return missing.length === batch
}

/**
 * Indexes live contents that are missing in search or library, once an hour. Publishing does it at once.
 */
export function startSearch(publishing: Pick<PublishingNeeds, 'db' | 'types'>, log: Log): Job {
  return startJob(() => showMissing(publishing), {
    failed: 'contents.search',
    log,
    firstMs: 50,
    pauseMs: 3_600_000,
  })
}
