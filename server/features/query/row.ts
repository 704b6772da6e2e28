import type { Actor } from '../../../catalogue/access/access.ts'
import type { KeptLine, QueryVersion } from '../../../catalogue/contract/analysis/query.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Institutions above that of an actor. */
const above = (actor: Actor): Sql => sql`(
  select unnest(array[w.province_id, w.city_id, w.district_id])
  from institution w
  where w.id = ${actor.institutionId})`

/** Queries `q` that this identity keeps. */
export const own = (actor: Actor): Sql =>
  sql`(q.withdrawn_at is null and q.identity_id = ${actor.identityId})`

/** Queries `q` that an office above gives to offices of this level. */
export const shared = (actor: Actor): Sql => sql`(q.withdrawn_at is null and q.shared_with <> '{}'
  and ${actor.role}::smallint = any(q.shared_with) and q.institution_id <> ${actor.institutionId}
  and q.institution_id in ${above(actor)})`

/** A query as a line, for a reader. */
const lineColumns = (actor: Actor): Sql => sql`q.id, q.name, q.version, q.saved_at as "savedAt",
  case when q.identity_id = ${actor.identityId} then q.found end as count,
  q.identity_id = ${actor.identityId} as mine, p.name as by, i.name as office,
  array(select r::text from unnest(q.shared_with) r order by r) as "sharedWith",
  case when q.identity_id = ${actor.identityId} then q.rhythm end as rhythm,
  case when q.identity_id = ${actor.identityId} and q.rhythm is not null then q.next_on end as "nextOn"`
const lineTables: Sql = sql`custom_query q
  join identity a on a.id = q.identity_id
  join person p on p.id = a.person_id
  join institution i on i.id = q.institution_id`

/** The statement of lines: latest saved first. */
export const linesStatement = (
  actor: Actor,
  where: Sql,
  { most, skip }: { most: number; skip: number },
): Sql => sql`
  select ${lineColumns(actor)}
  from ${lineTables}
  where ${where}
  order by q.saved_at desc, q.id desc
  limit ${most} offset ${skip}`

/** One query that the reader keeps or was given; anything else is missing. */
export async function lineFor(db: Queryable, actor: Actor, id: number): Promise<KeptLine> {
  const row = await db.maybeOne<KeptLine>(sql`
    select ${lineColumns(actor)} from ${lineTables} where q.id = ${id} and (${own(actor)} or ${shared(actor)})`)
  if (!row) throw new AppError('missing')
  return row
}

/**
 * The versions of a query, latest first. Whoever was given it gets the latest, without what it found at the
 * giver's and without the place within the giver's scope.
 */
export async function versionsOf(db: Queryable, line: KeptLine): Promise<QueryVersion[]> {
  return db.query<QueryVersion>(sql`
    select v.no, v.at, p.name as by, case when ${line.mine} then v.found end as count, v.sentence,
      case when ${line.mine} then v.query else v.query - 'place' end as query,
      v.columns, v.sort
    from custom_query_version v
    join identity a on a.id = v.by_identity
    join person p on p.id = a.person_id
    where v.query_id = ${line.id} and (${line.mine} or v.no = ${line.version})
    order by v.no desc
    limit 100`)
}
