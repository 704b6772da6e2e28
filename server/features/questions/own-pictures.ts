import type { Actor } from '../../../catalogue/access/access.ts'
import { escapedText } from '../../../catalogue/markup/letters.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { rewritten, written } from '../../engine/kinds/index.ts'
import { filesOfValue } from '../../engine/questions/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A text without the files that it only names: showing one would hand out its address. */
export const withoutForeign = (html: string, own: ReadonlySet<string>): string =>
  rewritten(
    html,
    ({ name, attribs }, inner) => {
      const file = attribs['data-file']
      if (file === undefined || own.has(file)) return written(name, attribs, inner)
      return name === 'img' ? '〔缺图〕' : inner
    },
    escapedText,
  )

/** Which pictures of some questions the reader uploaded himself, by this file or before. */
export async function ownPictures(
  db: Queryable,
  actor: Actor,
  values: readonly QuestionValue[],
): Promise<Set<string>> {
  const ids = [...new Set(values.flatMap(filesOfValue))]
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(
    sql`select id from file where id = any(${ids}::uuid[]) and by_identity = ${actor.identityId}`,
  )
  return new Set(rows.map(({ id }) => id))
}
