import { contents } from '../../../catalogue/contents/contents.ts'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { hotLine, type HotLine } from '../../../catalogue/contract/portal/portal.ts'
import { liveFirst } from '../../engine/publishing/index.ts'
import { onSite, type Portal } from './feature.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

type HotName = 'policy' | 'trainingNews' | 'resource'
type ReaderCounts = readonly { readonly id: number; readonly readers: number }[]

/** Counting a month of readers is not for every visitor: the order may be a minute behind. */
const countedMs = 60_000
const kept = new WeakMap<object, Map<HotName, { at: number; counted: ReaderCounts }>>()

/** Contents of a type by distinct readers of the last 30 days, most first. */
async function count(db: Database, name: HotName): Promise<ReaderCounts> {
  return db.query<{ id: number; readers: number }>(sql`
    select c.id, count(distinct r.reader)::int as readers
    from content_reader r join content c on c.id = r.content_id
    where r.day > (now() at time zone 'Asia/Shanghai')::date - 30 and c.type = ${name} and c.live is not null
    group by c.id order by readers desc, c.publish_at desc, c.id desc limit 50`)
}

async function counts(db: Database, name: HotName): Promise<ReaderCounts> {
  const mine = kept.get(db) ?? new Map<HotName, { at: number; counted: ReaderCounts }>()
  kept.set(db, mine)
  const known = mine.get(name)
  if (known && Date.now() - known.at < countedMs) return known.counted
  const counted = await count(db, name)
  mine.set(name, { at: Date.now(), counted })
  return counted
}

/** The first `most` of a type by readers, of those that this reader may see now. */
export async function hot(
  feature: Portal,
  reader: Actor | null,
  name: HotName,
  most: number,
): Promise<HotLine[]> {
  const counted = await counts(feature.db, name)
  if (counted.length === 0) return []
  const seen = await liveFirst(feature, reader, contents[name], {
    most: counted.length,
    narrow: sql`and c.id = any(${counted.map(({ id }) => id)}::int[])`,
  })
  return counted
    .flatMap(({ id, readers }) => {
      const one = seen.find((content) => content.id === id)
      return one ? [{ id, title: String(one['title']), publish_time: one.publish_time, readers }] : []
    })
    .slice(0, most)
}

/** The two fixed calls. */
export function hotRoutes(server: Server, feature: Portal): void {
  const limit = z.coerce
    .number({ error: '条数应为整数' })
    .int('条数应为整数')
    .min(1, '至少 1 条')
    .max(50, '至多 50 条')
    .default(10)
  for (const [url, name, summary] of [
    ['/api/policy/hot', 'policy', '热门政策'],
    ['/api/training/hot', 'trainingNews', '热门培训动态'],
  ] as const) {
    register(server, {
      method: 'GET',
      url,
      access: 'anyone',
      tokenScope: 'contents',
      tag: '门户',
      summary: `${summary}：近 30 天不同读者数`,
      query: z.strictObject({ limit }),
      answer: z.array(hotLine),
      handle: ({ query }, { actor, site: client }) => hot(onSite(feature, client), actor, name, query.limit),
    })
  }
}
