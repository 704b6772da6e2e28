import type { PlaceOption, UserLine, UserQuery } from '../../../catalogue/contract/administration/users.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { nameBegins, nameKey } from '../../engine/names/index.ts'
import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const mostCounted = 10_000
const mostPlaces = 50

/** Prefix search as a range that the index supports; LIKE with a parameter would not use it. */
const beginsWith = (expression: Sql, text: string): Sql =>
  sql`(${expression} collate "C" >= ${text} and ${expression} collate "C" < ${`${text}\u{10ffff}`})`

/**
 * What a text can be the beginning of, each with its index: the name, for letters also its pinyin and
 * initials.
 */
function beginnings(q: string): readonly { readonly expression: Sql; readonly text: string }[] {
  const latin = q.toLowerCase().replaceAll(' ', '')
  const name = { expression: sql`name`, text: q }
  if (!/^[a-z]+$/.test(latin)) return [name]
  return [
    name,
    { expression: sql`replace(name_sort, ' ', '')`, text: latin },
    { expression: sql`split_part(name_sort, '|', 2)`, text: latin },
  ]
}

/**
 * Whether the text is worth the index of all readings: of one letter a tenth of a province would be read, and
 * its usual reading has an index of its own.
 */
const isNarrowing = (q: string): boolean => [...nameKey(q)].length > 1

/**
 * People a text can mean: beginning of the name, its pinyin or initials, or the account. Numbers stand in no
 * address (people/byNumber).
 */
export function peopleMeant(q: string): Sql {
  const begins = beginnings(q).map(({ expression, text }) => beginsWith(expression, text))
  const named = isNarrowing(q) ? [nameBegins('person', q)] : []
  return sql`select id from person where login_name = ${q.toLowerCase()} or ${sql.join([...begins, ...named], ' or ')}`
}

/**
 * The first of them along each index, so many at most by each: as many rows are read however many people
 * share the beginning.
 */
export function firstMeant(q: string, most: number): Sql {
  const along = beginnings(q).map(
    ({ expression, text }) => sql`(
      select id
      from person
      where ${beginsWith(expression, text)}
      order by ${expression} collate "C"
      limit ${sql.lit(most)})`,
  )
  const named = sql`(
    select id from person where ${isNarrowing(q) ? nameBegins('person', q) : sql`false`} limit ${sql.lit(most)})`
  return sql`${sql.join([...along, named], ' union ')}
    union select id from person where login_name = ${q.toLowerCase()}`
}

const locked = sql`p.locked_until > now()`

/** Of so many people at most each is named; where a text means more, the list goes on in its order. */
const mostNamed = 500

/**
 * Identities of the people that a text can mean. Of few they are named: from the condition alone the planner
 * expects some in every thousand and walks a million identities for the twenty that are not there.
 */
async function ofMeant(db: Queryable, q: string): Promise<Sql> {
  const first = await db.query<{ id: number }>(firstMeant(q, mostNamed))
  return first.length < mostNamed
    ? sql`a.person_id = any(${first.map(({ id }) => id)}::int[])`
    : sql`a.person_id in (${peopleMeant(q)})`
}

async function whereOf(db: Queryable, query: UserQuery): Promise<Sql> {
  const places = query.institution ? await placesCalled(db, query.institution) : null
  const parts = [
    sql`true`,
    ...(query.q ? [await ofMeant(db, query.q)] : []),
    ...(query.person === undefined ? [] : [sql`a.person_id = ${query.person}`]),
    ...(query.role === undefined ? [] : [sql`a.role = ${query.role}`]),
    ...(places ? [sql`a.institution_id = any(${places}::int[])`] : []),
    ...(query.status === '0' ? [sql`a.state = 'disabled'`] : []),
    ...(query.status === '1'
      ? [sql`a.state = 'enabled' and (p.locked_until is null or p.locked_until <= now())`]
      : []),
    ...(query.status === '2' ? [sql`a.state = 'enabled' and ${locked}`] : []),
  ]
  return sql.join(parts, ' and ')
}

