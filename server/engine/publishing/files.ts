import type { Actor } from '../../../catalogue/access/access.ts'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { ContentTypes, PublishingNeeds } from './publishing.ts'
import { seen } from './seen.ts'

/** Condition that this reader may see `content c` now, whatever its type. */
const seenOfAny = (types: ContentTypes, reader: Actor | null): Sql =>
  sql.join(
    Object.values(types).map((definition) => sql`(${seen(definition, reader)})`),
    ' or ',
  )
/**
 * Condition that the live value names the file. Files of older versions and of working copies are for their
 * writers only.
 */
const shows = (file: Sql): Sql => sql`strpos(c.live::text, ${file}::text) > 0`

/** Whether a content that this reader may see now shows the file. */
export async function heldByLive(
  { db, types }: Pick<PublishingNeeds, 'db' | 'types'>,
  reader: Actor | null,
  file: string,
): Promise<boolean> {
  const held = await db.maybeOne(sql`
    select 1
    from content_file f
    join content c on c.id = f.content_id
    where f.file_id = ${file} and ${shows(sql`${file}`)} and (${seenOfAny(types, reader)})
    limit 1`)
  return held !== undefined
}

/**
 * The captions of a recording: the WebVTT file of the same name that the same page shows, or that the field of
 * captions holds; null for none.
 */
export async function captionsOf(
  { db, types }: Pick<PublishingNeeds, 'db' | 'types'>,
  reader: Actor | null,
  file: string,
): Promise<string | null> {
  const bare = (name: Sql) => sql`regexp_replace(${name}, '\\.[^.]*$', '')`
  const found = await db.maybeOne<{ id: string }>(sql`
    select t.id from file f join content_file h on h.file_id = f.id join content c on c.id = h.content_id
      join content_file beside on beside.content_id = c.id
      join file t on t.id = beside.file_id and t.mime = 'text/vtt'
    where f.id = ${file}
      and (${bare(sql`t.name`)} = ${bare(sql`f.name`)} or c.live ->> 'captions' = t.id::text)
      and ${shows(sql`f.id`)}
      and ${shows(sql`t.id`)}
      and (${seenOfAny(types, reader)})
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
  { db, fileAddress }: Pick<PublishingNeeds, 'fileAddress'> & { readonly db: Queryable },
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
