import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { below, type Feed } from './feeds.ts'
import { stamp } from './stamp.ts'
import { partsOf } from './names.ts'
import type { RosterNeeds } from './needs.ts'
import { orgReference, type RosterUser } from './shapes.ts'
import { numbersFor } from './subjects.ts'

/** One teacher, or somebody who left, as a row. */
export interface UserRow {
  readonly person_id: number
  /** As `stamp` writes it, to go on behind it. */
  readonly at: string
  readonly id: number
  readonly name: string | null
  readonly institution_id: number | null
  readonly stage: string | null
  readonly subject: string | null
  readonly title_level: string | null
  readonly mobile_sealed: string | null
  readonly email_sealed: string | null
  readonly active: boolean
}

/** Start of a page: after this row of the usual order. */
export interface Behind {
  readonly at: string
  readonly id: number
}

/** Which people are asked for. */
export interface UsersAsked {
  /** Conditions on teacher `t` and, of who left, on `g`; null leaves these people out. */
  readonly active: Sql | null
  readonly gone: Sql | null
  /** Sort keys of active people and of those who left. */
  readonly key: { readonly active: Sql; readonly gone: Sql }
  readonly behind: Behind | null
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** Condition that teacher `t` is told of to an app. */
export const told = (feed: Feed): Sql =>
  sql`roster_serving(t.status) and ${below('t', feed, 'institution_id')}`

/** Whoever left is told to every token of the app, whatever part of the agreement it reads. */
const ofAgreement = (feed: Feed): Feed => ({ ...feed, bounds: feed.bounds.slice(0, 1) })

const after = ({ behind, descending }: UsersAsked, at: Sql, id: Sql): Sql => {
  if (behind === null) return sql`true`
  const bound = sql`(${behind.at}::timestamptz, ${behind.id}::int)`
  return descending ? sql`(${at}, ${id}) < ${bound}` : sql`(${at}, ${id}) > ${bound}`
}

/** Order by the key, then by number. Empty keys stand behind in both directions. */
const ordered = ({ descending }: UsersAsked, key: Sql, id: Sql): Sql =>
  descending ? sql`${key} desc nulls last, ${id} desc` : sql`${key}, ${id}`

const goneOf = (feed: Feed): Sql => sql`(
    select k.person_id, k.sourced_id, coalesce(t.id, 0) as id, coalesce(k.gone_at, t.modified_at) as at
    from roster_subject k
    left join teacher t on t.person_id = k.person_id
    where k.app_id = ${feed.app} and (t.id is null or not (${told(ofAgreement(feed))}))) g`

/**
 * Serving teachers of an app, up to the end of the page. In the usual order along the index
 * `teacher_modified`.
 */
const activePart = (feed: Feed, asked: UsersAsked): Sql => sql`(
    select t.person_id, t.id, t.modified_at as at, true as active, ${asked.key.active} as key
    from teacher t
    where ${told(feed)} and ${asked.active ?? sql`false`} and ${after(asked, sql`t.modified_at`, sql`t.id`)}
    order by ${ordered(asked, asked.key.active, sql`t.id`)}
    limit ${asked.offset + asked.limit})`

/** People whom the app was told of and who are not told of any more, up to the end of the page. */
const gonePart = (feed: Feed, asked: UsersAsked): Sql => sql`(
    select g.person_id, g.id, g.at, false as active, ${asked.key.gone} as key
    from ${goneOf(feed)}
    where ${asked.gone ?? sql`false`} and ${after(asked, sql`g.at`, sql`g.id`)}
    order by ${ordered(asked, asked.key.gone, sql`g.id`)}
    limit ${asked.offset + asked.limit})`

/** One page of people; a deep one walks the index over the rows before it, and opens only its own. */
export function usersStatement(feed: Feed, asked: UsersAsked): Sql {
  const parts = [
    ...(asked.active ? [activePart(feed, asked)] : []),
    ...(asked.gone ? [gonePart(feed, asked)] : []),
  ]
  return sql`
    with page as (
      select * from (${sql.join(parts, ' union all ')}) both_parts
      order by ${ordered(asked, sql`key`, sql`id`)}
      limit ${asked.limit} offset ${asked.offset})
    select page.person_id, ${stamp(sql`page.at`)} as at, page.id, page.active, t.name, t.institution_id, t.stage, t.subject,
      t.title_level, p.mobile_sealed, p.email_sealed
    from page
    left join teacher t on t.id = page.id and page.active
    left join person p on p.id = t.person_id
    order by ${ordered(asked, sql`page.key`, sql`page.id`)}`
}

/** People of an app, in the order that is asked for. */
export const usersOf = (db: Queryable, feed: Feed, asked: UsersAsked): Promise<UserRow[]> =>
  db.query<UserRow>(usersStatement(feed, asked))

/** Number of people of a feed. */
export async function countUsers(db: Queryable, feed: Feed, { active, gone }: UsersAsked): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select ((select count(*) from teacher t where ${told(feed)} and ${active ?? sql`false`})
      + (select count(*) from ${goneOf(feed)} where ${gone ?? sql`false`}))::int as count`)
  return count
}

const labels = (row: UserRow, { facts }: Feed): Record<string, string> => {
  const found: Record<string, string | null> = { 'xingtan.name': row.name }
  if (facts.includes('teaching')) {
    found['xingtan.stage'] = row.stage && labelOf('schoolStage', row.stage)
    found['xingtan.subject'] = row.subject && labelOf('subject', row.subject)
  }
  if (facts.includes('title'))
    found['xingtan.title'] = row.title_level && labelOf('titleLevel', row.title_level)
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** What an app is told of one person: what its agreement names, and nothing of who left. */
export function userOf(keys: Keys, feed: Feed, row: UserRow, sourcedId: string): RosterUser {
  const dateLastModified = new Date(row.at).toISOString()
  if (!row.active || row.name === null || row.institution_id === null)
    return { sourcedId, status: 'tobedeleted', dateLastModified, enabledUser: 'false' }
  const opened = (scope: 'phone' | 'email', sealed: string | null, key: string) =>
    sealed !== null && feed.facts.includes(scope) ? keys.open(sealed, `person|${key}|${row.person_id}`) : null
  const phone = opened('phone', row.mobile_sealed, 'mobile')
  const email = opened('email', row.email_sealed, 'email')
  return {
    sourcedId,
    status: 'active',
    dateLastModified,
    enabledUser: 'true',
    ...partsOf(row.name),
    roles: [{ roleType: 'primary', role: 'teacher', org: orgReference(row.institution_id) }],
    ...(phone !== null && { phone }),
    ...(email !== null && { email }),
    metadata: labels(row, feed),
  }
}

/** Rows as an app is told of them; from now on it hears when they leave. */
export async function toldAs(
  needs: Pick<RosterNeeds, 'db' | 'keys' | 'subjectOf'>,
  feed: Feed,
  rows: readonly UserRow[],
): Promise<RosterUser[]> {
  const numbers = await numbersFor(
    needs,
    feed.app,
    rows.map((row) => row.person_id),
  )
  return rows.map((row) => userOf(needs.keys, feed, row, numbers.get(row.person_id) ?? ''))
}
