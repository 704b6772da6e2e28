import type { Among, AnyRecord, FieldMap, OneOpen, Sibling, Unique } from '../../../../catalogue/define.ts'
import type { FieldFault } from '../../../../catalogue/errors.ts'
import { faultOfRule, holdsAmong, isLastOpen } from '../../../../catalogue/rules/across.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Owner, Queryable } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { snake, tableName } from '../../schema/index.ts'
import { fromRow, type Values } from './codec.ts'

export interface Collisions {
  readonly errors: FieldFault[]
  readonly warnings: FieldFault[]
}

/** The value that a rule judges, and whether concurrent writers must wait for each other. */
interface RuleContext {
  /** The transaction that applies, or any connection when looking ahead. */
  readonly db: Queryable
  readonly records: Readonly<Record<string, AnyRecord>>
  readonly definition: AnyRecord
  readonly owner: Owner
  readonly recordId: string
  readonly plain: Values
  /** Serialises concurrent writers: in the transaction that applies, not when looking ahead. */
  readonly locked?: boolean
}

/** Rows that the rule compares with: of the owner, of the institution of the owner, or all. */
function within(rule: Unique, owner: Owner): Sql {
  if (rule.within === 'owner' || (rule.within === 'institution' && owner.kind === 'institution'))
    return sql`owner_id = ${owner.id}`
  if (rule.within === 'institution') return sql`institution_id = ${owner.institutionId}`
  return sql`true`
}

const lockOf = (asked: RuleContext, rule: string, scope: number): Sql =>
  sql`select pg_advisory_xact_lock(hashtext(${`${asked.definition.name}/${rule}`}), ${scope})`

/** Serialises writers of one rule: two transactions that look at the same time would both find nothing. */
async function serialiseWriters(asked: RuleContext, rule: string, scope: number): Promise<void> {
  if (asked.locked) await asked.db.query(lockOf(asked, rule, scope))
}

async function isUnique(asked: RuleContext, rule: Unique): Promise<boolean> {
  const values = rule.fields.map((key) => [key, asked.plain[key] ?? null] as const)
  if (values.some(([, value]) => value === null)) return true
  const own = rule.within === 'owner' || (rule.within === 'institution' && asked.owner.kind === 'institution')
  const place = rule.within === 'institution' ? (asked.owner.institutionId ?? 0) : 0
  await serialiseWriters(asked, rule.fields.join(), own ? asked.owner.id : place)
  const conditions = values.map(([key, value]) =>
    key === rule.each ? sql`${sql.id(snake(key))} && ${value}` : sql`${sql.id(snake(key))} = ${value}`,
  )
  const clashing = sql`
    select 1 from ${sql.id(tableName(asked.definition.name))}
    where ${within(rule, asked.owner)}
      and voided_at is null
      and id <> ${asked.recordId}
      and ${sql.join(conditions, ' and ')}
    limit 1`
  const found = await asked.db.query(clashing)
  return found.length === 0
}

/** The owner's other effective records of a type, without sealed values. */
async function siblingsOf(asked: RuleContext, type: string): Promise<Sibling[]> {
  const definition = asked.records[type]
  if (!definition) return []
  const rows = await asked.db.query<Values & { readonly id: string }>(sql`
    select *
    from ${sql.id(tableName(type))}
    where owner_id = ${asked.owner.id} and voided_at is null and id <> ${asked.recordId}`)
  const open = prepared(definition).openKeys
  return rows.map((row) => {
    const values = fromRow(definition, row)
    return { ...Object.fromEntries(open.map((key) => [key, values[key]])), id: row.id }
  })
}

async function holdsBeside(asked: RuleContext, rule: Among<FieldMap>): Promise<boolean> {
  await serialiseWriters(asked, rule.fields.join(), asked.owner.id)
  const found = new Map<string, Sibling[]>()
  for (const type of rule.types) found.set(type, await siblingsOf(asked, type))
  return holdsAmong(asked.definition, rule, asked.plain, (type) => found.get(type) ?? [])
}

async function staysLastOpen(asked: RuleContext, rule: OneOpen): Promise<boolean> {
  if ((asked.plain[rule.to] ?? null) !== null) return true
  await serialiseWriters(asked, rule.to, asked.owner.id)
  return isLastOpen(rule, asked.plain, await siblingsOf(asked, asked.definition.name))
}

/** Judges a value by every rule across records, on the values in force. */
export async function collisions(asked: RuleContext): Promise<Collisions> {
  const found: Collisions = { errors: [], warnings: [] }
  for (const rule of asked.definition.rules?.constraints ?? []) {
    const { warns, ...fault } = faultOfRule(rule)
    // Warnings were shown at the submission. The transaction that applies needs the errors only.
    if (asked.locked && warns) continue
    const holds =
      rule.form === 'unique'
        ? isUnique(asked, rule)
        : rule.form === 'among'
          ? holdsBeside(asked, rule)
          : staysLastOpen(asked, rule)
    if (await holds) continue
    ;(warns ? found.warnings : found.errors).push(fault)
  }
  return found
}
