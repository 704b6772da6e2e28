import type { Role } from '../access/roles.ts'
import type { Check, FieldMap, Level, Section } from '../define.ts'
import type { RubricName } from '../reviews/rubrics.ts'
import type { EffectName, JudgeName, SourceName } from './effects.ts'

/** What a case is about (docs/decisions/0156). */
export type SubjectKind = 'teacher' | 'institution' | 'content' | 'case'

/**
 * How the subject of a new case is named (docs/decisions/0157). `self`: the person who begins it ·
 * `ownTeacher`: a teacher of the own institution · `byNumber`: a teacher anywhere, by name and whole identity
 * number · `outsider`: a person unknown to the platform, in the same way · `office`: the own institution ·
 * `content`: a content of the own institution or of one below it · `case`: an own case of the process that
 * `of` names.
 */
export type About = 'self' | 'ownTeacher' | 'byNumber' | 'outsider' | 'office' | 'content' | 'case'

/** Roles that may begin a case, and what about. */
export interface Beginning {
  readonly by: readonly Role[]
  readonly about: About
  /** The choice between several beginnings of one role, in words; the usual ones without. */
  readonly label?: string
  /** Values that the draft starts with. */
  readonly value?: Readonly<Record<string, unknown>>
}

/** People whom a case names in one of its parts: members, mentors, hosts. */
export interface PeoplePart<K extends string> {
  /** One of them in a word. */
  readonly label: string
  /**
   * The field that names them: lines with `name` and `org`, or a field each for name and institution. `id`: a
   * whole number with the teacher that is meant, which nobody types; of two of one name it says which.
   */
  readonly from: K | { readonly name: K; readonly at: K; readonly id?: K }
  /** The column of the lines that says what each of them does. */
  readonly duty?: string
  /** Each of them is asked to agree; what follows once all have agreed, in words. */
  readonly asked?: string
}

/**
 * An institution or a person that takes part in a case. `starter`: whose office began it · `personnelOf`:
 * where the person belongs whom the case is about · `field`: which a field names · `authorityOf`: the nearest
 * institution above another party where somebody can act · `authorityAt`: the one above another party at the
 * level that the code in a field stands for · `commonAuthorityOf`: the nearest one above both ·
 * `person`: the person it is about, where that person belongs · `people`: the people of a part, of whom the
 * first one holds a state · `campaignHost`: whose campaign it is an entry of · `partyOfCase`: a party of the
 * case that this one asks to change.
 */
export type Party<P extends string, K extends string> = { readonly label: string } & (
  | { readonly is: 'starter' }
  | { readonly is: 'personnelOf' }
  | { readonly is: 'person' }
  | { readonly is: 'people'; readonly part: string }
  | { readonly is: 'campaignHost' }
  | { readonly is: 'partyOfCase'; readonly party: string }
  | { readonly is: 'field'; readonly field: K }
  | { readonly is: 'authorityOf'; readonly of: P }
  | {
      readonly is: 'authorityAt'
      readonly of: P
      readonly field: K
      readonly levels: Readonly<Record<string, Level>>
    }
  | { readonly is: 'commonAuthorityOf'; readonly of: readonly [P, P] }
)

/**
 * A state of a case: held by a party for some working days, or held by one institution after the other on the
 * way up from a party to another one (where nobody can act, the next one stands in), or waiting for the day
 * or the minute in a date or date and time field (`dayAfter`: for the day after it), or the end. `opens`
 * names the stages whose forms the holder writes. `until` is the last day on which the holder may act, and
 * the clock acts on the day after it; `expires` is the minute at which the clock acts. `staffed`: held by the
 * staff of a party, one role after the other; a role that nobody there has is passed over. `rests`: nobody has
 * to do anything; its campaign moves it on, or a party that wishes to.
 */
