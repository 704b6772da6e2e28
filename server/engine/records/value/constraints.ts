import type { Among, AnyRecord, FieldMap, OneOpen, Sibling, Unique } from '../../../../catalogue/define.ts'
import type { FieldFault } from '../../../../catalogue/errors.ts'
import { faultOfRule, holdsAmong, isLastOpen } from '../../../../catalogue/rules/across.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Owner, Queryable } from '../../engine.ts'
import { cellOf, prepared } from '../../prepared/index.ts'
import { tableName } from '../../schema/index.ts'
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
  /** Only what is worth a look: the errors are asked for by the transaction that applies. */
  readonly onlyWarnings?: boolean
}

/** Rows that the rule compares with: of the owner, of the institution of the owner, or all. */
function within(rule: Unique, owner: Owner): Sql {
  if (rule.within === 'owner' || (rule.within === 'institution' && owner.kind === 'institution'))
    return sql`owner_id = ${owner.id}`
  if (rule.within === 'institution') return sql`institution_id = ${owner.institutionId}`
  return sql`true`
}

/** Writers of one rule who must wait for each other: those of an owner, of a place, or all. */
interface LockedRule {
  readonly rule: string
  readonly scope: number
}

const lockOf = (asked: RuleContext, { rule, scope }: LockedRule): Sql =>
  sql`pg_advisory_xact_lock(hashtext(${`${asked.definition.name}/${rule}`}), ${scope})`

/** Serialises writers of some rules: two transactions that look at the same time would both find nothing. */
async function serialiseWriters(asked: RuleContext, rules: readonly LockedRule[]): Promise<void> {
  if (!asked.locked || rules.length === 0) return
  await asked.db.query(
    sql`select ${sql.join(
      rules.map((one) => lockOf(asked, one)),
      ', ',
    )}`,
  )
}

/** Values that a rule compares; null where one of them is empty, and the rule asks nothing. */
function comparedBy({ plain }: RuleContext, rule: Unique) {
  const values = rule.fields.map((key) => [key, plain[key] ?? null] as const)
  return values.some(([, value]) => value === null) ? null : values
}

const lockedBy = ({ owner }: RuleContext, rule: Unique): LockedRule => {
  const own = rule.within === 'owner' || (rule.within === 'institution' && owner.kind === 'institution')
  const place = rule.within === 'institution' ? (owner.institutionId ?? 0) : 0
  return { rule: rule.fields.join(), scope: own ? owner.id : place }
}

async function isUnique(asked: RuleContext, rule: Unique): Promise<boolean> {
  const values = comparedBy(asked, rule)
  if (values === null) return true
  const cell = (key: string) => cellOf(asked.definition, key, 'r')
  const conditions = values.map(([key, value]) =>
    key === rule.each ? sql`${cell(key)} && ${value}` : sql`${cell(key)} = ${value}`,
  )
  const clashing = sql`
    select 1 from ${sql.id(tableName(asked.definition.name))} r
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
  await serialiseWriters(asked, [{ rule: rule.fields.join(), scope: asked.owner.id }])
  const found = new Map<string, Sibling[]>()
  for (const type of rule.types) found.set(type, await siblingsOf(asked, type))
  return holdsAmong(asked.definition, rule, asked.plain, (type) => found.get(type) ?? [])
}

async function staysLastOpen(asked: RuleContext, rule: OneOpen): Promise<boolean> {
  if ((asked.plain[rule.to] ?? null) !== null) return true
  await serialiseWriters(asked, [{ rule: rule.to, scope: asked.owner.id }])
  return isLastOpen(rule, asked.plain, await siblingsOf(asked, asked.definition.name))
}

/** Judges a value by every rule across records, on the values in force. */
export async function collisions(asked: RuleContext): Promise<Collisions> {
  const found: Collisions = { errors: [], warnings: [] }
  // Warnings were shown at the submission. The transaction that applies needs the errors only.
  const rules = (asked.definition.rules?.constraints ?? []).filter((rule) => {
    const { warns } = faultOfRule(rule)
    return asked.locked ? !warns : warns || !asked.onlyWarnings
  })
  await serialiseWriters(
    asked,
    rules.flatMap((rule) =>
      rule.form === 'unique' && comparedBy(asked, rule) ? [lockedBy(asked, rule)] : [],
    ),
  )
  for (const rule of rules) {
    const { warns, ...fault } = faultOfRule(rule)
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
