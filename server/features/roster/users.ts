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

/** Where a page begins: behind a row of the usual order. */
export interface Behind {
  readonly at: string
  readonly id: number
}

/** Which people are asked for. */
export interface UsersAsked {
  /** Conditions on teacher `t` and, of who left, on `g`; null leaves these people out. */
  readonly active: Sql | null
  readonly gone: Sql | null
  readonly behind: Behind | null
  readonly descending: boolean
  readonly most: number
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
const direction = ({ descending }: UsersAsked) => (descending ? sql`desc` : sql`asc`)

/** The statement that reads teachers in the order in which they changed. Exported for the test of its plan. */
export const activeUsers = (feed: Feed, asked: UsersAsked): Sql => sql`
  select t.person_id, ${stamp(sql`t.modified_at`)} as at, t.id, t.name, t.institution_id, t.stage, t.subject, t.title_level,
    p.mobile_sealed, p.email_sealed, true as active
  from teacher t
  join person p on p.id = t.person_id
  where ${told(feed)} and ${asked.active ?? sql`false`} and ${after(asked, sql`t.modified_at`, sql`t.id`)}
  order by t.modified_at ${direction(asked)}, t.id ${direction(asked)}
  limit ${asked.most}`

/** People whom the app was told of and who are not told of any more. */
const goneUsers = (feed: Feed, asked: UsersAsked): Sql => sql`
  select g.person_id, ${stamp(sql`g.at`)} as at, g.id, null as name, null::int as institution_id, null as stage, null as subject,
    null as title_level, null as mobile_sealed, null as email_sealed, false as active
  from (
    select k.person_id, k.sourced_id, coalesce(t.id, 0) as id, coalesce(k.gone_at, t.modified_at) as at
    from roster_subject k
    left join teacher t on t.person_id = k.person_id
    where k.app_id = ${feed.app} and (t.id is null or not (${told(ofAgreement(feed))}))) g
  where ${asked.gone ?? sql`false`} and ${after(asked, sql`g.at`, sql`g.id`)}
  order by g.at ${direction(asked)}, g.id ${direction(asked)}
  limit ${asked.most}`

const earlier = (a: UserRow, b: UserRow): number => {
  if (a.at === b.at) return a.id - b.id
  return a.at < b.at ? -1 : 1
}

/** People of an app, in the order of their last change. */
export async function usersOf(db: Queryable, feed: Feed, asked: UsersAsked): Promise<UserRow[]> {
  const [active, gone] = await Promise.all([
    asked.active === null ? [] : db.query<UserRow>(activeUsers(feed, asked)),
    asked.gone === null ? [] : db.query<UserRow>(goneUsers(feed, asked)),
  ])
  const all = [...active, ...gone].toSorted(earlier)
  return (asked.descending ? all.toReversed() : all).slice(0, asked.most)
}

/** How many people there are, at most 100 001. */
export async function countUsers(db: Queryable, feed: Feed, { active, gone }: UsersAsked): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select ((select count(*) from (
        select 1 from teacher t where ${told(feed)} and ${active ?? sql`false`} limit 100001) a)
      + (select count(*) from (
        select 1
        from (
          select k.person_id, k.sourced_id, coalesce(k.gone_at, t.modified_at) as at
          from roster_subject k
          left join teacher t on t.person_id = k.person_id
          where k.app_id = ${feed.app} and (t.id is null or not (${told(ofAgreement(feed))}))) g
        where ${gone ?? sql`false`} limit 100001) b))::int as count`)
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