export type ProcessState<P extends string, K extends string> = { readonly label: string } & (
  | {
      readonly heldBy: P
      readonly days?: number
      readonly opens?: readonly string[]
      readonly until?: K
      readonly expires?: K
    }
  | { readonly staffed: { readonly at: P; readonly roles: readonly Role[] }; readonly days?: number }
  | { readonly climbs: { readonly from: P; readonly to: P }; readonly days?: number }
  | { readonly waitsFor: K; readonly dayAfter?: true }
  | { readonly rests: true }
  | { readonly final: 'done' | 'failed' }
)

/** What a named condition may read: the values as handed in, and the institutions of the parties. */
export interface CaseFacts {
  readonly value: Readonly<Record<string, unknown>>
  readonly parties: Readonly<Record<string, number | null>>
  /** The institution that holds the case now. */
  readonly holder: number | null
  /** Working days that what the campaign finds out hangs out for objections; 0 without. */
  readonly publicityDays: number
  /** Whether the holder has had the case longer than its state allows. */
  readonly overdue: boolean
  /** Whether staff of a later role act after the one that holds it. */
  readonly staffAhead: boolean
}

/** Who makes a move: a party, the holder, the clock, or the campaign for all its entries (`sweep`). */
export type Mover<P extends string> = P | 'holder' | 'clock' | 'campaign'

/** One move from state to state. Moves of one name and state are told apart by their conditions. */
export interface Move<
  P extends string,
  S extends string,
  K extends string,
  C extends string,
  W extends string = string,
> {
  readonly name: string
  /** The word on the button and in the timeline. */
  readonly label: string
  readonly from: readonly S[]
  readonly to: S
  readonly by: Mover<P> | readonly Mover<P>[]
  /** Offered only where this condition holds. */
  readonly when?: C
  readonly reason?: 'required' | 'optional'
  /** Fields that whoever makes the move writes with it. */
  readonly asks?: readonly K[]
  /** The form, the first one or that of a stage, is judged whole and kept as a version that never changes. */
  readonly handsIn?: true | string
  /** The date field that is given the last day on which the campaign's publicity hangs out. */
  readonly publishes?: K
  /**
   * The field that is given the last of so many working days, or the minute after so many hours, as a field
   * of the campaign says.
   */
  readonly term?: { readonly field: K } & ({ readonly days: string } | { readonly hours: string })
  /** Only while this window of the campaign is open. */
  readonly window?: W
  /** The case climbs to the next institution and takes a place of the one that sends it on. */
  readonly recommends?: true
  /** Fields that effects, or whoever moves entries with their campaign, write. */
  readonly writes?: readonly K[]
  /** The move made instead where an effect finds that nothing is left. */
  readonly orElse?: string
  /** Parts whose people, as far as they are asked, must all have agreed. */
  readonly agreed?: readonly string[]
  /** The case goes on to the next role of a state that is staffed. */
  readonly handsOn?: true
  /** How the button looks: the way forward unless it is said. */
  readonly tone?: 'refuses' | 'quiet'
  /** What happens in the move's transaction, by the name under which a feature registers it. */
  readonly effects?: readonly EffectName[]
  /** Other cases about the same person that this one ends: somebody who left is no longer posted. */
  readonly overtakes?: readonly string[]
  /** Effects of an earlier move that this one takes back. */
  readonly takesBack?: readonly EffectName[]
}

/** The declaration of a process: what is going on, between whom, and how it ends (docs/decisions/0059). */
export interface ProcessDefinition<
  N extends string = string,
  F extends FieldMap = FieldMap,
  P extends string = string,
  S extends string = string,
  C extends string = string,
  K extends string = keyof F & string,
  W extends string = string,
