import type { AnyRecord, CheckContext } from '../../../../catalogue/define.ts'
import { invalidFields, type FieldFault } from '../../../../catalogue/errors.ts'
import { judge, withoutHidden } from '../../../../catalogue/rules/judge.ts'
import { today } from '../../../platform/clock/clock.ts'
import type { Engine, Owner } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { serverKind } from '../../kinds/index.ts'
import { tableName } from '../../schema/index.ts'
import { collisions } from './constraints.ts'
import type { Values } from './codec.ts'

/** The day for checks: today by this process's clock, or the day a job has from the database. */
export function checkContext(day = today()): CheckContext {
  return { today: day, thisYear: Number(day.slice(0, 4)) }
}

export interface Examination {
  readonly values: Values
  readonly errors: readonly FieldFault[]
  readonly warnings: readonly FieldFault[]
}

/** A value to be examined. */
export interface Proposal {
  readonly definition: AnyRecord
  readonly owner: Owner
  readonly recordId: string
  /** Plain values. */
  readonly values: Values
  /** Number of attached files. */
  readonly attachments: number
  /** Keys whose faults the writer can correct; undefined means every key. */
  readonly only?: ReadonlySet<string> | undefined
}

/**
 * Examines a value before it is submitted or takes effect: kinds, required fields, checks, references, rules
 * across records.
 */
export async function examine(
  engine: Pick<Engine, 'db' | 'records'>,
  { definition, owner, recordId, values: given, attachments, only }: Proposal,
): Promise<Examination> {
  const values = { ...withoutHidden(definition, given) }
  const judged = judge(definition, values, attachments, checkContext(), only)
  const references = await faultyReferences(engine.db, definition, owner, values)
  const rules = await collisions({ ...engine, definition, owner, recordId, plain: values })
  return {
    values,
    errors: [...judged.errors, ...references, ...rules.errors],
    warnings: [...judged.warnings, ...rules.warnings],
  }
}

/** Throws `invalid` when there is any error: the message is the first one, `errors` has all. */
export function requireSound(examined: Pick<Examination, 'errors'>): void {
  if (examined.errors.length > 0) throw invalidFields(examined.errors)
}

/**
 * Faults that need the database: areas that do not exist, teachers of another institution, records of another
 * owner or no longer in force.
 */
async function faultyReferences(
  db: Engine['db'],
  definition: AnyRecord,
  owner: Owner,
  values: Values,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  for (const { key, field } of prepared(definition).fields) {
    const value = values[key]
    if (value === null || value === undefined) continue
    const refusal = await serverKind(field).refusal?.(value, field, { db, owner, tableOf: tableName })
    if (refusal) faults.push({ field: key, message: `${field.label}：${refusal}` })
  }
  return faults
}
