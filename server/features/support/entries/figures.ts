import type { Actor } from '../../../../catalogue/access/access.ts'
import type { ConfirmedSums, EntrySums } from '../../../../catalogue/contract/support-entries.ts'
import { institutionsInScope } from '../../../engine/access/index.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'

/**
 * Whose entries are summed: those of one agreement, those of an institution on either side, those that were done in
 * an area, or all of them for everybody.
 */
export type FigureScope =
  | { readonly agreement: string }
  | { readonly institution: number }
  | { readonly city: number }
  | { readonly province: number }
  | 'everywhere'

/** Days of entries, both included; null for no limit. */
export interface Period {
  readonly from: string | null
  readonly to: string | null
}

const none: EntrySums = {
  entries: 0,
  lessons: 0,
  people: 0,
  personDays: 0,
  attended: 0,
  hours: 0,
  amount: 0,
}

/**
 * Figures of what both sides confirmed, by the first day of each entry. They read `support_entry`, in which nothing
 * else stands (docs/decisions/0215).
 */
export function confirmedFigures(db: Queryable, scope: FigureScope, period: Period): Promise<ConfirmedSums> {
  return summed(db, conditionOf(scope), period)
}

/** The same over the entries that an office may see; of one agreement where it is named. */
export const figuresFor = (
  db: Queryable,
  actor: Actor,
  { agreement, ...period }: Period & { readonly agreement: string | null },
): Promise<ConfirmedSums> =>
  summed(
    db,
    sql`exists (
        select 1 from institution i where i.id in (e.owner_id, e.supporter_id) and ${institutionsInScope(actor, 'i')})
      ${agreement === null ? sql.empty : sql`and e.agreement_id = ${agreement}::uuid`}`,
    period,
  )

async function summed(db: Queryable, where: Sql, { from, to }: Period): Promise<ConfirmedSums> {
  const rows = await db.query<EntrySums & { readonly kind: string }>(sql`
    select e.kind, count(*)::int as entries, sum(e.lessons)::int as lessons, sum(e.people)::int as people,
      sum(e.person_days)::int as "personDays", sum(e.attended)::int as attended,
      round(sum(e.tenths) / 10.0, 1)::float as hours, sum(e.amount)::float as amount
    from support_entry e
    where ${where}
      ${from === null ? sql.empty : sql`and e.from_on >= ${from}::date`}
      ${to === null ? sql.empty : sql`and e.from_on <= ${to}::date`}
    group by e.kind order by e.kind`)
  return { ...rows.reduce(added, none), byKind: rows }
}

const added = (all: EntrySums, one: EntrySums): EntrySums => ({
  entries: all.entries + one.entries,
  lessons: all.lessons + one.lessons,
  people: all.people + one.people,
  personDays: all.personDays + one.personDays,
  attended: all.attended + one.attended,
  hours: Math.round((all.hours + one.hours) * 10) / 10,
  amount: Math.round((all.amount + one.amount) * 100) / 100,
})

function conditionOf(scope: FigureScope): Sql {
  if (scope === 'everywhere') return sql`true`
  if ('agreement' in scope) return sql`e.agreement_id = ${scope.agreement}::uuid`
  if ('city' in scope) return sql`e.city_id = ${scope.city}`
  if ('province' in scope) return sql`e.province_id = ${scope.province}`
  return sql`${scope.institution} in (e.owner_id, e.supporter_id)`
}
