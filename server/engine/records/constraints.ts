import type { AnyRecord, Unique } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Owner, Queryable } from '../engine.ts'
import { snake, tableName } from '../schema/tables.ts'
import type { Values } from './codec.ts'

export interface Collisions {
  readonly errors: FieldFault[]
  readonly warnings: FieldFault[]
}

/** The rows a rule compares with: the owner's, those of the owner's institution, or all. */
function within(rule: Unique<never>, owner: Owner): Sql {
  if (rule.within === 'owner') return sql`owner_id = ${owner.id}`
  if (rule.within === 'institution') return sql`institution_id = ${owner.institutionId}`
  return sql`true`
}

/**
 * Asks the effective rows for a second one with the same values. Serialised per table and scope by an advisory lock when
 * `locked`, because two transactions that both look first would both find nothing.
 */
export async function collisions(
  db: Queryable,
  definition: AnyRecord,
  owner: Owner,
  recordId: string,
  plain: Values,
  locked = false,
): Promise<Collisions> {
  const found: Collisions = { errors: [], warnings: [] }
  for (const rule of (definition.constraints ?? []) as readonly Unique<never>[]) {
    const values = (rule.fields as readonly string[]).map((key) => [key, plain[key] ?? null] as const)
    if (values.some(([, value]) => value === null)) continue
    if (locked && rule.level !== 'warning') {
      const scope = rule.within === 'owner' ? owner.id : rule.within === 'institution' ? (owner.institutionId ?? 0) : 0
      await db.query(sql`select pg_advisory_xact_lock(hashtext(${`${definition.name}/${rule.fields.join()}`}), ${scope})`)
    }
    const conditions = values.map(([key, value]) =>
      key === rule.each ? sql`${sql.id(snake(key))} && ${value}` : sql`${sql.id(snake(key))} is not distinct from ${value}`,
    )
    const clash = await db.maybeOne(sql`
      select 1 from ${sql.id(tableName(definition.name))}
      where ${within(rule, owner)} and voided_at is null and id <> ${recordId} and ${sql.join(conditions, ' and ')} limit 1`)
    if (!clash) continue
    const fault = { field: rule.fields.at(-1) ?? '', message: rule.message }
    ;(rule.level === 'warning' ? found.warnings : found.errors).push(fault)
  }
  return found
}
