import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { supportTypes, type SupportHome } from '../../../catalogue/contract/support.ts'
import { areaName } from '../../../catalogue/areas/areas.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { onShow } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { pairMapOf } from './agreements/map.ts'
import { waitingFor } from './comments.ts'

/** The field that names a content of each type. */
const headlines = sql.json(Object.fromEntries(supportTypes.map((type) => [type, contents[type].headline])))
const published = sql`c.type = any(${[...supportTypes]}::text[])`

/** Lines of the latest contents, and areas that are told of. */
const [mostLatest, mostAreas] = [8, 8]

interface AreaSum {
  readonly code: string
  readonly lessons: number
  readonly activities: number
}

/** What an office of counterpart support sees first: what waits, what is published, what was done where. */
export async function homeOf(db: Queryable, actor: Actor): Promise<SupportHome> {
  const own = sql`join institution h on h.id = c.institution_id and ${institutionsInScope(actor, 'h')}`
  const [counts, comments, drafts, carousel, latest, areas, pairs] = await Promise.all([
    db.query<{ type: string; many: number }>(sql`
      select c.type, count(*)::int as many from content c ${own}
      where ${published} and ${onShow} group by c.type`),
    waitingFor(db, actor),
    db.one<{ many: number }>(sql`
      select count(*)::int as many from content c ${own}
      where (${published} or c.type = 'supportCarousel') and c.state = 'draft' and c.live is null`),
    db.query<SupportHome['carousel'][number]>(sql`
      select c.id, coalesce(c.live, c.value) ->> 'title' as title, h.name as host,
        coalesce(c.publish_at, c.updated_at) as at, (${onShow}) as "isShown"
      from content c ${own}
      where c.type = 'supportCarousel' and c.live is not null
      order by (${onShow}) desc, c.publish_at desc, c.id limit 8`),
    db.query<SupportHome['latest'][number]>(sql`
      select c.id, c.type, coalesce(c.live ->> (${headlines} ->> c.type), '') as title, h.name as host, c.publish_at as at
      from content c ${own}
      where ${published} and ${onShow}
      order by c.publish_at desc, c.id desc limit ${mostLatest}`),
    db.query<AreaSum>(sql`
      select c.live ->> 'areaCode' as code, count(*) filter (where c.type = 'supportLesson')::int as lessons,
        count(*) filter (where c.type = 'supportActivity')::int as activities
      from content c ${own}
      where c.type in ('supportLesson', 'supportActivity') and ${onShow} and c.live ->> 'areaCode' is not null
      group by 1 order by count(*) desc, 1 limit ${mostAreas}`),
    pairMapOf(db, actor),
  ])
  return {
    counts: Object.fromEntries(
      supportTypes.map((name) => [name, counts.find(({ type }) => type === name)?.many ?? 0]),
    ),
    waiting: { comments, drafts: drafts.many },
    carousel,
    latest,
    areas: areas.map((area) => ({ ...area, name: areaName(area.code) })),
    pairs,
  }
}