async function placesCalled(db: Queryable, text: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id
    from institution
    where name like ${within(text)}
    order by name = ${text} desc, id
    limit ${mostPlaces}`)
  return rows.map(({ id }) => id)
}

const pinyin = sql`replace(p.name_sort, ' ', '') collate "C"`

/** Each goes along an index: of pinyin, and of the key; within a name the newest first. */
const orders: Readonly<Record<NonNullable<UserQuery['sort']>, Sql>> = {
  name: sql`${pinyin}, a.id desc`,
  '-name': sql`${pinyin} desc, a.id desc`,
  id: sql`a.id`,
  '-id': sql`a.id desc`,
}

/**
 * Whether few enough fit to be ordered themselves. By name the planner would walk everybody until fifty of
 * them came by; nearly everybody is an enabled teacher, and those are met at once.
 */
const isNarrow = ({ q, person, role, institution, status }: UserQuery): boolean =>
  Boolean(q) ||
  Boolean(institution) ||
  person !== undefined ||
  status === '0' ||
  status === '2' ||
  (role !== undefined && role !== 2)

const lineColumns = sql`a.id as "identityId", p.id, p.name, p.login_name as "loginName", a.role, i.name as institution,
  p.last_login_at as "lastLoginAt",
  case when a.state = 'disabled' then '0' when ${locked} then '2' else '1' end as status`

/** Identities `a` with what is selected of them, in their order. */
function inOrder(query: UserQuery, where: Sql, selected: Sql): Sql {
  const { sort = '-id' } = query
  const isByName = sort === 'name' || sort === '-name'
  const found = sql`
    (select a.* from identity a join person p on p.id = a.person_id where ${where} offset 0) a`
  const narrow = isByName && isNarrow(query)
  return sql`
    select ${selected}
    from ${narrow ? found : sql`identity a`}
    join person p on p.id = a.person_id
    join institution i on i.id = a.institution_id
    left join teacher t on t.person_id = p.id and a.role = 2
    where ${narrow ? sql`true` : where}
    order by ${orders[sort]}`
}

/** One page of identities, as a statement. */
const pageStatement = (query: UserQuery, where: Sql): Sql =>
  sql`${inOrder(query, where, lineColumns)} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`

/** The identities of a list in its order, at most so many, each with its person and teacher. */
export async function userKeys(db: Queryable, query: UserQuery, most: number) {
  const selected = sql`a.id, p.id as person, t.id as teacher`
  return db.query<{ id: number; person: number; teacher: number | null }>(
    sql`${inOrder(query, await whereOf(db, query), selected)} limit ${most}`,
  )
}

/** Some identities by their numbers, in that order. */
export const usersByIds = (db: Queryable, ids: readonly number[]): Promise<UserLine[]> =>
  db.query<UserLine>(sql`
    select ${lineColumns}
    from identity a join person p on p.id = a.person_id join institution i on i.id = a.institution_id
    where a.id = any(${[...ids]}::int[])
    order by array_position(${[...ids]}::int[], a.id)`)

/** One page of identities, newest first unless it is said, and how many there are, counted up to 10 000. */
export async function listUsers(db: Queryable, query: UserQuery) {
  const where = await whereOf(db, query)
  const list = await db.query<UserLine>(pageStatement(query, where))
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (
      select 1
      from identity a
      join person p on p.id = a.person_id
      where ${where}
      limit ${sql.lit(mostCounted + 1)}) counted`)
  const more = count > mostCounted
  return {
    list,
    total: more ? mostCounted : count,
    ...(more && { totalMore: true as const }),
    page: query.page,
    pageSize: query.pageSize,
  }
}

/** Institutions to choose from, by a part of their name. */
export function findPlaces(db: Queryable, q: string): Promise<PlaceOption[]> {
  return db.query<PlaceOption>(sql`
    select i.id, i.name, i.level, above.name as above
    from institution i
    left join institution above on above.id = i.parent_id
    where i.closed_on is null and (i.name like ${within(q)} or i.code = ${q})
    order by i.name = ${q} desc, length(i.name), i.id limit ${mostPlaces}`)
}
