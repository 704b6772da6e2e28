import type { Among, AnyRecord, FieldMap, OneOpen, Sibling, Unique } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { monthsLater, notBefore } from '../../../catalogue/rules/compare.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Owner, Queryable } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import { snake, tableName } from '../schema/index.ts'
import { fromRow, pick, type Values } from './codec.ts'

export interface Collisions {
  readonly errors: FieldFault[]
  readonly warnings: FieldFault[]
}

/**
 * What a rule is asked about: the value of one record, and whether concurrent writers must wait for the
 * answer.
 */
interface Asked {
  readonly db: Queryable
  readonly records: Readonly<Record<string, AnyRecord>>
  readonly definition: AnyRecord
  readonly owner: Owner
  readonly recordId: string
  readonly plain: Values
  readonly locked: boolean
}

/** The rows a rule compares with: the owner's, those of the owner's institution, or all. */
function within(rule: Unique, owner: Owner): Sql {
  if (rule.within === 'owner') return sql`owner_id = ${owner.id}`
  if (rule.within === 'institution') return sql`institution_id = ${owner.institutionId}`
  return sql`true`
}

/** Two transactions that both look first would both find nothing: the second waits. */
async function wait(a: Asked, rule: string, scope: number): Promise<void> {
  if (a.locked)
    await a.db.query(sql`select pg_advisory_xact_lock(hashtext(${`${a.definition.name}/${rule}`}), ${scope})`)
}

async function isUnique(a: Asked, rule: Unique): Promise<boolean> {
  const values = rule.fields.map((key) => [key, a.plain[key] ?? null] as const)
  if (values.some(([, value]) => value === null)) return true
  const scope =
    rule.within === 'owner' ? a.owner.id : rule.within === 'institution' ? (a.owner.institutionId ?? 0) : 0
  await wait(a, rule.fields.join(), scope)
  const conditions = values.map(([key, value]) =>
    key === rule.each ? sql`${sql.id(snake(key))} && ${value}` : sql`${sql.id(snake(key))} = ${value}`,
  )
  const clash = await a.db.maybeOne(sql`
    select 1 from ${sql.id(tableName(a.definition.name))}
    where ${within(rule, a.owner)}
      and voided_at is null
      and id <> ${a.recordId}
      and ${sql.join(conditions, ' and ')}
    limit 1`)
  return clash === undefined
}

/** The owner's other effective records of a type, without sealed values. */
async function siblingsOf(a: Asked, type: string): Promise<Sibling[]> {
  const definition = a.records[type]
  if (!definition) return []
  const rows = await a.db.query<Record<string, unknown>>(sql`
    select *
    from ${sql.id(tableName(type))}
    where owner_id = ${a.owner.id} and voided_at is null and id <> ${a.recordId}`)
  const open = prepared(definition).openKeys
  return rows.map((row) => {
    const values = fromRow(definition, row)
    return { ...Object.fromEntries(open.map((key) => [key, values[key]])), id: row['id'] as string }
  })
}

/** An earlier open record as it will stand once this one, open too, has taken effect. */
function asClosed(a: Asked, other: Sibling): Sibling {
  const rule = a.definition.constraints?.find((r): r is OneOpen => r.form === 'oneOpen')
  const begin = rule && a.plain[rule.from]
  if (!rule || typeof begin !== 'string' || (a.plain[rule.to] ?? null) !== null || other[rule.to] !== null)
    return other
  return notBefore(begin, other[rule.from] as string | null)
    ? { ...other, [rule.to]: monthsLater(begin, -1) }
    : other
}

async function holdsAmong(a: Asked, rule: Among<FieldMap>): Promise<boolean> {
  await wait(a, rule.fields.join(), a.owner.id)
  const found = new Map<string, Sibling[]>()
  for (const type of rule.types) found.set(type, await siblingsOf(a, type))
  const own = found.get(a.definition.name)
  if (own)
    found.set(
      a.definition.name,
      own.map((other) => asClosed(a, other)),
    )
  const full = pick(a.plain, prepared(a.definition).keys)
  return rule.holds(full, (type) => found.get(type) ?? [])
}

/** An open record may follow an open one, which is then closed, but not lie before it. */
async function isLastOpen(a: Asked, rule: OneOpen): Promise<boolean> {
  if ((a.plain[rule.to] ?? null) !== null) return true
  await wait(a, rule.to, a.owner.id)
  const open = (await siblingsOf(a, a.definition.name)).filter((other) => other[rule.to] === null)
  return open.every((other) => {
    const [mine, theirs] = [a.plain[rule.from] as string | null, other[rule.from] as string | null]
    return mine !== theirs && notBefore(mine, theirs)
  })
}

/**
 * Asks every rule across records, of the effective rows.
 * @param locked serialises concurrent writers: in the transaction that applies, not when looking ahead
 */
export async function collisions(
  db: Queryable,
  records: Readonly<Record<string, AnyRecord>>,
  definition: AnyRecord,
  owner: Owner,
  recordId: string,
  plain: Values,
  locked = false,
): Promise<Collisions> {
  const found: Collisions = { errors: [], warnings: [] }
  const asked: Asked = { db, records, definition, owner, recordId, plain, locked }
  for (const rule of definition.constraints ?? []) {
    // Warnings were shown when it was submitted; nobody asks for them in the transaction that applies.
    if (locked && rule.form !== 'oneOpen' && rule.level === 'warning') continue
    const holds =
      rule.form === 'unique'
        ? isUnique(asked, rule)
        : rule.form === 'among'
          ? holdsAmong(asked, rule)
          : isLastOpen(asked, rule)
    if (await holds) continue
    const field =
      rule.form === 'oneOpen' ? rule.to : rule.form === 'unique' ? rule.fields.at(-1) : rule.fields[0]
    const warns = rule.form !== 'oneOpen' && rule.level === 'warning'
    ;(warns ? found.warnings : found.errors).push({ field: field ?? '', message: rule.message })
  }
  return found
}
