import type { Actor } from '../../../../catalogue/access/access.ts'
import { oldPasswordDays } from '../../../../catalogue/access/office-accounts.ts'
import type {
  AccountReport,
  OfficeAccountLine,
  OfficeAccountQuery,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import { placeWithin, placeCondition } from '../../../engine/access/index.ts'
import { openedByImport } from '../../../engine/imports/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { peopleMeant } from '../list.ts'
import { keptBy, wholly } from './kept.ts'

const mostCounted = 10_000

const locked = sql`coalesce(p.locked_until > now(), false)`
const unused = sql`p.last_login_at is null`
/** Too simple, or still the one-time password of an office. */
const weak = sql`(p.password_hash is null or p.password_simple or p.must_change)`
const old = sql`coalesce(p.password_changed_at < now() - make_interval(days => ${sql.lit(oldPasswordDays)}), false)`
const conditions = { unused, weak, old } as const

const states: Readonly<Record<'0' | '1' | '2', Sql>> = {
  '0': sql`a.state = 'disabled'`,
  '1': sql`a.state = 'enabled' and not ${locked}`,
  '2': sql`a.state = 'enabled' and ${locked}`,
}

async function whereOf(db: Queryable, actor: Actor, query: OfficeAccountQuery): Promise<Sql> {
  const { q, role, institution, teachers, import: importId, status, concern } = query
  const place = institution === undefined ? null : await placeWithin(db, actor, institution)
  const parts = [
    keptBy(actor, 'a', 'i'),
    ...(q ? [sql`a.person_id in (${peopleMeant(q)})`] : []),
    ...(teachers
      ? [sql`a.person_id in (select t.person_id from teacher t where t.id = any(${teachers}::int[]))`]
      : []),
    ...(importId === undefined
      ? []
      : [
          sql`a.person_id in (
            select t.person_id from teacher t where t.id in (${openedByImport(actor, importId)}))`,
        ]),
    ...(role === undefined ? [] : [sql`a.role = ${role}`]),
    ...(place
      ? [place.column === 'institution_id' ? sql`i.id = ${place.id}` : placeCondition(place, 'i')]
      : []),
    ...(status ? [states[status]] : []),
    ...(concern ? [sql`a.state = 'enabled' and ${conditions[concern]}`] : []),
  ]
  return sql.join(parts, ' and ')
}

const from = sql`
  identity a
  join institution i on i.id = a.institution_id
  join person p on p.id = a.person_id`

const lineOf = (
  actor: Actor,
): Sql => sql`a.id as "identityId", p.name, p.login_name as "loginName", a.role, i.name as institution,
      p.last_login_at as "lastLoginAt", ${wholly(actor, 'p')} as own,
      case when a.state = 'disabled' then '0' when ${locked} then '2' else '1' end as status,
      array_remove(array[
        case when ${unused} then 'unused' end,
        case when ${weak} and not ${unused} then 'weak' end,
        case when ${old} then 'old' end], null) as concerns`

/** The accounts of a list in its order, at most so many, each with its person and teacher. */
export async function accountKeys(db: Queryable, actor: Actor, query: OfficeAccountQuery, most: number) {
  return db.query<{ id: number; person: number; teacher: number | null }>(sql`
    select a.id, a.person_id as person, t.id as teacher
    from ${from} left join teacher t on t.person_id = a.person_id and a.role = 2
    where ${await whereOf(db, actor, query)}
    order by a.role desc, a.id
    limit ${most}`)
}

/** Some accounts that the office keeps, by their numbers and in that order. */
export const accountsByIds = (
  db: Queryable,
  actor: Actor,
  ids: readonly number[],
): Promise<OfficeAccountLine[]> =>
  db.query<OfficeAccountLine>(sql`
    select ${lineOf(actor)}
    from ${from}
    where a.id = any(${[...ids]}::int[]) and ${keptBy(actor, 'a', 'i')}
    order by array_position(${[...ids]}::int[], a.id)`)

/** One page of the accounts an office keeps, offices before teachers, then by the sound of the name. */
export async function listOfficeAccounts(db: Queryable, actor: Actor, query: OfficeAccountQuery) {
  const where = await whereOf(db, actor, query)
  const { page, pageSize } = query
  const list = await db.query<OfficeAccountLine>(sql`
    select ${lineOf(actor)}
    from ${from}
    where ${where}
    order by a.role desc, a.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count
    from (select 1 from ${from} where ${where} limit ${sql.lit(mostCounted + 1)}) counted`)
  const more = count > mostCounted
  return {
    list,
    total: more ? mostCounted : count,
    ...(more && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/** Most institutions of a report. */
const mostReported = 500

/** Accounts in use by institution, and how many of them need attention, the worst first. */
export async function reportAccounts(db: Queryable, actor: Actor): Promise<AccountReport> {
  const list = await db.query<AccountReport['list'][number]>(sql`
    select i.id as "institutionId", i.name as institution, count(*)::int as accounts,
      (count(*) filter (where ${unused}))::int as unused,
      (count(*) filter (where ${weak} and not ${unused}))::int as weak,
      (count(*) filter (where ${old}))::int as old,
      (count(*) filter (where ${locked}))::int as locked
    from ${from}
    where ${keptBy(actor, 'a', 'i')} and a.state = 'enabled'
    group by i.id, i.name
    order by (count(*) filter (where ${unused} or ${weak} or ${old} or ${locked}))::float / count(*) desc, i.id
    limit ${sql.lit(mostReported)}`)
  return { list }
}
