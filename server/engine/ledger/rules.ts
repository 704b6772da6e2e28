import { hourRule, usualRule, type HourRule } from '../../../catalogue/hours/rule.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'

/**
 * The rule of a year in a province: its newest version, or the usual one where the province published none.
 */
export async function ruleFor(db: Queryable, provinceId: number | null, year: number): Promise<HourRule> {
  const row = await db.maybeOne<{ value: unknown }>(sql`
    select value from hour_rule
    where province_id = ${provinceId} and year = ${year}
    order by version desc limit 1`)
  return row ? hourRule.parse(row.value) : usualRule(year)
}

/**
 * Publishes a version of a rule. Balances are counted anew by `recount`.
 * @param rule its version is the next one; 409 where somebody else published meanwhile
 */
export async function publishRule(
  tx: Tx,
  { provinceId, by, note }: { readonly provinceId: number; readonly by: number; readonly note: string },
  rule: HourRule,
): Promise<void> {
  const { version } = await ruleFor(tx, provinceId, rule.year)
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from hour_rule where province_id = ${provinceId} and year = ${rule.year}`)
  const next = count === 0 ? 1 : version + 1
  if (rule.version !== next) throw new AppError('stale')
  const added = await tx.execute(sql`
    insert into hour_rule (province_id, year, version, value, note, by_identity)
    values (${provinceId}, ${rule.year}, ${next}, ${sql.json(rule)}::jsonb, ${note}, ${by})
    on conflict do nothing`)
  if (added === 0) throw new AppError('stale')
}
