import { z } from 'zod'
import type { DictName } from './dictionaries/dictionaries.ts'
import { kinds, type KindName } from './kinds/kinds.ts'
import type { Condition } from './rules/condition.ts'
import type { Derivation } from './rules/derivation.ts'

/** Options of a field beside its kind and label. */
export interface FieldOptions {
  readonly required?: boolean
  readonly help?: string
  /** Stored encrypted, in rows, revisions, everywhere. */
  readonly sealed?: boolean
  /** Shown masked to readers who may not see the full value (catalogue/access/sight.ts). */
  readonly masked?: boolean
  /** Side of a mixed or recorded record that writes this field. */
  readonly writableBy?: 'teacher' | 'institution'
  readonly default?: string | boolean | number
  readonly visibleWhen?: Condition
  readonly requiredWhen?: Condition
  /** Computed by the engine from effective records; nobody writes it. */
  readonly derived?: Derivation
  readonly maxLength?: number
  readonly pattern?: RegExp
  /** The sentence shown when `pattern` does not match. */
  readonly patternSays?: string
  /** A value that fits, shown to the writer. Every field with a pattern has one (C210). */
  readonly example?: string
  /**
   * The day on which something expires. The owner is reminded of it for each record, or for the latest one
   * only (features/reminders).
   */
  readonly expires?: 'each' | 'latest'
  readonly min?: number
  readonly max?: number
  readonly precision?: number
  readonly multiple?: boolean
  /** Fewest and most lines of a field of kind `lines`. */
  readonly least?: number
  readonly most?: number
  /** Codes that can only be chosen alone. */
  readonly exclusiveItems?: readonly string[]
  readonly excludeItems?: readonly string[]
  /** Key of the field whose value narrows the choices of this dictionary. */
  readonly cascadeFrom?: string
  /**
   * A school of the whole platform may be chosen, not only an institution of the writer's scope; or an
   * institution of every level.
   */
  readonly anywhere?: true | 'everyLevel'
  /** Record type a `record` field points to. */
  readonly ref?: string
  /** What a `curriculum` field names. */
  readonly index?: 'chapter' | 'point'
  readonly accept?: readonly string[]
  readonly maxSizeMB?: number
  /** The office that added the field to the shipped ones (catalogue/own). */
  readonly own?: { readonly office: number; readonly by: string }
  /** The value is also the person's; unique across all persons and found by blind index. */
  readonly ofPerson?: 'idNo' | 'mobile'
}

/**
 * One field of a record. `V` is the type of a filled value, `Req` whether it must be filled to be submitted.
 */
export interface Field<V = unknown, Req extends boolean = boolean> extends FieldOptions {
  readonly kind: KindName
  readonly label: string
  readonly required: Req
  readonly dict?: DictName
  /** The fields of each line, of kind `lines`. */
  readonly lines?: FieldMap
  readonly schema: z.ZodType<V>
}

/** What a kind gets to make the field's schema from. */
export type BareField = Omit<Field, 'schema'>

export type FieldMap = Readonly<Record<string, Field>>
type IsRequired<O> = O extends { readonly required: true } ? true : false
type ValueOf<K extends KindName> = z.infer<ReturnType<(typeof kinds)[K]['schema']>>
type OneOrSeveral<O, V> = O extends { readonly multiple: true } ? V[] : V

/** The values of a record. Any of them may be null, because rules are asked about drafts too. */
export type RowOf<F extends FieldMap> = {
  readonly [K in keyof F]: F[K] extends Field<infer V, boolean> ? V | null : never
}

function make<K extends KindName, const O extends FieldOptions>(
  kind: K,
  label: string,
  options: O,
  dict?: DictName,
): Field<OneOrSeveral<O, ValueOf<K>>, IsRequired<O>>
// TypeScript does not evaluate the conditional types above inside the function, so the implementation has a
// wider signature.
function make(kind: KindName, label: string, options: FieldOptions, dict?: DictName): Field {
  return withSchema({ ...options, kind, label, required: options.required === true, ...(dict && { dict }) })
}

function withSchema(bare: BareField): Field {
  const one: z.ZodType = kinds[bare.kind].schema(bare)
  const schema = bare.multiple
    ? z
        .array(one, { error: '请从列表中选择' })
        .max(50, '最多 50 项')
        .transform((v) => [...new Set(v)])
    : one
  return { ...bare, schema }
}

/** A field with other options, and the schema that follows from them. */
export function withOptions(
  { schema: _before, ...bare }: Field,
  options: Partial<Pick<BareField, 'required' | 'maxLength' | 'excludeItems' | 'help'>>,
): Field {
  return withSchema({ ...bare, ...options })
}

/** Builder of a plain kind: `text('所学专业', { maxLength: 100 })`. */
function builder<K extends KindName>(kind: K) {
  return <const O extends FieldOptions = object>(label: string, options?: O) =>
    make(kind, label, (options ?? {}) as O)
}

export const text = builder('text')
/** The name of a person, in the form of `cleanName`. */
export const personName = builder('personName')
export const longText = builder('longText')
export const richText = builder('richText')
export const integer = builder('integer')
export const decimal = builder('decimal')
export const year = builder('year')
export const month = builder('month')
export const date = builder('date')
export const dateTime = builder('dateTime')
export const bool = builder('bool')
export const area = builder('area')
export const phone = builder('phone')
export const email = builder('email')
export const url = builder('url')
export const idCard = builder('idCard')
export const teacher = builder('teacher')
export const institution = builder('institution')
export const record = builder('record')
/** `curriculum('章节', { index: 'chapter', multiple: true })`, or of `index: 'point'`. */
export const curriculum = builder('curriculum')
export const file = builder('file')

/** A few lines of small fields: `lines('成员', { name: text('姓名', { required: true }) }, { least: 1 })`. */
export function lines<const F extends FieldMap, const O extends FieldOptions = object>(
  label: string,
  of: F,
  options?: O,
): Field<RowOf<F>[], IsRequired<O>>
export function lines(label: string, of: FieldMap, options: FieldOptions = {}): Field {
  const bare = { ...options, kind: 'lines' as const, label, required: options.required === true, lines: of }
  return { ...bare, schema: kinds.lines.schema(bare) }
}

/** A code of dictionary `name`. */
export function dict<const O extends FieldOptions = object>(label: string, name: DictName, options?: O) {
  return make('dict', label, (options ?? {}) as O, name)
}
