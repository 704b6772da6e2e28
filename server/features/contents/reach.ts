import { z } from 'zod'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { contentReach, type ContentReach } from '../../../catalogue/contract/portal/reach.ts'
import { contentId, contentName } from '../../../catalogue/contract/portal/portal.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { usable } from '../../engine/access/index.ts'
import { addressed, rowOf, type Value } from '../../engine/publishing/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { writersOf, writing, type Contents } from './feature.ts'

/**
 * How many people with an account that works today may read a value, each counted once however many
 * identities they have, and at how many institutions; by role, where somebody with two roles counts in both.
 */
async function countReach(db: Queryable, definition: AnyContent, value: Value): Promise<ContentReach> {
  const rows = await db.query<{ role: number | null; people: number; institutions: number }>(sql`
    select a.role, count(distinct a.person_id)::int as people,
      count(distinct a.institution_id)::int as institutions
    from identity a join institution i on i.id = a.institution_id
    where ${usable}
      and ${addressed(definition, sql`${sql.json(value)}::jsonb`, sql`a.role`, sql`i.area_code`)}
    group by grouping sets ((a.role), ()) order by a.role nulls last`)
  const all = rows.find(({ role }) => role === null)
  const openness = definition.audience ? (value[definition.audience.visibility] ?? '2') : '2'
  return {
    everybody: openness === '2',
    people: all?.people ?? 0,
    institutions: all?.institutions ?? 0,
    byRole: rows.flatMap(({ role, people }) =>
      isRole(role) ? [{ role, label: roleEntry(role).label, people }] : [],
    ),
  }
}

/** GET …/reach, for the managers of the content. */
export function reachRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  register(server, {
    method: 'GET',
    url: '/api/v1/contents/:type/:id/reach',
    access: writersOf(feature.types),
    tag: '门户内容',
    summary: '工作稿发布后有多少人、多少个单位能看到，现在数',
    params: z.object({ type: contentName, id: contentId }),
    answer: contentReach,
    handle: async ({ params: { type, id } }, request) => {
      const actor = actorOn(request)
      const definition = writing(feature, actor, type)
      const row = await rowOf(db, actor, definition, id)
      if (!definition.audience) throw new AppError('missing')
      return countReach(db, definition, row.value)
    },
  })
}
