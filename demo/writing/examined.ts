import type { AnyRecord } from '../../catalogue/define.ts'
import type { FieldFault } from '../../catalogue/errors.ts'
import { judge } from '../../catalogue/rules/judge.ts'
import { writableKeys, type Values } from '../../server/engine/records/codec.ts'
import { dayOf, type Moment } from './moment.ts'
import { effectiveOf, type Story } from './story.ts'

/** Keys a role answers for in a mixed record; undefined where it answers for all. */
export function ownKeysOf(definition: AnyRecord, role: number): ReadonlySet<string> | undefined {
  if (definition.regime !== 'mixed') return undefined
  const side = role === 2 ? 'teacher' : 'institution'
  return new Set(
    writableKeys(definition).filter((key) => (definition.fields[key]?.writableBy ?? 'teacher') === side),
  )
}

/** Rules across records of one owner against the siblings in force at that time. */
function collisionsOf(
  story: Story,
  values: Values,
  at: Moment,
): { errors: FieldFault[]; warnings: FieldFault[] } {
  const found = { errors: [] as FieldFault[], warnings: [] as FieldFault[] }
  const rows = story.siblings.filter(
    (s) => s !== story && s.voidedAt === null && (effectiveOf(s)?.appliedAt ?? 1) <= at,
  )
  for (const rule of story.definition.constraints ?? []) {
    // Rules within an institution are kept by how the region is built, and tested.
    if (rule.form !== 'unique' || rule.within !== 'owner' || rule.fields.some((key) => (values[key] ?? null) === null)) continue
    if (!rows.some((row) => rule.fields.every((key) => row.row?.values[key] === values[key]))) continue
    const fault = { field: rule.fields.at(-1) ?? '', message: rule.message }
    found[rule.level === 'warning' ? 'warnings' : 'errors'].push(fault)
  }
  return found
}

/** The warnings of a value, examined as the engine would on that day; throws when it would be refused. */
export function examined(
  story: Story,
  values: Values,
  attachments: number,
  at: Moment,
  only: ReadonlySet<string> | undefined,
): FieldFault[] {
  if (!story.desk.judged) return []
  const today = dayOf(story.desk.anchor, at)
  const judged = judge(
    story.definition,
    values,
    attachments,
    { today, thisYear: Number(today.slice(0, 4)) },
    only,
  )
  const rules = collisionsOf(story, values, at)
  const [error] = [...judged.errors, ...rules.errors]
  if (error)
    throw new Error(`demo: ${story.definition.name}.${error.field} would be refused: ${error.message}`)
  return [...judged.warnings, ...rules.warnings]
}
