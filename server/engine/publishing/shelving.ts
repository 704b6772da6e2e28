import type { AnyContent, ShelfFields } from '../../../catalogue/contents/define.ts'
import { fileFormat } from '../../../catalogue/kinds/file-formats.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { putOnShelf, takeFromShelf, type ShelfEntry } from '../sharing/index.ts'
import { gramsOf } from './grams.ts'
import { typeOf, type ContentTypes } from './publishing.ts'
import type { ContentAct } from './row.ts'
import { indexContent, searchedText } from './search-index.ts'
import type { Value } from './value.ts'

/** Where contents stand, for the shelf. */
export const contentStandings = sql`
  select id, live_no as version, type, reach, reach_key, institution_id, district_id, city_id, province_id,
    author_identity, publish_at as published_at, take_down_at as until_at
  from content`

/** Brings search and library up to what readers see of a content, in the transaction that changes it. */
export async function showToReaders(acting: ContentAct): Promise<void> {
  const { publishing, tx, definition, row } = acting
  await indexContent(publishing.types, tx, row.id)
  await shelve(publishing.types, tx, row.id)
  if (definition.shelf) await publishing.onReach?.(acting)
}

interface LiveContent {
  readonly id: number
  readonly type: string
  readonly live: Value | null
}

/** Writes the shelf row of a content as readers see it. A withdrawn content becomes a tombstone. */
export async function shelve(types: ContentTypes, db: Queryable, id: number): Promise<void> {
  const row = await db.maybeOne<LiveContent>(sql`select id, type, live from content where id = ${id}`)
  const definition = row && typeOf(types, row.type)
  if (!row || !definition?.shelf) return
  if (row.live === null) return takeFromShelf(db, row.type, id)
  await putOnShelf(
    db,
    await entryOf(db, definition, definition.shelf, { ...row, live: row.live }),
    contentStandings,
  )
}

const texts = (value: Value, key: string | undefined): string | null => {
  const held = key === undefined ? null : value[key]
  return typeof held === 'string' && held !== '' ? held : null
}
const numbers = (value: Value, key: string | undefined): number[] =>
  [key === undefined ? [] : value[key]].flat().filter((one) => typeof one === 'number')

async function entryOf(
  db: Queryable,
  definition: AnyContent,
  shelf: ShelfFields,
  { id, type, live }: LiveContent & { readonly live: Value },
): Promise<ShelfEntry> {
  const fileId = texts(live, shelf.file)
  const file =
    fileId === null
      ? undefined
      : await db.maybeOne<{ name: string; bytes: number }>(
          sql`select name, bytes from file where id = ${fileId}`,
        )
  const { title, body } = searchedText(definition, live)
  const of = (key: keyof ShelfFields) => texts(live, shelf[key])
  return {
    kind: type,
    itemId: id,
    title,
    author: of('author') ?? '',
    stage: of('stage'),
    grade: of('grade'),
    semester: of('semester'),
    subject: of('subject'),
    edition: of('edition'),
    form: of('form'),
    licence: of('licence'),
    format: file ? fileFormat(file.name) : null,
    bytes: file?.bytes ?? null,
    nodes: numbers(live, shelf.nodes),
    points: numbers(live, shelf.points),
    terms: [...new Set([title, body, file?.name ?? ''].flatMap(gramsOf))],
  }
}
