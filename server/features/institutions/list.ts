import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  InstitutionLine,
  InstitutionQuery,
  InstitutionTree,
} from '../../../catalogue/contract/administration/institutions.ts'
import { kindsOf } from '../../../catalogue/institutions/kinds.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { formerlyCalled, institutionCalled } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { keptBy } from './options.ts'
import { yearsOf } from './quota.ts'

/**
 * Columns of a line; the teachers of a region are no number of a list: counting a province reads a million
 * rows. `i` the institution, `p` the one above it.
 */
export const lineColumns = sql`
  i.id, i.name, i.code, i.kind, i.level, p.name as above, i.school_type as "schoolType", i.principal, i.phone,
  i.staff_quota as "staffQuota", i.closed_on as "closedOn",
  (select count(*)::int from institution b where b.parent_id = i.id and b.closed_on is null) as below,
  case when i.level in ('school', 'centre')
    then (select count(*)::int from membership m
      where m.institution_id = i.id and m.kind = 'personnel' and m.to_on is null) end as teachers`

/** Rows of institutions with the one above. */
export const lineRows = sql`institution i left join institution p on p.id = i.parent_id`

/** Most institutions that stand under one name of the tree: a large district has some hundreds of schools. */
const mostChildren = 2000

export async function whereOf(db: Queryable, actor: Actor, query: InstitutionQuery): Promise<Sql> {
  const parts = [
    keptBy(actor, 'i'),
    query.state === 'open' ? sql`i.closed_on is null` : sql`i.closed_on is not null`,
    ...(query.q ? [institutionCalled('i', query.q)] : []),
    ...(query.category ? [sql`i.kind = any(${[...kindsOf(query.category)]}::text[])`] : []),
    ...(query.kind === undefined ? [] : [sql`i.kind = ${query.kind}`]),
    ...(query.schoolType === undefined ? [] : [sql`i.school_type = ${query.schoolType}`]),
    ...(query.under === undefined ? [] : [await underneath(db, actor, query.under)]),
  ]
  return sql.join(parts, ' and ')
}

const regionColumn: Readonly<Record<string, string>> = {
  province: 'province_id',
  city: 'city_id',
  district: 'district_id',
}

async function underneath(db: Queryable, actor: Actor, id: number): Promise<Sql> {
  const row = await db.maybeOne<{ level: string }>(
    sql`select i.level from institution i where i.id = ${id} and ${keptBy(actor, 'i')}`,
  )
  if (!row) throw invalid('under', '范围内没有该机构')
  const column = regionColumn[row.level]
  return column ? sql`${sql.id('i', column)} = ${id}` : sql`i.id = ${id}`
}

/** One page of institutions, by the sound of the name: along the index of names of a region. */
export const pageStatement = (where: Sql, { page, pageSize, q }: InstitutionQuery): Sql => sql`
  select ${lineColumns}, ${q ? formerlyCalled('i', q) : sql`null`} as formerly
  from ${lineRows}
  where ${where}
  order by i.name_sort, i.id
  limit ${pageSize} offset ${(page - 1) * pageSize}`

/** The statement of the institutions of a list in its order, at most so many: their numbers only. */
export const keysStatement = (where: Sql, most: number): Sql => sql`
  select i.id from institution i where ${where} order by i.name_sort, i.id limit ${most}`

/** The statement of some institutions by their numbers, in that order. */
export const byIdsStatement = (actor: Actor, ids: readonly number[]): Sql => sql`
  select ${lineColumns}, null as formerly
  from ${lineRows}
  where i.id = any(${[...ids]}::int[]) and ${keptBy(actor, 'i')}
  order by array_position(${[...ids]}::int[], i.id)`

/** One page of the institutions of a scope. */
export async function listInstitutions(db: Queryable, actor: Actor, query: InstitutionQuery) {
  const where = await whereOf(db, actor, query)
  const { page, pageSize } = query
  const [list, { total }] = await Promise.all([
    db.query<InstitutionLine>(pageStatement(where, query)),
    db.one<{ total: number }>(sql`select count(*)::int as total from institution i where ${where}`),
  ])
  const figures = await yearsOf(
    db,
    list.map(({ id }) => id),
  )
  return {
    list: list.map((line) => ({ ...line, figures: figures.get(line.id) ?? null })),
    total,
    page,
    pageSize,
  }
}

/** From the root of the tree, or of the actor's own region, down to an institution. */
export async function pathOf(
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<{ id: number; name: string }[]> {
  return db.query(sql`
    with recursive up as (
      select i.id, i.name, i.parent_id, 0 as step from institution i where i.id = ${id}
      union all
      select i.id, i.name, i.parent_id, up.step + 1
      from institution i
      join up on i.id = up.parent_id
      where up.step < 10 and ${keptBy(actor, 'i')})
    select id, name from up order by step desc`)
}

/**
 * An institution, by default the actor's own, the root for an administrator, with those directly below it.
 */
export async function treeAt(
  db: Queryable,
  actor: Actor,
  under: number | undefined,
): Promise<InstitutionTree> {
  const which =
    under !== undefined
      ? sql`i.id = ${under}`
      : actor.role === 1
        ? sql`i.parent_id is null`
        : sql`i.id = ${actor.institutionId}`
  const here = await db.maybeOne<InstitutionLine>(sql`
    select ${lineColumns}, null as formerly
    from ${lineRows}
    where ${which} and ${keptBy(actor, 'i')}
    order by i.id
    limit 1`)
  if (!here) throw new AppError('missing')
  const children = await db.query<InstitutionLine>(sql`
    select ${lineColumns}, null as formerly
    from ${lineRows}
    where i.parent_id = ${here.id} and i.closed_on is null
    order by array_position(array['city', 'district', 'school', 'centre'], i.level), i.name_sort, i.id
    limit ${sql.lit(mostChildren)}`)
  return { path: await pathOf(db, actor, here.id), here, children }
}
