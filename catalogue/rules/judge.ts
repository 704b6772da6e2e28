import { itemOf, selectable, type DictItem } from '../dictionaries/dictionaries.ts'
import type { AnyRecord, CheckContext, Field } from '../define.ts'
import type { FieldFault } from '../errors.ts'
import { askFor, kindOf } from '../kinds/kinds.ts'
import { holds } from './condition.ts'

/** Values of one record by field key; absent and null both mean empty. */
export type Row = Readonly<Record<string, unknown>>

/** What a complete examination of a row found. Warnings do not refuse the row. */
export interface Judgement {
  readonly errors: readonly FieldFault[]
  readonly warnings: readonly FieldFault[]
}

/** A fault with all the fields that it is about. */
interface FaultAbout extends FieldFault {
  readonly fields: readonly string[]
}

/** What the examination of a row of a workbook found. */
export interface JudgementOfRow {
  readonly errors: readonly FaultAbout[]
  readonly warnings: readonly FaultAbout[]
}

/** A form as it is judged: of a record, or of a process. */
export type JudgedForm = Pick<AnyRecord, 'fields' | 'attachments' | 'rules'> & {
  readonly pages: Pick<AnyRecord['pages'], 'form'>
}

const empty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether the field is shown for these values. */
export function isVisible(field: Field, row: Row): boolean {
  return field.visibleWhen === undefined || holds(field.visibleWhen, row)
}

/** Whether the field must be filled for these values. A hidden field never must. */
export function isRequired(field: Field, row: Row): boolean {
  if (!isVisible(field, row)) return false
  return field.required || (field.requiredWhen !== undefined && holds(field.requiredWhen, row))
}

/**
 * The choices that the cascade parent leaves; all of them for a field without one. `ended` adds ended items,
 * which only old records may hold.
 */
export function choicesOf(field: Field, row: Row, ended = false): readonly DictItem[] {
  if (field.dict === undefined) return []
  const parent = field.cascadeFrom === undefined ? undefined : row[field.cascadeFrom]
  const items = selectable(field.dict, { ended, ...(typeof parent === 'string' && { within: parent }) })
  const left = field.excludeItems ?? []
  return items.filter((item) => !left.includes(item.code))
}

const codesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/**
 * The sentence that refuses an ended choice. Undefined for other values and for an ended one that the record
 * held before.
 */
export function endedAnew(field: Field, value: unknown, before: unknown): string | undefined {
  const { dict } = field
  if (dict === undefined || empty(value)) return undefined
  const kept = codesIn(before)
  const anew = codesIn(value).find(
    (code) => !kept.includes(code) && itemOf(dict, String(code))?.ended === true,
  )
  return anew === undefined
    ? undefined
    : `${field.label}：“${itemOf(dict, String(anew))?.label}”已停用，请选其他一项`
}

/** Faults for ended choices that the value in force (`before`, null for a new record) does not hold. */
export function endedChoices(
  definition: JudgedForm,
  row: Row,
  before: Row | null,
  only?: ReadonlySet<string>,
): FieldFault[] {
  return Object.entries(definition.fields).flatMap(([key, field]) => {
    const message = only && !only.has(key) ? undefined : endedAnew(field, row[key], before?.[key] ?? null)
    return message === undefined ? [] : [{ field: key, message }]
  })
}

/**
 * Empties the fields that these values hide, so that nothing unseen is stored. Repeats, because hiding may
 * hide others.
 */
export function withoutHidden(definition: JudgedForm, row: Row): Row {
  let current: Row = row
  for (let round = 0; round < 3; round += 1) {
    const hidden = Object.keys(current).filter((key) => {
      const field = definition.fields[key]
      return field && current[key] !== null && !isVisible(field, current)
    })
    if (hidden.length === 0) break
    current = { ...current, ...Object.fromEntries(hidden.map((key) => [key, null])) }
  }
  return current
}

/** Whether evidence must be attached to these values. */
export function needsEvidence(definition: JudgedForm, row: Row): boolean {
  const limit = definition.attachments
  return (
    limit !== undefined &&
    (limit.required || (limit.requiredWhen !== undefined && holds(limit.requiredWhen, row)))
  )
}

