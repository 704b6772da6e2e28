import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What reading the bytes of pictures needs. */
export interface PictureNeeds {
  readonly db: Queryable
  readonly readBytes: (key: string) => Promise<Buffer>
}

const largest = 5_000_000
/** Most bytes of all pictures of one file: they are held in memory while it is written. */
const mostBytes = 100_000_000

/** Types of pictures that PDF takes, and those that files of questions have besides. */
export const printedPictures: readonly string[] = ['image/png', 'image/jpeg']
export const filedPictures: readonly string[] = [...printedPictures, 'image/gif']

/**
 * The bytes of pictures by the ids of their files. Those of other types, those that are too large, and what is
 * beyond the most of one file, are left out: their place says so.
 */
export async function pictureBytes(
  { db, readBytes }: PictureNeeds,
  ids: readonly string[],
  types: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  if (ids.length === 0) return pictures
  const files = await db.query<{ id: string; key: string; bytes: number }>(sql`
    select id, storage_key as key, bytes::int as bytes
    from file
    where id = any(${[...new Set(ids)]}::uuid[]) and mime = any(${[...types]}::text[]) and bytes <= ${largest}
    order by id`)
  let left = mostBytes
  for (const { id, key, bytes } of files) {
    left -= bytes
    if (left >= 0) pictures.set(id, await readBytes(key))
  }
  return pictures
}
