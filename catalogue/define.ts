import { z } from 'zod'
import type { DictName } from './dictionaries/dictionaries.ts'
import { kinds, type KindName } from './kinds/kinds.ts'
import type { Condition } from './rules/condition.ts'
import type { Derivation } from './rules/derivation.ts'

/** The four levels a review step may stand on, lowest first (dictionary reviewLevel). */
export type Level = 'school' | 'area' | 'city' | 'province'

/** The three archives a teacher has. */
export type Archive = 'personal' | 'professional' | 'integrity'

/** Who writes a record and when it takes effect (house, section 2). */
export type Regime = 'reviewed' | 'mixed' | 'own' | 'recorded'

/** What a field may say beside its kind and label. */
export interface FieldOptions {
  readonly required?: boolean
  readonly help?: string
  /** Stored encrypted, in rows, revisions, everywhere. */
  readonly sealed?: boolean
  /** Shown masked to whoever is not entitled to the full value (catalogue/access/sight.ts). */
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
  /** A value that fits, for whoever fills it in; every field with a pattern has one. */
  readonly example?: string
  /**
   * A day on which something runs out, of each record or of the owner's latest: the owner hears of it in time
   * (features/reminders).
   */
  readonly expires?: 'each' | 'latest'
  readonly min?: number
  readonly max?: number
  readonly precision?: number
  readonly multiple?: boolean
  /** Codes that admit no second choice beside them. */
  readonly exclusiveItems?: readonly string[]
  readonly excludeItems?: readonly string[]
  /** Key of the field whose value narrows the choices of this dictionary. */
  readonly cascadeFrom?: string
  /** Record type a `record` field points to. */
  readonly ref?: string
  readonly accept?: readonly string[]
  readonly maxSizeMB?: number
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
  readonly schema: z.ZodType<V>
}

/** What a kind makes the field's schema of. */
export type BareField = Omit<Field, 'schema'>

export type FieldMap = Readonly<Record<string, Field>>
type Required_<O> = O extends { readonly required: true } ? true : false
type One<K extends KindName> = z.infer<ReturnType<(typeof kinds)[K]['schema']>>
type Many<O, V> = O extends { readonly multiple: true } ? V[] : V

/** A record's values as pure functions see them: everything may still be empty. */
export type RowOf<F extends FieldMap> = {
  readonly [K in keyof F]: F[K] extends Field<infer V, boolean> ? V | null : never
}

function make<K extends KindName, const O extends FieldOptions>(
  kind: K,
  label: string,
  options: O,
  dict?: DictName,
): Field<Many<O, One<K>>, Required_<O>>
// The conditional types above cannot be followed by the compiler inside the function; what a kind makes is
// their truth.
function make(kind: KindName, label: string, options: FieldOptions, dict?: DictName): Field {
  const bare = { ...options, kind, label, required: options.required === true, ...(dict && { dict }) }
  const one: z.ZodType = kinds[kind].schema(bare)
  const schema = options.multiple
    ? z
        .array(one, { error: '请从列表中选择' })
        .max(50, '最多 50 项')
        .transform((v) => [...new Set(v)])
    : one
  return { ...bare, schema }
}

/** Builder of a plain kind: `text('所学专业', { maxLength: 100 })`. */
function builder<K extends KindName>(kind: K) {
  return <const O extends FieldOptions = object>(label: string, options?: O) =>
    make(kind, label, (options ?? {}) as O)
}

export const text = builder('text')
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
export const file = builder('file')

/** A code of dictionary `name`. */
export function dict<const O extends FieldOptions = object>(label: string, name: DictName, options?: O) {
  return make('dict', label, (options ?? {}) as O, name)
}

/** What a check may know beside the row. Dates are Asia/Shanghai, from the database clock. */
export interface CheckContext {
  readonly today: string
  readonly thisYear: number
}

/**
 * A pure rule within one record. Empty values are its author's business; `rules/compare.ts` lets an empty
 * side pass.
 */
