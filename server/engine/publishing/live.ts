import type { Actor } from '../../../catalogue/access/access.ts'
import type { PublicContent, PublicQuery } from '../../../catalogue/contract/portal/portal.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { PublishingNeeds } from './publishing.ts'
import { orderOf, phaseOf, seen } from './seen.ts'
import { shown, type LiveRow } from './shown.ts'

const columns = (definition: AnyContent) =>
  sql`c.id, c.live, c.pinned, c.publish_at, i.name as org, ${phaseOf(definition)} as phase`

/** Condition that `content c` hangs below a chapter of the index; nothing does of a type without a shelf. */
const hangsBelow = (node: number): Sql =>
  sql`exists (
    select 1 from shelf s
    where s.kind = c.type and s.item_id = c.id and s.node_ids && array[${node}::int])`

/** Condition that `content c` stands on the site whose pages are made. */
const placedIn = ({ placed }: PublishingNeeds, definition: AnyContent): Sql =>
  placed?.(definition) ?? sql.empty

/** A page of the contents of a type that the reader may see. */
export async function livePage(
  publishing: PublishingNeeds,
  reader: Actor | null,
  definition: AnyContent,
  { page, pageSize, q, kind, phase, area, node, by = {} }: PublicQuery,
) {
  const { db } = publishing
  const narrow = (definition.filters ?? []).flatMap((key) =>
    by[key] ? [sql`and (c.live -> ${key}::text) ? ${by[key]}::text`] : [],
  )
  const where = sql`${seen(definition, reader)} ${placedIn(publishing, definition)}
    ${kind && definition.category ? sql`and c.live ->> ${definition.category}::text = ${kind}` : sql.empty}
    ${phase && definition.happens ? sql`and ${phaseOf(definition)} = ${phase}` : sql.empty}
    ${sql.join(narrow, ' ')}
    ${node !== undefined ? sql`and ${hangsBelow(node)}` : sql.empty}
    ${area ? sql`and c.live ->> 'areaCode' = ${area}` : sql.empty}
    ${q ? sql`and strpos(lower(c.live ->> ${definition.headline}::text), ${q.toLowerCase()}) > 0` : sql.empty}`
  const [rows, count] = await Promise.all([
    db.query<LiveRow>(sql`
      select ${columns(definition)} from content c join institution i on i.id = c.institution_id
      where ${where} order by ${orderOf(definition)} limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from content c where ${where} limit 10001) one`,
    ),
  ])
  const list = await shown(publishing, definition, rows)
  return {
    list,
    total: Math.min(count.total, 10_000),
    ...(count.total > 10_000 && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/** The first contents of a type that the reader may see, for the front page. */
export async function liveFirst(
  publishing: PublishingNeeds,
  reader: Actor | null,
  definition: AnyContent,
  { most, narrow = sql.empty }: { readonly most: number; readonly narrow?: Sql },
): Promise<PublicContent[]> {
  const rows = await publishing.db.query<LiveRow>(sql`
    select ${columns(definition)} from content c join institution i on i.id = c.institution_id
    where ${seen(definition, reader)} ${placedIn(publishing, definition)} ${narrow} order by ${orderOf(definition)} limit ${most}`)
  return shown(publishing, definition, rows)
}

function codesOf(definition: AnyContent, key: string | undefined): { code: string; label: string }[] {
  const dict = key === undefined ? undefined : definition.fields[key]?.dict
  return dict ? selectable(dict).map(({ code, label }) => ({ code, label })) : []
}

/** The fields by which readers may narrow a list of a type. */
export function narrowingOf(definition: AnyContent) {
  const filters = (definition.filters ?? []).map((key) => ({
    key,
    label: definition.fields[key]?.label ?? key,
    items: codesOf(definition, key),
  }))
  const phases = Object.entries(definition.happens?.phases ?? {}).map(([code, label]) => ({ code, label }))
  return { kinds: codesOf(definition, definition.category), phases, filters }
}

/** Facts shown beside a content in the list of its type. */
export interface Neighbours {
  readonly before: { readonly id: number; readonly title: string } | null
  readonly behind: { readonly id: number; readonly title: string } | null
}

/**
 * The contents beside one in the order of their list, along the index of that order; null when the reader may
 * not see the one.
 */
export async function liveNeighbours(
  publishing: PublishingNeeds,
  reader: Actor | null,
  definition: AnyContent,
  id: number,
): Promise<Neighbours | null> {
  const { db } = publishing
  const own = await db.maybeOne(
    sql`select c.id from content c where c.id = ${id} and ${seen(definition, reader)}`,
  )
  if (!own) return null
  if (definition.order !== 'newest') return { before: null, behind: null }
  const place = sql`(select one.pinned, one.publish_at, one.id from content one where one.id = ${id})`
  const beside = (side: Sql, order: Sql) =>
    db.maybeOne<{ id: number; title: string }>(sql`
      select c.id, coalesce(c.live ->> ${definition.headline}::text, '') as title
      from content c
      where ${seen(definition, reader)} ${placedIn(publishing, definition)} and (c.pinned, c.publish_at, c.id) ${side} ${place}
      order by ${order} limit 1`)
  const [before, behind] = await Promise.all([
    beside(sql`>`, sql`c.pinned, c.publish_at, c.id`),
    beside(sql`<`, sql`c.pinned desc, c.publish_at desc, c.id desc`),
  ])
  return { before: before ?? null, behind: behind ?? null }
}

/** One content as the reader sees it; null when the reader may see none with this number. */
export async function liveOne(
  publishing: PublishingNeeds,
  reader: Actor | null,
  definition: AnyContent,
  id: number,
): Promise<PublicContent | null> {
  const row = await publishing.db.maybeOne<LiveRow>(sql`
    select ${columns(definition)} from content c join institution i on i.id = c.institution_id
    where c.id = ${id} and ${seen(definition, reader)}`)
  return row ? ((await shown(publishing, definition, [row]))[0] ?? null) : null
}
