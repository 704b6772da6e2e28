import type { Actor } from '../../../catalogue/access/access.ts'
import { areaName } from '../../../catalogue/areas/areas.ts'
import type { ContentFile, PublicContent, PublicQuery } from '../../../catalogue/contract/portal.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { labelOf, selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { hostsOf } from './hosts.ts'
import { filesIn, type Value } from './input.ts'
import type { Contents } from './store.ts'

interface LiveRow {
  readonly id: number
  readonly live: Value
  readonly pinned: boolean
  readonly publish_at: string
  readonly org: string
}

/** What this reader may see at this minute. Draft, scheduled, taken down and over are no different from what does not exist. */
export function seenOf(definition: AnyContent, reader: Actor | null): Sql {
  const audience = definition.audience
    ? sql`and c.live ->> ${definition.audience}::text in (${sql.join(reader ? [sql`'1'`, sql`'2'`] : [sql`'2'`])})`
    : sql.empty
  return sql`c.type = ${definition.name} and c.live is not null and c.publish_at <= now() and coalesce(c.take_down_at > now(), true) ${audience}`
}

function orderOf({ order }: AnyContent): Sql {
  return order === 'newest'
    ? sql`c.pinned desc, c.publish_at desc, c.id desc`
    : sql`c.live -> ${order}::text, c.id`
}

/** A page of a type as a reader sees it. */
export async function livePage(contents: Contents, reader: Actor | null, definition: AnyContent, { page, pageSize, q, kind, area }: PublicQuery) {
  const { db } = contents
  const where = sql`${seenOf(definition, reader)}
    ${kind && definition.category ? sql`and c.live ->> ${definition.category}::text = ${kind}` : sql.empty}
    ${area ? sql`and c.live ->> 'areaCode' = ${area}` : sql.empty}
    ${q ? sql`and strpos(lower(c.live ->> ${definition.headline}::text), ${q.toLowerCase()}) > 0` : sql.empty}`
  const [rows, count] = await Promise.all([
    db.query<LiveRow>(sql`
      select c.id, c.live, c.pinned, c.publish_at, i.name as org from content c join institution i on i.id = c.institution_id
      where ${where} order by ${orderOf(definition)} limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from (select 1 from content c where ${where} limit 10001) one`),
  ])
  const list = await shown(contents, definition, rows)
  return { list, total: Math.min(count.total, 10_000), ...(count.total > 10_000 && { totalMore: true as const }), page, pageSize }
}

/** The first ones of a type, for the front page. */
export async function liveFirst(contents: Contents, reader: Actor | null, name: ContentName, most: number, narrow: Sql = sql.empty): Promise<PublicContent[]> {
  const definition = definitionOf(name)
  const rows = await contents.db.query<LiveRow>(sql`
    select c.id, c.live, c.pinned, c.publish_at, i.name as org from content c join institution i on i.id = c.institution_id
    where ${seenOf(definition, reader)} ${narrow} order by ${orderOf(definition)} limit ${most}`)
  return shown(contents, definition, rows)
}

export const definitionOf = (name: ContentName): AnyContent => contents[name]

/** The codes by which readers narrow a list of a type. */
export function kindsOf(definition: AnyContent): { code: string; label: string }[] {
  const dict = definition.category === undefined ? undefined : definition.fields[definition.category]?.dict
  return dict ? selectable(dict).map(({ code, label }) => ({ code, label })) : []
}

/** One content as a reader sees it; null where there is none for them. */
export async function liveOne(contents: Contents, reader: Actor | null, definition: AnyContent, id: number): Promise<PublicContent | null> {
  const row = await contents.db.maybeOne<LiveRow>(sql`
    select c.id, c.live, c.pinned, c.publish_at, i.name as org from content c join institution i on i.id = c.institution_id
    where c.id = ${id} and ${seenOf(definition, reader)}`)
  return row ? ((await shown(contents, definition, [row]))[0] ?? null) : null
}

/** Whether anything this reader may see now shows the file. Files of older versions and of working copies are nobody's but their writers'. */
export async function heldByLive(db: Queryable, reader: Actor | null, file: string): Promise<boolean> {
  const any = sql.join(Object.values(contents).map((definition) => sql`(${seenOf(definition, reader)})`), ' or ')
  const held = await db.maybeOne(sql`
    select 1 from content_file f join content c on c.id = f.content_id
    where f.file_id = ${file} and exists (select 1 from jsonb_path_query(c.live, '$.**') e where e #>> '{}' = ${file}) and (${any}) limit 1`)
  return Boolean(held)
}

interface FileRow {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

/** The files with these ids, each with its addresses. */
export async function filesOf({ db, fileAddress }: Contents, ids: readonly string[]): Promise<Map<string, ContentFile>> {
  const rows = ids.length === 0 ? [] : await db.query<FileRow>(sql`select id, name, mime, bytes from file where id = any(${[...new Set(ids)]}::uuid[])`)
  return new Map(rows.map((file) => [file.id, { ...file, url: fileAddress(file.id, 'preview'), download: fileAddress(file.id, 'download') }]))
}

async function shown(feature: Contents, definition: AnyContent, rows: readonly LiveRow[]): Promise<PublicContent[]> {
  const files = await filesOf(feature, rows.flatMap(({ live }) => filesIn(definition, live)))
  const hosts = definition.addresses ? await hostsOf(feature.db) : []
  return rows.map(({ id, live, pinned, publish_at, org }) => {
    const value: Record<string, unknown> = {}
    const words: Record<string, string> = {}
    for (const [key, field] of Object.entries(definition.fields)) {
      const held = live[key] ?? null
      if (field.kind === 'file') {
        const found = [held].flat().flatMap((one) => (typeof one === 'string' ? (files.get(one) ?? []) : []))
        value[key] = field.multiple ? found : (found[0] ?? null)
      } else if (definition.addresses?.includes(key) && typeof held === 'string') {
        const verdict = safeUrl(held, hosts)
        value[key] = 'fault' in verdict ? null : verdict.href
      } else value[key] = held
      if (typeof held === 'string' && field.dict) words[key] = labelOf(field.dict, held)
      if (typeof held === 'string' && field.kind === 'area') words[key] = areaName(held)
    }
    return { ...value, id, is_top: pinned, publish_time: publish_at, publisher: org, words }
  })
}