export interface Check<F extends FieldMap, K extends string = keyof F & string> {
  holds(row: RowOf<F>, context: CheckContext): boolean
  readonly message: string
  readonly fields: readonly K[]
  /** A warning asks to be looked at and does not refuse. */
  readonly level?: 'error' | 'warning'
}

/** A rule across records, asked by the engine when submitting and again in the transaction that applies. */
export interface Unique<K extends string = string> {
  readonly form: 'unique'
  readonly within: 'owner' | 'institution' | 'platform'
  readonly fields: readonly K[]
  /** An array field of which each member, instead of the whole, must be unique. */
  readonly each?: K
  readonly message: string
  readonly level?: 'error' | 'warning'
}

/** An effective record of the same owner, as rules across records see it. Sealed fields are left out. */
export type Sibling = Readonly<Record<string, unknown>> & { readonly id: string }

/**
 * At most one record of an owner is open: its `to` is empty, 至今. With a new one the earlier gets the month
 * before as its end.
 */
export interface OneOpen<K extends string = string> {
  readonly form: 'oneOpen'
  readonly from: K
  readonly to: K
  readonly message: string
}

/** A rule between a record and the owner's other effective records of some types, its own among them. */
export interface Among<F extends FieldMap, K extends string = keyof F & string> {
  readonly form: 'among'
  /** Types whose records `holds` is given. */
  readonly types: readonly string[]
  holds(row: RowOf<F>, siblings: (type: string) => readonly Sibling[]): boolean
  readonly message: string
  readonly fields: readonly K[]
  readonly level?: 'error' | 'warning'
}

export type Constraint<F extends FieldMap, K extends string = keyof F & string> =
  Unique<K> | OneOpen<K> | Among<F, K>

/** One step of a review chain. `when` is judged on the submitted values and frozen with the submission. */
export interface Step {
  readonly level: Level
  readonly when?: Condition
  /** Working days the step may take; without it nothing is ever overdue. */
  readonly days?: number
  /** Whether passing asks for words too; returning and rejecting always do. */
  readonly reasonRequired?: true
}

export interface Attachments {
  readonly maxCount: number
  readonly maxSizeMB: number
  readonly accept: readonly string[]
  readonly required: boolean
  /** Evidence is needed where this holds, beyond `required`. */
  readonly requiredWhen?: Condition
}

/** A common reason of return, pinned to the field it is about (`attachments` for the evidence). */
export interface Reason {
  readonly field: string
  readonly text: string
}

export interface Section<K extends string = string> {
  readonly title: string
  readonly fields: readonly K[]
}

/** The declaration of a record type (house, section 2): at most sixteen keys. */
export interface RecordDefinition<
  N extends string = string,
  F extends FieldMap = FieldMap,
  K extends string = keyof F & string,
> {
  readonly name: N
  readonly title: string
  readonly archive: Archive
  readonly owner: 'teacher' | 'institution'
  readonly regime: Regime
  readonly chain?: readonly Step[]
  /**
   * Exactly one per owner; at least one expected of everybody (an archive without is not complete); any
   * number, also none.
   */
  readonly cardinality: 'one' | 'some' | 'many'
  readonly fields: F
  readonly attachments?: Attachments
  readonly list: {
    readonly columns: readonly K[]
    readonly filters: readonly K[]
    readonly order: K
    readonly descending?: boolean
  }
  readonly form: readonly Section<K>[]
  readonly constraints?: readonly Constraint<NoInfer<F>, K>[]
  readonly checks?: readonly Check<F, K>[]
  /** Fields whose values, joined, name the record in lists and messages. */
  readonly summary: readonly K[]
  readonly reasons?: readonly Reason[]
  readonly statistics?: readonly K[]
}

/** Declares a record type; wrong field names in list, form, checks, constraints … do not compile. */
export function defineRecord<const N extends string, F extends FieldMap>(
  definition: RecordDefinition<N, F>,
): RecordDefinition<N, F> {
  return definition
}

/**
 * A declaration as the engine sees it, whatever its fields. Every typed declaration is one: `holds` is
 * written as a method, so that the compiler takes a row of any fields for it, which is sound because engine
 * rows hold exactly the declared keys.
 */
export type AnyRecord = RecordDefinition
