import type { Quota } from '../../../catalogue/contract/administration/institution-figures.ts'
import type { LineFigures } from '../../../catalogue/contract/administration/institutions.ts'
import { schoolYearOf } from '../../../catalogue/institutions/norms.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A row of `quotaColumns`. */
export interface QuotaRow extends Pick<Quota, 'year' | 'granted' | 'used' | 'unknown'> {
  readonly split: readonly { readonly subject: string; readonly granted: number; readonly used: number }[]
}

/** Teachers without a subject count as other subjects. */
const other = sql.lit('99')

/**
 * Relation `people`: those who belong to institutions by personnel membership on a day, found by the index of
 * their institution, with what their archives say.
 */
const membersOf = (institutions: Sql, day: string): Sql => sql`
    members as materialized (
      select own_t.id, own_t.institution_id, coalesce(own_t.subject, ${other}) as subject
      from teacher own_t
      join membership own_m on own_m.teacher_id = own_t.id and own_m.institution_id = own_t.institution_id
        and own_m.kind = 'personnel' and own_m.from_on <= ${day}::date
        and (own_m.to_on is null or own_m.to_on >= ${day}::date)
      where own_t.institution_id = ${institutions}),
    facts as materialized (
      select b.owner_id, b.in_establishment
      from rec_basic_info b
      where b.owner_id in (select id from members) and b.voided_at is null),
    people as materialized (
      select m.institution_id, m.subject, f.in_establishment
      from members m
      left join facts f on f.owner_id = m.id)`

/**
 * Relations of one institution on a day: `people` who belong to it by personnel membership, and `granted`,
 * the split by subject of the newest school year that has begun.
 */
export function quotaRelations(institutionId: number, day = today()): Sql {
  return sql`
    ${membersOf(sql`${institutionId}::int`, day)},
    quotas as (
      select school_year, subject, quota
      from rec_staff_quota
      where owner_id = ${institutionId} and voided_at is null and school_year <= ${schoolYearOf(day)}),
    granted as (
      select subject, quota from quotas where school_year = (select max(school_year) from quotas)),
    used as (
      select subject, count(*)::int as used from people where in_establishment group by subject)`
}

/** Columns of the institution `i`, after `quotaRelations`. */
export const quotaColumns: Sql = sql`
  (select max(school_year) from quotas) as year,
  coalesce((select sum(quota)::int from granted), i.staff_quota) as granted,
  (select count(*)::int from people where in_establishment) as used,
  (select count(*)::int from people where in_establishment is null) as unknown,
  coalesce((select json_agg(json_build_object('subject', coalesce(g.subject, u.subject),
        'granted', coalesce(g.quota, 0), 'used', coalesce(u.used, 0))
      order by coalesce(g.subject, u.subject))
    from granted g
    full join used u on u.subject = g.subject
    where exists (select 1 from granted)), '[]') as split`

/** The quota as it is told. */
export function quotaFrom({ year, granted, used, unknown, split }: QuotaRow): Quota {
  return {
    year,
    granted,
    used,
    unknown,
    free: granted === null ? null : granted - used,
    bySubject: split.map((one) => ({ ...one, free: one.granted - one.used })),
  }
}

/**
 * How many posts of the establishment an institution was granted, how many are used by those who belong to it
 * today, and how many are free, also by subject where the quota is split. Nothing is granted where nobody
 * wrote it down.
 */
export async function quotaOf(db: Queryable, institutionId: number): Promise<Quota> {
  const row = await db.one<QuotaRow>(sql`
    with ${quotaRelations(institutionId)}
    select ${quotaColumns} from institution i where i.id = ${institutionId}`)
  return quotaFrom(row)
}

/** The statement of `yearsOf`. */
export function yearsStatement(ids: readonly number[], day = today()): Sql {
  const year = schoolYearOf(day)
  const asked = sql`any(${[...ids]}::int[])`
  return sql`
    with ${membersOf(asked, day)},
    staff as (
      select institution_id, (count(*) filter (where in_establishment))::int as used,
        (count(*) filter (where not in_establishment))::int as beyond
      from people
      group by institution_id),
    pupils as materialized (
      select owner_id, sum(students)::int as students
      from rec_student_numbers
      where owner_id = ${asked} and voided_at is null and school_year = ${year}
      group by owner_id),
    quotas as materialized (
      select owner_id, school_year, quota
      from rec_staff_quota
      where owner_id = ${asked} and voided_at is null and school_year <= ${year})
    select i.id, coalesce(s.used, 0) as used, coalesce(s.beyond, 0) as beyond, n.students,
      coalesce((select sum(q.quota)::int
        from quotas q
        where q.owner_id = i.id
          and q.school_year = (select max(l.school_year) from quotas l where l.owner_id = i.id)), i.staff_quota) as granted
    from institution i
    left join staff s on s.institution_id = i.id
    left join pupils n on n.owner_id = i.id
    where i.id = ${asked} and i.level in ('school', 'centre')`
}

/**
 * Pupils and staff of the institutions of one page of a list, by number; authorities have none of their own.
 */
export async function yearsOf(db: Queryable, ids: readonly number[]): Promise<Map<number, LineFigures>> {
  const rows = await db.query<LineFigures & { readonly id: number }>(yearsStatement(ids))
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}
