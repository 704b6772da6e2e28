import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { below, type Feed } from './feeds.ts'
import { stamp } from './stamp.ts'
import { orgReference, type Org } from './shapes.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly level: string
  readonly parent_id: number | null
  readonly closed: boolean
  readonly at: string
}

const types: Readonly<Record<string, Org['type']>> = {
  province: 'state',
  city: 'local',
  district: 'district',
  school: 'school',
}

/** Institutions of an app's agreement, the place itself among them. */
export async function orgsOf(
  db: Queryable,
  feed: Feed,
  which: { readonly where: Sql; readonly order: Sql; readonly limit: number; readonly offset: number },
): Promise<{ readonly list: Org[]; readonly total: number }> {
  const where = sql`${below('i', feed, 'id')} and ${which.where}`
  const [rows, { total }] = await Promise.all([
    db.query<Row>(sql`
      select i.id, i.name, i.code, i.level, i.parent_id, i.closed_on is not null as closed, ${stamp(sql`i.modified_at`)} as at
      from institution i
      where ${where}
      order by ${which.order}
      limit ${which.limit} offset ${which.offset}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from institution i where ${where}`),
  ])
  return { list: rows.map((row) => orgFrom(row, feed.placeId)), total }
}

function orgFrom(row: Row, top: number): Org {
  return {
    sourcedId: `org-${row.id}`,
    status: row.closed ? 'tobedeleted' : 'active',
    dateLastModified: new Date(row.at).toISOString(),
    name: row.name,
    type: types[row.level] ?? 'department',
    identifier: row.code,
    // What stands above the place of the agreement is not told of.
    ...(row.parent_id !== null && row.id !== top && { parent: orgReference(row.parent_id) }),
  }
}
