import type { Actor } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { within } from '../../../platform/db/like.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { called, calledTeachers, type Place, placeCondition, scopeCondition } from '../../access/index.ts'
import { serverKind } from '../../kinds/index.ts'

/** The rows in which search words are looked for. */
export interface SearchedRows {
  readonly alias: 'r' | 'v'
  /** Expression of a field's value. */
  readonly column: (key: string) => Sql
  readonly place: Place | null
  /**
   * The rows are joined to their owner `o`, whose name is asked row by row. On a distributed database this is
   * the cheaper way: it would send the numbers of all who have the name to each shard.
   */
  readonly isJoined?: boolean
}

/** Search words: the owner's name and its pinyin, and the fields that name the record. */
export function searchCondition(actor: Actor, definition: AnyRecord, q: string, searched: SearchedRows): Sql {
  const texts = definition.pages.summary.filter(
    (key) =>
      definition.fields[key] && serverKind(definition.fields[key]).searched && !definition.fields[key].sealed,
  )
  const worded = texts.map((key) => sql`${searched.column(key)} ilike ${within(q)}`)
  return sql`(${sql.join([ownerCalled(actor, definition, q, searched), ...worded], ' or ')})`
}

function ownerCalled(
  actor: Actor,
  definition: AnyRecord,
  q: string,
  { alias, place, isJoined }: SearchedRows,
): Sql {
  if (definition.owner === 'teacher' && isJoined) {
    const narrowed = place ? sql`and ${placeCondition(place, 'o')}` : sql.empty
    return sql`(${scopeCondition(actor, 'o', 'id')} ${narrowed} and ${called(actor, 'o', q, place)})`
  }
  const owners =
    definition.owner === 'teacher'
      ? calledTeachers(actor, q, place)
      : sql`(select n.id from institution n where n.name like ${within(q)})`
  return sql`${sql.id(alias, 'owner_id')} in ${owners}`
}
