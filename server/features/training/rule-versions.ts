import type { Actor } from '../../../catalogue/access/access.ts'
import type { RuleEffect, RuleVersions } from '../../../catalogue/contract/training/hour-rules.ts'
import { countHours } from '../../../catalogue/hours/count.ts'
import { categories, hourRule, type HourRule } from '../../../catalogue/hours/rule.ts'
import type { Queryable } from '../../engine/engine.ts'
import { entriesOfOwners, ruleFor } from '../../engine/ledger/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { account } from './follow-registrations.ts'

/** The province of the actor's institution; null where it belongs to none. */
export const provinceOf = async (db: Queryable, { institutionId }: Actor): Promise<number | null> =>
  (
    await db.one<{ id: number | null }>(
      sql`select province_id as id from institution where id = ${institutionId}`,
    )
  ).id

/** Every version of a year that the reader's province published, the newest first. */
export async function versionsOf(db: Queryable, actor: Actor, year: number): Promise<RuleVersions> {
  const rows = await db.query<{ value: unknown; note: string; at: string; by: string }>(sql`
    select r.value, r.note, r.at, coalesce(p.name, '') as by
    from hour_rule r
      left join identity a on a.id = r.by_identity
      left join person p on p.id = a.person_id
    where r.province_id = ${await provinceOf(db, actor)} and r.year = ${year}
    order by r.version desc`)
  return { list: rows.map(({ value, ...row }) => ({ ...row, rule: hourRule.parse(value) })) }
}

/** People on whom a rule is tried: enough for a share to within some percent, counted within a second. */
const mostTried = 500

/** What a rule would do to the people of a province who have hours of its year, beside the rule in force. */
export async function effectOf(db: Queryable, provinceId: number, rule: HourRule): Promise<RuleEffect> {
  const { year } = rule
  // A balance has a row for each category; one of them stands for the person.
  const whose = sql`
    from ledger_balance b join teacher t on t.id = b.owner_id
    where b.account = ${account} and b.year = ${year} and b.category = ${categories[0]} and t.province_id = ${provinceId}`
  const { people } = await db.one<{ people: number }>(sql`select count(*)::int as people ${whose}`)
  const step = Math.max(1, Math.ceil(people / mostTried))
  const chosen = await db.query<{ id: number }>(sql`
    select b.owner_id as id ${whose} and b.owner_id % ${step} = 0 order by b.owner_id limit ${mostTried}`)
  const before = await ruleFor(db, provinceId, year)
  const entries = await entriesOfOwners(db, { owners: chosen.map(({ id }) => id), account, year })
  const counted = chosen.map(({ id }) => {
    const own = entries.get(id) ?? []
    return { old: countHours(own, before), next: countHours(own, rule) }
  })
  const many = (holds: (one: (typeof counted)[number]) => boolean) => counted.filter(holds).length
  const mean = (of: (one: (typeof counted)[number]) => number) =>
    counted.length === 0
      ? 0
      : Math.round(counted.reduce((sum, one) => sum + of(one), 0) / counted.length) / 10
  return {
    people,
    tried: counted.length,
    metBefore: many(({ old }) => old.gap === 0),
    metAfter: many(({ next }) => next.gap === 0),
    gained: many(({ old, next }) => old.gap > 0 && next.gap === 0),
    lost: many(({ old, next }) => old.gap === 0 && next.gap > 0),
    countedBefore: mean(({ old }) => old.counted),
    countedAfter: mean(({ next }) => next.counted),
  }
}
