import type { Actor } from '../../../catalogue/access/access.ts'
import {
  batches,
  batchesAsked,
  type Batches,
  type BatchesAsked,
} from '../../../catalogue/contract/question-batches.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable } from '../../engine/engine.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'

/** What a teacher brought in from files stays together: how much of it is still there, and what was handed in. */
export function batchRoutes(server: Server, { db, actorOn }: Pick<Ground, 'db' | 'actorOn'>): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/question/import/batches',
    access: [2],
    tag: '试题',
    summary: '本人从文件导入的试题，一次一行；7 天内没有提交的可以一起撤销',
    query: batchesAsked,
    answer: batches,
    handle: ({ query }, request) => batchesOf(db, actorOn(request), query),
  })
}

type Line = Batches['list'][number]

async function batchesOf(
  db: Queryable,
  { identityId }: Actor,
  { page, pageSize }: BatchesAsked,
): Promise<Batches> {
  const own = sql`from question q where q.by_identity = ${identityId} and q.batch_id is not null`
  const [list, { total }] = await Promise.all([
    db.query<Line>(sql`
      select q.batch_id as batch, min(q.created_at) as at, (array_agg(q.title order by q.id))[1] as first,
        count(*)::int as total, count(*) filter (where q.last_no = 0)::int as drafts,
        min(q.created_at) <= now() - interval '7 days' as "isOver"
      ${own} group by q.batch_id
      order by min(q.created_at) desc, q.batch_id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(distinct q.batch_id)::int as total ${own}`),
  ])
  return { list, total, page, pageSize }
}
