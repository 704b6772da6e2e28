import { type LogFilter } from '../../../catalogue/contract/administration/audit-log.ts'
import { signInActions } from '../../../catalogue/contract/administration/audit-actions.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { addDays } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Most people that a name may match; beyond that the reader chooses a person. */
const mostPeople = 50
const mostPlaces = 50
/** Accounts each of which is looked for in the log by itself. */
const mostIdentities = 5_000

/** A filter with names resolved to numbers. `null`: not asked for; an empty list: nobody is called so. */
export interface ResolvedFilter {
  readonly filter: LogFilter
  readonly actors: readonly number[] | null
  readonly people: readonly number[] | null
  readonly identities: readonly number[] | null
  readonly span: { readonly from: number | null; readonly to: number | null }
}

/** Resolves names, accounts and institutions, and days to a span of ids. */
export async function resolve(db: Queryable, filter: LogFilter): Promise<ResolvedFilter> {
  const actors = filter.actorId
    ? [filter.actorId]
    : filter.actor
      ? await peopleCalled(db, filter.actor)
      : null
  const people = filter.personId
    ? [filter.personId]
    : filter.person
      ? await peopleCalled(db, filter.person)
      : null
  return {
    filter,
    actors,
    people,
    identities: await identitiesOf(db, actors, filter.institution),
    span: await spanOf(db, filter),
  }
}

/** By whole name or account; people who were taken out by the name they had. */
async function peopleCalled(db: Queryable, text: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from person where name collate "C" = ${text} or login_name = ${text.toLowerCase()}
    union
    select person_id from former_person where name collate "C" = ${text}
    limit ${mostPeople}`)
  return rows.map(({ id }) => id)
}

async function identitiesOf(
  db: Queryable,
  actors: readonly number[] | null,
  institution: string | undefined,
): Promise<number[] | null> {
  if (actors === null && !institution) return null
  const places = institution
    ? await db.query<{ id: number }>(sql`
        select id
        from institution
        where name like ${within(institution)}
        order by name = ${institution} desc, id
        limit ${mostPlaces}`)
    : null
  const rows = await db.query<{ id: number }>(sql`
    select id from identity where ${actors ? sql`person_id = any(${actors}::int[])` : sql`true`}
      and ${places ? sql`institution_id = any(${places.map(({ id }) => id)}::int[])` : sql`true`}
      limit ${mostIdentities + 1}`)
  if (rows.length > mostIdentities) {
    const message = '这些单位的账号太多，请同时写出操作人'
    throw invalid('institution', message)
  }
  return rows.map(({ id }) => id)
}

/**
 * Ids between which every line of these days lies. A line's time is that of its transaction's beginning and
 * its id comes later, at most as long as a transaction may take (an hour): hence the margin, and the exact
 * comparison beside it.
 */
async function spanOf(db: Queryable, { start, end }: LogFilter): Promise<ResolvedFilter['span']> {
  const low =
    start &&
    sql`select id
      from audit
      where at <= ${start}::date::timestamptz - interval '1 hour'
      order by at desc
      limit 1`
  const high =
    end &&
    sql`select id
      from audit
      where at >= ${addDays(end, 1)}::date::timestamptz + interval '1 hour'
      order by at
      limit 1`
  const idOf = async (probe: Sql | '' | undefined) =>
    probe ? ((await db.maybeOne<{ id: number }>(probe))?.id ?? null) : null
  return { from: await idOf(low), to: await idOf(high) }
}

const literals = sql.join(signInActions.map((action) => sql.lit(action)))

/**
 * From where a log is read on: the last line that was read, null for none, and whether the older come first.
 */
export interface LogPosition {
  readonly before: number | null
  readonly isRising: boolean
}

/**
 * Ids of the next lines that fit, the newest first unless the reading rises. Every way in goes along an index
 * by id and stops after `limit`: per identity, per person, per action, or the log itself.
 */
export function idsOf(
  { filter, people, identities, span }: ResolvedFilter,
  institutionTypes: readonly string[],
  { before, isRising }: LogPosition,
  limit: number,
): Sql {
  const read = before ?? (isRising ? 0 : Number.MAX_SAFE_INTEGER)
  const upTo = Math.min(isRising ? Number.MAX_SAFE_INTEGER : read, span.to ?? Number.MAX_SAFE_INTEGER)
  const direction = isRising ? sql`asc` : sql`desc`
  const rest = [
    sql`a.id < ${upTo}::bigint`,
    ...(isRising ? [sql`a.id > ${read}::bigint`] : []),
    ...(span.from === null ? [] : [sql`a.id >= ${span.from}::bigint`]),
    ...(filter.start ? [sql`a.at >= ${filter.start}::date::timestamptz`] : []),
    ...(filter.end ? [sql`a.at < ${addDays(filter.end, 1)}::date::timestamptz`] : []),
    filter.kind === 'signIn' ? sql`a.action in (${literals})` : sql`a.action not in (${literals})`,
    ...(filter.action ? [sql`a.action = ${filter.action}`] : []),
  ]
  const among = (conditions: readonly Sql[]) => sql`
    (select a.id
      from audit a
      where ${sql.join(conditions, ' and ')}
      order by a.id ${direction}
      limit ${sql.lit(limit)})`
  const byActor = identities === null ? [] : [sql`a.by_identity = any(${identities}::int[])`]
  if (people !== null) {
    // A record of an institution has that institution as its owner, whose number says nothing of a teacher.
    const ofTeachers = sql`(a.type is null or a.type <> all(${[...institutionTypes]}::text[]))`
    return first(
      sql`
      select found.id
      from unnest(${people}::int[]) p (id)
      cross join lateral ${among([sql`a.person_id = p.id`, ...rest, ...byActor])} found
      union
      select found.id
      from (
        select id from teacher where person_id = any(${people}::int[])
        union all
        select teacher_id from former_person where person_id = any(${people}::int[]) and teacher_id is not null) t
      cross join lateral ${among([sql`a.owner_id = t.id`, ofTeachers, ...rest, ...byActor])} found`,
      { direction, limit },
    )
  }
  if (identities !== null) {
    return first(
      sql`select found.id
        from unnest(${identities}::int[]) i (id)
        cross join lateral ${among([sql`a.by_identity = i.id`, ...rest])} found`,
      { direction, limit },
    )
  }
  return among(rest)
}

/** Runs such a statement: the ids, the newest first. */
export async function newestIds(db: Queryable, ids: Sql): Promise<number[]> {
  return (await db.query<{ id: number }>(sql`select id from ${ids} found order by id desc`)).map(
    ({ id }) => id,
  )
}

const first = (ids: Sql, { direction, limit }: { direction: Sql; limit: number }): Sql =>
  sql`(select id from (${ids}) every_way order by id ${direction} limit ${sql.lit(limit)})`
