import type { AnyRecord, CheckContext } from '../../../catalogue/define.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { judge, withoutHidden } from '../../../catalogue/rules/judge.ts'
import { isAreaCode } from '../../../catalogue/areas/areas.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Owner } from '../engine.ts'
import { tableName } from '../schema/index.ts'
import { collisions } from './constraints.ts'
import type { Values } from './codec.ts'

/** The day for checks: today by this process's clock, or the day a job has from the database. */
export function checkContext(day = today()): CheckContext {
  return { today: day, thisYear: Number(day.slice(0, 4)) }
}

export interface Examined {
  readonly values: Values
  readonly errors: readonly FieldFault[]
  readonly warnings: readonly FieldFault[]
}

/**
 * Everything asked of a value before it may be submitted or take effect: kinds, required fields, checks,
 * references, rules across records.
 * @param only keys the writer answers for
 */
export async function examine(
  engine: Pick<Engine, 'db' | 'records'>,
  definition: AnyRecord,
  owner: Owner,
  recordId: string,
  given: Values,
  attachments: number,
  only?: ReadonlySet<string>,
): Promise<Examined> {
  const values = { ...withoutHidden(definition, given) }
  const judged = judge(definition, values, attachments, checkContext(), only)
  const references = await faultyReferences(engine.db, definition, owner, values)
  const rules = await collisions(engine.db, engine.records, definition, owner, recordId, values)
  return {
    values,
    errors: [...judged.errors, ...references, ...rules.errors],
    warnings: [...judged.warnings, ...rules.warnings],
  }
}

/** Refuses when there is any error; the sentence is the first one, the rest stands in `errors`. */
export function requireSound(examined: Pick<Examined, 'errors'>): void {
  const [first] = examined.errors
  if (first) throw new AppError('invalid', { errors: [...examined.errors], message: first.message })
}

/**
 * Areas that do not exist, teachers who are not of the owner's institution, records that are not the owner's
 * or not in force.
 */
async function faultyReferences(
  db: Engine['db'],
  definition: AnyRecord,
  owner: Owner,
  values: Values,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  for (const [key, field] of Object.entries(definition.fields)) {
    const value = values[key]
    if (value === null || value === undefined) continue
    if (field.kind === 'area' && !isAreaCode(String(value))) {
      faults.push({ field: key, message: `${field.label}：没有这个行政区划` })
    }
    if (field.kind === 'record') {
      const table = sql.id(tableName(field.ref ?? ''))
      const found = await db.maybeOne(
        sql`select 1 from ${table} where owner_id = ${owner.id} and id = ${value} and voided_at is null`,
      )
      if (!found) faults.push({ field: key, message: `${field.label}：只能选本人已生效的记录` })
    }
    if (field.kind === 'teacher') {
      const ids = (Array.isArray(value) ? value : [value]) as number[]
      const found = await db.one<{ count: number }>(sql`
        select count(*)::int as count
        from teacher
        where id = any(${ids}::int[]) and institution_id = ${owner.institutionId}`)
      if (found.count < new Set(ids).size)
        faults.push({ field: key, message: `${field.label}：只能从本单位的教师中选` })
    }
  }
  return faults
}
