import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { contentReach, type ContentReach } from '../../../catalogue/contract/portal/reach.ts'
import { contentId, contentName } from '../../../catalogue/contract/portal/portal.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { agreedReach, isReach, reachKey, type Reach } from '../../../catalogue/flows/reach.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { usable } from '../../engine/access/index.ts'
import { addressed, decides, rowOf, type ContentRow } from '../../engine/publishing/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { writersOf, writing, type Contents } from './feature.ts'

/** Whom a working copy is for: a condition on `identity a` and `institution i`, and what is said of it. */
interface Readers {
  readonly condition: Sql
  readonly everybody: boolean
  readonly reach?: Reach
}

function readersOf(definition: AnyContent, actor: Actor, row: ContentRow): Readers | null {
  const { audience, sharing, shelf } = definition
  if (shelf && sharing !== undefined) return readersBehind(row.value[sharing], actor, row)
  if (!audience) return null
  const value = sql`${sql.json(row.value)}::jsonb`
  return {
    condition: addressed(definition, value, sql`a.role`, sql`i.area_code`),
    everybody: (row.value[audience.visibility] ?? '2') === '2',
  }
}

/** The readers of what stands in a library: for who decides now, those whom his agreement adds up to. */
function readersBehind(asked: unknown, actor: Actor, row: ContentRow): Readers | null {
  if (!isReach(asked)) return null
  const step = decides(actor, row) ? row.route?.[row.step] : undefined
  const reach = step ? agreedReach(asked, step.level, row.route?.[row.step + 1] === undefined) : asked
  const key = reachKey(reach, row.place)
  const condition =
    key === null
      ? sql`a.person_id = ${row.author_person ?? row.by_person}`
      : sql`(${key}::int = 0 or ${key}::int in (i.id, i.district_id, i.city_id, i.province_id))`
  return { condition, everybody: reach === '9', reach }
}

/**
 * How many people with an account that works today are among the readers, each counted once however many
 * identities they have, and at how many institutions; by role, where somebody with two roles counts in both.
 */
async function countReach(db: Queryable, { condition, everybody, reach }: Readers): Promise<ContentReach> {
  const rows = await db.query<{ role: number | null; people: number; institutions: number }>(sql`
    select a.role, count(distinct a.person_id)::int as people,
      count(distinct a.institution_id)::int as institutions
    from identity a join institution i on i.id = a.institution_id
    where ${usable} and ${condition}
    group by grouping sets ((a.role), ()) order by a.role nulls last`)
  const all = rows.find(({ role }) => role === null)
  return {
    everybody,
    people: all?.people ?? 0,
    institutions: all?.institutions ?? 0,
    ...(reach !== undefined && { reach }),
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
      const readers = readersOf(definition, actor, row)
      if (!readers) throw new AppError('missing')
      return countReach(db, readers)
    },
  })
}
