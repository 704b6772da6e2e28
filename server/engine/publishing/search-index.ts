import type { AnyContent } from '../../../catalogue/contents/define.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { serverKind } from '../kinds/index.ts'
import { gramsOf } from './grams.ts'
import { typeOf, type ContentTypes } from './publishing.ts'
import { filesIn, type Value } from './value.ts'
import { forReader } from './seen.ts'

/** The types that are searched. */
export const searchedTypes = (types: ContentTypes): readonly AnyContent[] =>
  Object.values(types).filter(({ searched }) => searched !== undefined)

/** The searched text of a value: its headline apart from everything else. */
export function searchedText(definition: AnyContent, value: Value): { title: string; body: string } {
  const textOf = (key: string) => {
    const held = value[key]
    if (typeof held !== 'string') return ''
    const field = definition.fields[key]
    return field ? serverKind(field).searchText(held) : held
  }
  return {
    title: textOf(definition.headline),
    body: (definition.searched ?? []).map(textOf).filter(Boolean).join('\n'),
  }
}

/**
 * Indexes the live value of a content, or removes it from the index, in the transaction that changes the
 * content.
 */
export async function indexContent(types: ContentTypes, db: Queryable, id: number): Promise<void> {
  const row = await db.maybeOne<{
    type: string
    live: Value | null
    live_no: number
    area_code: string
  }>(sql`
    select c.type, c.live, c.live_no, coalesce(c.live ->> 'areaCode', i.area_code) as area_code
    from content c join institution i on i.id = c.institution_id where c.id = ${id}`)
  const definition = row && typeOf(types, row.type)
  if (!row?.live || !definition?.searched) {
    await db.execute(sql`delete from content_search where content_id = ${id}`)
    return
  }
  const ids = filesIn(definition, row.live)
  const files =
    ids.length === 0
      ? []
      : await db.query<{ name: string }>(sql`select name from file where id = any(${ids}::uuid[])`)
  const { title, body } = searchedText(definition, row.live)
  const titled = gramsOf(title)
  const grams = [
    ...new Set([
      ...titled,
      ...titled.map((gram) => `T${gram}`),
      ...gramsOf(body),
      ...files.flatMap(({ name }) => gramsOf(name)),
    ]),
  ]
  const audience = (await db.maybeOne(
    sql`select 1 from content c where c.id = ${id} and ${forReader(definition, null)}`,
  ))
    ? '2'
    : '1'
  await db.execute(sql`
    insert into content_search (content_id, live_no, type, area_code, audience, publish_at, year,
        take_down_at, grams)
    select id, live_no, type, ${row.area_code}::text, ${audience}::text, publish_at, extract(year
      from publish_at at time zone 'Asia/Shanghai'), take_down_at, array_to_tsvector(${grams}::text[])
    from content
    where id = ${id}
    on conflict (content_id)
    do update set live_no = excluded.live_no, type = excluded.type, area_code = excluded.area_code,
      audience = excluded.audience,
      publish_at = excluded.publish_at, year = excluded.year, take_down_at = excluded.take_down_at,
        grams = excluded.grams`)
}
