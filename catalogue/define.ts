import type { FieldMap, RowOf } from './field.ts'
import type { Condition } from './rules/condition.ts'

export {
  area,
  bool,
  curriculum,
  date,
  dateTime,
  decimal,
  dict,
  email,
  file,
  idCard,
  institution,
  integer,
  lines,
  longText,
  month,
  personName,
  phone,
  record,
  richText,
  teacher,
  text,
  url,
  year,
} from './field.ts'
export type { BareField, Field, FieldMap, FieldOptions, RowOf } from './field.ts'

/** The four levels a review step may stand on, lowest first (dictionary reviewLevel). */
export type Level = 'school' | 'area' | 'city' | 'province'

/** The three archives a teacher has. */
export type Archive = 'personal' | 'professional' | 'integrity'

/** Who writes a record and when it takes effect (house, section 2). */
export type Regime = 'reviewed' | 'mixed' | 'own' | 'recorded'

/** What a check may read beside the row. `today` is a day in Asia/Shanghai. */
export interface CheckContext {
  readonly today: string
  readonly thisYear: number
}

/**
 * A pure rule within one record. It is asked about records with empty values too; the comparisons of
 * `rules/compare.ts` let an empty side pass.
 */
export interface Check<F extends FieldMap, K extends string = keyof F & string> {
  holds(row: RowOf<F>, context: CheckContext): boolean
  readonly message: string
  readonly fields: readonly K[]
  /** A warning is shown to the writer and the reviewer and does not refuse the record. */
  readonly level?: 'error' | 'warning'
}

/**
 * No two records may have the same values. The engine asks when a record is submitted and again in the
 * transaction that brings it into force.
 */
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
 * At most one record of an owner is open: its `to` is empty (至今). When a new open record takes effect, the
 * earlier one ends in the month before it begins.
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
  /** Types of the records that `holds` may read. */
  readonly types: readonly string[]
  holds(row: RowOf<F>, siblings: (type: string) => readonly Sibling[]): boolean
  readonly message: string
  readonly fields: readonly K[]
  readonly level?: 'error' | 'warning'
}

export type Constraint<F extends FieldMap, K extends string = keyof F & string> =
  | Unique<K>
  | OneOpen<K>
  | Among<F, K>

/** One step of a review chain. `when` is judged on the submitted values and frozen with the submission. */
export interface Step {
  readonly level: Level
  readonly when?: Condition
  /** Working days until the step is overdue. Without it the step is never overdue. */
  readonly days?: number
  /** Approving at this step needs a reason. Returning and rejecting always need one. */
  readonly reasonRequired?: true
}

export interface Attachments {
  readonly maxCount: number
  readonly maxSizeMB: number
  readonly accept: readonly string[]
  readonly required: boolean
  /** Evidence is required where this condition holds, even without `required`. */
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

/** What must hold of a record before it is submitted and, once more, before it takes effect. */
export interface Rules<F extends FieldMap, K extends string = keyof F & string> {
  /** Between the record and others: of the same owner, the same institution, or the whole platform. */
  readonly constraints?: readonly Constraint<NoInfer<F>, K>[]
  /** Within the record. */
  readonly checks?: readonly Check<F, K>[]
}

/** How a record of regime `reviewed` or `mixed` comes to be approved. */
export interface Review {
  /** The steps as declared. The province, a city or a district may publish others in their place. */
  readonly chain: readonly Step[]
  /** Reasons that reviewers are offered when they return a record or reject it. */
  readonly reasons: readonly Reason[]
}

/** What of a record its list, its form and the sentences about it show. */
export interface Pages<K extends string = string> {
  readonly list: {
    readonly columns: readonly K[]
    readonly filters: readonly K[]
    /** The field the list is sorted by, ascending without `descending`. */
    readonly order: K
    readonly descending?: boolean
  }
  readonly form: readonly Section<K>[]
  /** Fields whose values, joined, name the record in lists and messages. */
  readonly summary: readonly K[]
}

/** How records travel as rows of a spreadsheet. */
export interface Spreadsheet<K extends string = string> {
  /** Fields that, with the owner, find the record that a row speaks of. */
  readonly key: readonly K[]
  /** Fields that have no column. */
  readonly leftOut?: readonly K[]
}

/** What records are counted by. */
export interface Statistics<K extends string = string> {
  /** Fields by whose values records are grouped. */
  readonly dimensions: readonly K[]
  /** Number fields that are added up and averaged beside the count of records. */
  readonly measures?: readonly K[]
}

/**
 * The declaration of a record type: what it is, what it holds, and one group each for what asks for it
 * (docs/decisions/0043). C207 holds it at sixteen keys.
 */
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
  /**
   * Of what is recorded about an institution: an authority above it writes, the institution itself reads.
   * Without it the institution and those above it write.
   */
  readonly keptBy?: 'superior'
  /**
   * `one`: exactly one per owner. `some`: at least one, else the archive is incomplete. `many`: from zero up.
   */
  readonly cardinality: 'one' | 'some' | 'many'
  readonly fields: F
  readonly attachments?: Attachments
  readonly rules?: Rules<F, K>
  /** Present exactly where the regime is `reviewed` or `mixed` (C201). */
  readonly review?: Review
  readonly pages: Pages<K>
  readonly spreadsheet?: Spreadsheet<K>
  readonly statistics?: Statistics<K>
}

/** Declares a record type; wrong field names in rules, pages, statistics … do not compile. */
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
