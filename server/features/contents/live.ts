import type { Actor } from '../../../catalogue/access/access.ts'
import type { ContentFile, PublicContent, PublicQuery } from '../../../catalogue/contract/portal.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { serverKind } from '../../engine/kinds/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { hostsOf } from './hosts.ts'
import { filesIn, type Value } from './input.ts'
import { orderOf, phaseOf, seen } from './seen.ts'
import type { Contents } from './store.ts'

interface LiveRow {
  readonly id: number
  readonly live: Value
  readonly pinned: boolean
  readonly publish_at: string
  readonly org: string
  readonly phase: string | null
}

const columns = (definition: AnyContent) =>
  sql`c.id, c.live, c.pinned, c.publish_at, i.name as org, ${phaseOf(definition)} as phase`

/** A page of a type as a reader sees it. */
export async function livePage(
  contents: Contents,
  reader: Actor | null,
  definition: AnyContent,
  { page, pageSize, q, kind, phase, area, by = {} }: PublicQuery,
) {
  const { db } = contents
  const narrow = (definition.filters ?? []).flatMap((key) =>
    by[key] ? [sql`and (c.live -> ${key}::text) ? ${by[key]}::text`] : [],
  )
  const where = sql`${seen(definition, reader)}
    ${kind && definition.category ? sql`and c.live ->> ${definition.category}::text = ${kind}` : sql.empty}
    ${phase && definition.happens ? sql`and ${phaseOf(definition)} = ${phase}` : sql.empty}
    ${sql.join(narrow, ' ')}
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
  const list = await shown(contents, definition, rows)
  return {
    list,
    total: Math.min(count.total, 10_000),
    ...(count.total > 10_000 && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/** Banners that stand at the top of the front page. */
export const atTop = sql`and c.live ->> 'bannerPosition' = 'top'`

/** The first ones of a type, for the front page. */
export async function liveFirst(
  contents: Contents,
  reader: Actor | null,
  name: ContentName,
  most: number,
  narrow: Sql = sql.empty,
): Promise<PublicContent[]> {
  const definition = definitionOf(name)
  const rows = await contents.db.query<LiveRow>(sql`
    select ${columns(definition)} from content c join institution i on i.id = c.institution_id
    where ${seen(definition, reader)} ${narrow} order by ${orderOf(definition)} limit ${most}`)
  return shown(contents, definition, rows)
}

export const definitionOf = (name: ContentName): AnyContent => contents[name]

function codesOf(definition: AnyContent, key: string | undefined): { code: string; label: string }[] {
  const dict = key === undefined ? undefined : definition.fields[key]?.dict
  return dict ? selectable(dict).map(({ code, label }) => ({ code, label })) : []
}

/** What readers may narrow a list of a type by. */
export function narrowingOf(definition: AnyContent) {
  const filters = (definition.filters ?? []).map((key) => ({
    key,
    label: definition.fields[key]?.label ?? key,
    items: codesOf(definition, key),
  }))
  const phases = Object.entries(definition.happens?.phases ?? {}).map(([code, label]) => ({ code, label }))
  return { kinds: codesOf(definition, definition.category), phases, filters }
}

/** One content as a reader sees it; null where there is none for them. */
export async function liveOne(
  contents: Contents,
  reader: Actor | null,
  definition: AnyContent,
  id: number,
): Promise<PublicContent | null> {
  const row = await contents.db.maybeOne<LiveRow>(sql`
    select ${columns(definition)} from content c join institution i on i.id = c.institution_id
    where c.id = ${id} and ${seen(definition, reader)}`)
  return row ? ((await shown(contents, definition, [row]))[0] ?? null) : null
}

/** What this reader may see now, of any type. */
const seenOfAny = (reader: Actor | null): Sql =>
  sql.join(
    Object.values(contents).map((definition) => sql`(${seen(definition, reader)})`),
    ' or ',
  )
/**
 * A file stands in what readers see. Files of older versions and of working copies are nobody's but their
 * writers'.
 */
const shows = (file: Sql): Sql => sql`strpos(c.live::text, ${file}::text) > 0`

/** Whether anything this reader may see now shows the file. */
export async function heldByLive(db: Queryable, reader: Actor | null, file: string): Promise<boolean> {
  const held = await db.maybeOne(sql`
    select 1
    from content_file f
    join content c on c.id = f.content_id
    where f.file_id = ${file} and ${shows(sql`${file}`)} and (${seenOfAny(reader)})
    limit 1`)
  return held !== undefined
}

/** The captions of a recording: the WebVTT file of the same name that the same page shows; null for none. */
export async function captionsOf(db: Queryable, reader: Actor | null, file: string): Promise<string | null> {
  const bare = (name: Sql) => sql`regexp_replace(${name}, '\\.[^.]*$', '')`
  const found = await db.maybeOne<{ id: string }>(sql`
    select t.id from file f join content_file h on h.file_id = f.id join content c on c.id = h.content_id
      join content_file beside on beside.content_id = c.id
      join file t on t.id = beside.file_id and t.mime = 'text/vtt'
    where f.id = ${file}
      and ${bare(sql`t.name`)} = ${bare(sql`f.name`)}
      and ${shows(sql`f.id`)}
      and ${shows(sql`t.id`)}
      and (${seenOfAny(reader)})
    order by t.created_at desc limit 1`)
  return found?.id ?? null
}

interface FileRow {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

/** The files with these ids, each with its addresses. */
export async function filesOf(
  { db, fileAddress }: Contents,
  ids: readonly string[],
): Promise<Map<string, ContentFile>> {
  const rows =
    ids.length === 0
      ? []
      : await db.query<FileRow>(
          sql`select id, name, mime, bytes from file where id = any(${[...new Set(ids)]}::uuid[])`,
        )
  return new Map(
    rows.map((file) => [
      file.id,
      { ...file, url: fileAddress(file.id, 'preview'), download: fileAddress(file.id, 'download') },
    ]),
  )
}

async function shown(
  feature: Contents,
  definition: AnyContent,
  rows: readonly LiveRow[],
): Promise<PublicContent[]> {
  const files = await filesOf(
    feature,
    rows.flatMap(({ live }) => filesIn(definition, live)),
  )
  const hosts = await hostsOf(feature.db)
  return rows.map(({ id, live, pinned, publish_at, org, phase }) => {
    const value: Record<string, unknown> = {}
    const words: Record<string, string> = {}
    for (const [key, field] of Object.entries(definition.fields)) {
      const held = live[key] ?? null
      const kind = serverKind(field)
      if (definition.addresses?.includes(key) && typeof held === 'string') {
        const verdict = safeUrl(held, hosts)
        value[key] = 'fault' in verdict ? null : verdict.href
      } else value[key] = kind.shown(held, field, { hosts, files })
      const labels = kind.labels?.(held, field)
      if (labels !== undefined) words[key] = labels
    }
    return {
      ...value,
      id,
      is_top: pinned,
      publish_time: publish_at,
      publisher: org,
      words,
      phase: phaseIn(definition, phase),
    }
  })
}

function phaseIn({ happens }: AnyContent, code: string | null): { code: string; label: string } | null {
  const label = Object.entries(happens?.phases ?? {}).find(([key]) => key === code)?.[1]
  return code !== null && label ? { code, label } : null
}