/** Keys that must be filled and are not, in the order of the form. */
export function missingOf(definition: JudgedForm, row: Row, attachments = 0): string[] {
  const keys = definition.pages.form.flatMap((section) => section.fields)
  const missing = keys.filter((key) => {
    const field = definition.fields[key]
    return field !== undefined && field.derived === undefined && isRequired(field, row) && empty(row[key])
  })
  return needsEvidence(definition, row) && attachments === 0 ? [...missing, 'attachments'] : missing
}

/** Faults of choices alone: of their cascade, and of those that exclude others. */
function faultsOfChoices(definition: JudgedForm, row: Row): FieldFault[] {
  return Object.entries(definition.fields).flatMap(([key, field]) =>
    empty(row[key]) || field.derived ? [] : faultOfChoice(key, field, row[key], row),
  )
}

/** Faults of single values: of their kind, of their cascade, and of choices that exclude others. */
function faultsOfValues(definition: JudgedForm, row: Row): FieldFault[] {
  return Object.entries(definition.fields).flatMap(([key, field]) => {
    const value = row[key]
    if (empty(value) || field.derived) return []
    const outcome = field.schema.safeParse(value)
    if (!outcome.success)
      return [{ field: key, message: `${field.label}：${outcome.error.issues[0]?.message ?? '格式不对'}` }]
    const incomplete = kindOf(field).incomplete?.(value, field) ?? null
    if (incomplete !== null) return [{ field: key, message: `${field.label}：${incomplete}` }]
    return faultOfChoice(key, field, value, row)
  })
}

function faultOfChoice(key: string, field: Field, value: unknown, row: Row): FieldFault[] {
  const values = codesIn(value)
  if (field.dict !== undefined && field.cascadeFrom !== undefined) {
    const codes = choicesOf(field, row, true).map((c) => c.code)
    if (values.some((v) => !codes.includes(String(v)))) {
      return [{ field: key, message: `${field.label}：与前面所选的不相配，请重新选择` }]
    }
  }
  const alone = field.exclusiveItems ?? []
  if (values.length > 1 && values.some((v) => alone.includes(String(v)))) {
    return [{ field: key, message: `${field.label}：所选的这一项不能与其他项同时选` }]
  }
  return []
}

/** What a row is judged in, beside its values. */
interface JudgingContext {
  readonly context: CheckContext
  readonly attachments: number
  readonly only: ReadonlySet<string> | undefined
}

function judged(
  definition: JudgedForm,
  row: Row,
  ofValues: readonly FieldFault[],
  { context, attachments, only }: JudgingContext,
): JudgementOfRow {
  const missing = missingOf(definition, row, attachments).map((key) => {
    const field = definition.fields[key]
    return { field: key, message: field ? askFor(field) : '请上传佐证材料' }
  })
  const full = Object.fromEntries(Object.keys(definition.fields).map((key) => [key, row[key] ?? null]))
  const failed = (definition.rules?.checks ?? []).filter((check) => !check.holds(full, context))
  const asFaults = (level: 'error' | 'warning') =>
    failed
      .filter((check) => (check.level ?? 'error') === level)
      .map((check) => ({ field: check.fields[0] ?? '', message: check.message, fields: check.fields }))
  const mine = ({ field, fields }: FaultAbout) =>
    !only || only.has(field) || fields.some((key) => only.has(key))
  const alone = (fault: FieldFault): FaultAbout => ({ ...fault, fields: [fault.field] })
  return {
    errors: [...[...ofValues, ...missing].map(alone), ...asFaults('error')].filter(mine),
    warnings: asFaults('warning').filter(mine),
  }
}

/**
 * Examines a row of a workbook, whose cells were read by the schemas of their fields a moment ago: those are
 * not asked again. Evidence never comes with a row.
 */
export const judgeRead = (
  definition: JudgedForm,
  row: Row,
  context: CheckContext,
  only: ReadonlySet<string>,
): JudgementOfRow =>
  judged(definition, row, faultsOfChoices(definition, row), { context, attachments: 1, only })

/**
 * Examines a row as it would be submitted: values, required fields, evidence, checks. Rules across records
 * are the engine's.
 * @param only keys the writer answers for; faults of other keys are left out (a mixed record has two writers)
 */
export function judge(
  definition: JudgedForm,
  row: Row,
  attachments: number,
  context: CheckContext,
  only?: ReadonlySet<string>,
): Judgement {
  const bare = ({ field, message }: FieldFault): FieldFault => ({ field, message })
  const found = judged(definition, row, faultsOfValues(definition, row), { context, attachments, only })
  return { errors: found.errors.map(bare), warnings: found.warnings.map(bare) }
}