> {
  /** Names the type in addresses: `/api/v1/{name}`. */
  readonly name: N
  readonly title: string
  /** The word on the button that begins one. */
  readonly beginLabel: string
  /** Who may begin one, about what; all of one kind of subject. */
  readonly begins: readonly Beginning[]
  /** Its cases are begun by calls of a feature alone: lists have no button, and there is no general call. */
  readonly begunApart?: true
  /** One subject has at most one case of this type under way; what a second one is told. */
  readonly oneOpen?: string
  /** Of what is due on one day the lower goes first (personnel.md, section 2). */
  readonly dueOrder: number
  readonly fields: F
  readonly form: readonly Section<K>[]
  readonly checks?: readonly Check<NoInfer<F>, K>[]
  /** Further forms that are written later, by the name of their stage. */
  readonly stages?: Readonly<Record<string, { readonly title: string; readonly form: readonly Section<K>[] }>>
  /** The field whose value names a case in lists; the person without. */
  readonly titled?: K
  /** What cases are compared by with all others, to find those that are like them. */
  readonly compared?: { readonly title: K; readonly text: readonly K[] }
  /** The campaign whose entries the cases are, and the states in which they hold no place of a quota. */
  readonly campaign?: {
    readonly of: {
      readonly name: string
      readonly called: string
      readonly windows: Readonly<Record<W, { readonly label: string }>>
    }
    readonly placeless: readonly NoInfer<S>[]
    /** Fields that an entry takes over from the notice; nobody writes them. */
    readonly takes: readonly K[]
    /**
     * The state in which experts may review entries, and what becomes of them by their ranks: the first ones
     * make one of the moves `granted`, in bands that write `codes` of a field one after the other; the others
     * `refused`, or stay. `scores`: the move that is made before, with the points in a field.
     */
    readonly reviewed?: {
      readonly state: NoInfer<S>
      /** The rubric with which a round about them begins. */
      readonly rubric: RubricName
      /** Experts read whose it is: what is judged is a person's work over a year, which nothing hides. */
      readonly named?: true
      /** Fields that experts read beside the first form. */
      readonly shows?: readonly K[]
      readonly scores?: { readonly move: string; readonly field: K }
      readonly granted: readonly string[]
      readonly refused?: string
      readonly bands?: { readonly field: K; readonly codes: readonly string[] }
    }
  }
  /**
   * The cases of another process that this one is about (`case`), of the same person, while they stand in one
   * of these states. One is under way at a time. `takes`: fields that it takes over from them.
   */
  readonly of?: {
    readonly process: string
    readonly states: readonly string[]
    readonly takes: Readonly<Partial<Record<K, string>>>
  }
  /** Where its calls stand below `/api/v1`; its name without. */
  readonly path?: string
  /** What a new case is filled in with, by the name under which a feature registers it. */
  readonly filledBy?: SourceName
  /** What is asked of the database before a form is handed in, by the name that a feature registers. */
  readonly judgedBy?: readonly JudgeName[]
  /** People whom a case names, by part. */
  readonly people?: Readonly<Record<string, PeoplePart<K>>>
  readonly parties: Readonly<Record<P, Party<NoInfer<P>, K>>>
  readonly conditions?: Readonly<Record<C, (facts: CaseFacts) => boolean>>
  readonly states: Readonly<Record<S, ProcessState<NoInfer<P>, K>>>
  readonly initial: NoInfer<S>
  readonly moves: readonly Move<NoInfer<P>, NoInfer<S>, K, NoInfer<C>, NoInfer<W>>[]
  readonly list: {
    readonly columns: readonly K[]
    readonly filters: readonly K[]
    /** Parties or fields between which a case goes, in one column; of alternatives the first one. */
    readonly between?: { readonly title: string; readonly ends: readonly (readonly (NoInfer<P> | K)[])[] }
    /** Columns that say how many lines a field has, with their titles. */
    readonly counts?: Readonly<Partial<Record<K, string>>>
    /** Columns say who holds a case, and for how many days. */
    readonly held?: true
  }
}

/** Declares a process; wrong names of fields, parties, states, conditions and windows do not compile. */
export function defineProcess<
  const N extends string,
  F extends FieldMap,
  const P extends string,
  const S extends string,
  const C extends string = never,
  const W extends string = never,
>(
  definition: ProcessDefinition<N, F, P, S, C, keyof F & string, W>,
): ProcessDefinition<N, F, P, S, C, keyof F & string, W> {
  return definition
}

/** A declaration as the engine sees it, whatever its fields. */
export type AnyProcess = ProcessDefinition
export type AnyMove = Move<string, string, string, string>
export type AnyState = ProcessState<string, string>
