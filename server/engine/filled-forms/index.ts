import type { Field } from '../../../catalogue/define.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm, formOfStage, keysIn } from '../../../catalogue/processes/reading.ts'
import { invalidFields, type FieldFault } from '../../../catalogue/errors.ts'
import { defaultsOf } from '../../../catalogue/rules/defaults.ts'
import { endedAnew, judge, withoutHidden, type JudgedForm } from '../../../catalogue/rules/judge.ts'
import { endingsOf } from '../../../catalogue/kinds/file-types.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { narrowedFields, type FileRules } from '../../../catalogue/processes/file-rules.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Actor, Queryable } from '../engine.ts'
import { hostsOf, serverKind } from '../kinds/index.ts'

/** The value of a declared form: values by field, null where a field is empty. */
export type FormValue = Readonly<Record<string, unknown>>

/** The form of a stage as the rules of one record judge it; every field without a stage. */
function formOf(definition: DeclaredForm, stage?: string): JudgedForm {
  const { fields, checks, form } = definition
  if (stage === undefined) return { fields, pages: { form }, ...(checks && { rules: { checks } }) }
  const keys = keysIn(definition, [stage])
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key))),
    pages: { form: formOfStage(definition, stage) },
    ...(checks && stage === firstForm && { rules: { checks } }),
  }
}

export const defaultValue = (definition: Pick<AnyProcess, 'fields'>): FormValue => defaultsOf(definition)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A process or a campaign: fields, and the first form that they stand in. */
export type DeclaredForm = Pick<AnyProcess, 'fields' | 'form'> &
  Partial<Pick<AnyProcess, 'checks' | 'stages'>>

/** Fields sent to replace those of a stored value. */
export interface GivenForm {
  readonly definition: DeclaredForm
  readonly given: FormValue
  readonly before: FormValue
  /** The fields that may be written now; all of them unless given. */
  readonly only?: readonly string[]
}

/** Reads known fields; empty becomes null, gaps are allowed. Throws `invalid` with every fault. */
export async function readGiven(
  db: Queryable,
  { definition, given, before, only }: GivenForm,
): Promise<FormValue> {
  const faults: FieldFault[] = []
  const read: Record<string, unknown> = {}
  const marked = Object.values(definition.fields).some((field) => kindOf(field).markup)
  const hosts = marked ? await hostsOf(db) : []
  for (const [key, value] of Object.entries(given)) {
    const field = Object.hasOwn(definition.fields, key) ? definition.fields[key] : undefined
    const outcome: Outcome =
      !field || (only && !only.includes(key))
        ? { fault: field ? `${field.label}现在不能改` : '没有该栏目' }
        : readOne(field, value, before[key] ?? null, hosts)
    if ('fault' in outcome) faults.push({ field: key.slice(0, 40), message: outcome.fault })
    else read[key] = outcome.value
  }
  if (faults.length > 0) throw invalidFields(faults)
  return { ...before, ...read }
}

type Outcome = { readonly fault: string } | { readonly value: unknown }

function readOne(field: Field, value: unknown, before: unknown, hosts: readonly string[]): Outcome {
  if (isEmpty(value)) return { value: null }
  const parsed = field.schema.safeParse(value)
  if (!parsed.success) return { fault: `${field.label}：${parsed.error.issues[0]?.message ?? '格式不对'}` }
  const ended = endedAnew(field, parsed.data, before)
  return ended === undefined ? { value: serverKind(field).cleaned(parsed.data, hosts) } : { fault: ended }
}

/** The value without hidden fields, and the faults of the form of a stage (of all fields without a stage). */
export function judgeForm(
  definition: DeclaredForm,
  given: FormValue,
  stage?: string,
): {
  readonly value: FormValue
  readonly errors: readonly FieldFault[]
  readonly warnings: readonly FieldFault[]
} {
  const form = formOf(definition, stage)
  const value = withoutHidden(form, given)
  const day = today()
  return { value, ...judge(form, value, 0, { today: day, thisYear: Number(day.slice(0, 4)) }) }
}

/** The ids of the files that a value holds. */
export const filesIn = (definition: Pick<AnyProcess, 'fields'>, value: FormValue): string[] =>
  Object.entries(definition.fields).flatMap(([key, field]) =>
    serverKind(field)
      .filesIn(value[key], field)
      .map(({ id }) => id),
  )

/** The files that a value holds, as pages show them. */
export async function filesShown(db: Queryable, definition: Pick<AnyProcess, 'fields'>, value: FormValue) {
  const ids = filesIn(definition, value)
  return ids.length === 0
    ? []
    : db.query<{ id: string; name: string; mime: string; bytes: number }>(
        sql`select id, name, mime, bytes from file where id = any(${ids}::uuid[])`,
      )
}

interface JudgedFiles extends Pick<GivenForm, 'definition' | 'before'> {
  readonly value: FormValue
  /** What the notice asks of files. */
  readonly rules?: FileRules
}

/**
 * Refuses files that the actor did not upload and the form did not hold, and files of another type or size:
 * an id found elsewhere would show somebody else's papers to the parties.
 */
export async function judgeFiles(
  db: Queryable,
  actor: Actor,
  { definition, value, before, rules = {} }: JudgedFiles,
): Promise<void> {
  const ids = filesIn(definition, value)
  if (ids.length === 0) return
  const had = new Set(filesIn(definition, before))
  const known = await db.query<KnownFile>(
    sql`select id, mime, bytes, by_identity from file where id = any(${ids}::uuid[])`,
  )
  const own = ({ id, by_identity: by }: KnownFile) => by === actor.identityId || had.has(id)
  const faults = Object.entries(narrowedFields(definition.fields, rules)).flatMap(([key, field]) =>
    fileFaults(field, value[key], known.filter(own)).map((message) => ({ field: key, message })),
  )
  if (faults.length > 0) throw invalidFields(faults)
}

interface KnownFile {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly by_identity: number
}

/** What is wrong with the files of a field, among those that may be used. */
function fileFaults(field: Field, value: unknown, known: readonly KnownFile[]): string[] {
  const held = serverKind(field).filesIn(value, field)
  const each = held.flatMap(({ id, accept, maxSizeMB = Number.POSITIVE_INFINITY, missing, wrongType }) => {
    const file = known.find((one) => one.id === id)
    if (!file) return missing
    if (accept && !endingsOf(file.mime).some((ending) => accept.includes(ending))) return wrongType
    return file.bytes > maxSizeMB * 1024 * 1024 ? `${field.label}：每个文件不超过 ${maxSizeMB} MB` : []
  })
  return kindOf(field).names === 'file' && field.most !== undefined && held.length > field.most
    ? [`${field.label}：至多 ${field.most} 个文件`, ...each]
    : each
}
