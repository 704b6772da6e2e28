import type { Role } from '../access/roles.ts'
import type { Check, FieldMap, Section } from '../define.ts'
import type { fileRuleKeys } from './file-rules.ts'

/**
 * What the machinery reads of a notice, by the role of a field. `quota`: places that are recommended in all ·
 * `quotaReturnsOn`: the day on which unused ones go back up · `publicityDays`: working days for which what
 * was found hangs out · `year`, `numberPrefix`: of the numbers given to entries · `shared`: whether no office
 * is granted places and all take from one pool · the rest narrows the files of entries (file-rules.ts).
 */
export type FieldRole =
  | 'quota'
  | 'quotaReturnsOn'
  | 'publicityDays'
  | 'year'
  | 'numberPrefix'
  | 'shared'
  | (typeof fileRuleKeys)[number]

/** A stage in which something is handed in: from one date and time field to another one. */
export interface CampaignWindow<S extends string, K extends string> {
  readonly label: string
  readonly from?: K
  readonly to: K
  /** The field with the minutes after the end in which what is being written is still taken. */
  readonly grace?: K
  /** The states in which it is open while its time runs. */
  readonly in: readonly S[]
  /**
   * The states in which it is open after its end, for the minutes of grace alone: those to which the clock
   * closes it.
   */
  readonly late?: readonly S[]
}

/** A state of a campaign. `places`: places are granted and entries ranked in it. */
export interface CampaignState {
  readonly label: string
  readonly places?: true
  readonly final?: 'done' | 'failed'
}

/** A move of a campaign. Two moves of one name start in different states, or one of them is the clock's. */
export interface CampaignMove<W extends string, S extends string, K extends string> {
  readonly name: string
  /** The word on the button. */
  readonly label: string
  /** The word in the timeline, where it is another one. */
  readonly noted?: string
  readonly from: readonly S[]
  readonly to: S
  /**
   * The office that holds the campaign; or the clock, after the end of a window, or when a date or date and
   * time has come.
   */
  readonly by: 'host' | { readonly after: W } | { readonly at: K }
  readonly reason?: 'required' | 'optional'
  /** Asks for a new end of this window, later than before. */
  readonly extends?: W
  /** What follows, said before the office decides. */
  readonly warning?: string
  /** Message to everybody with an entry under way: what became of the campaign, and what the office did. */
  readonly message?: { readonly title: string; readonly says: string }
  /** Refused while an entry stands in one of these states: first every entry is decided. */
  readonly waitsForEntriesIn?: readonly string[]
  /**
   * Entries in the states `from` each make the first of these moves whose condition holds, in batches
   * (decision 0161). The process declares the moves as made by `campaign`.
   */
  readonly sweep?: { readonly moves: readonly string[]; readonly from: readonly string[] }
  /** How the button looks: the way forward unless it is said. */
  readonly tone?: 'refuses' | 'quiet'
}

/**
 * A notice that collects entries within windows, by rules that are frozen when it opens (decisions 0083 and
 * 0161).
 */
export interface CampaignDefinition<
  N extends string = string,
  F extends FieldMap = FieldMap,
  W extends string = string,
  S extends string = string,
  K extends string = keyof F & string,
> {
  /** Names the type in the database. */
  readonly name: N
  /** Where its calls stand below `/api/v1`. */
  readonly path: string
  readonly title: string
  /** What sentences call one: 本次征集. */
  readonly called: string
  /** The word on the button that begins one. */
  readonly beginLabel: string
  /** Roles whose offices hold one. A school holds one for itself. */
  readonly hosts: readonly Role[]
  /**
   * People hold one, too, in the name of an institution, while a fact of the day says that they may
   * (docs/decisions/0208).
   */
  readonly led?: true
  /** What may be collected, with the word for it; each is a process that names this campaign. */
  readonly collects: Readonly<Record<string, string>>
  /** What the notice says. */
  readonly fields: F
  readonly form: readonly Section<K>[]
  /** What its list shows beside title, office, end and state, and by which fields it is narrowed. */
  readonly list?: {
    readonly host: string
    readonly columns: readonly K[]
    readonly filters: readonly K[]
    /** The days from one field to another, in a column of their own. */
    readonly span?: { readonly title: string; readonly from: K; readonly to: K }
    /** The word for those who wait for a place; without it nobody does. */
    readonly waiting?: string
  }
  readonly checks?: readonly Check<NoInfer<F>, K>[]
  /** Fields that do not change once it is no draft. */
  readonly frozen: readonly K[]
  readonly named: Readonly<Partial<Record<FieldRole, K>>>
  readonly windows: Readonly<Record<W, CampaignWindow<NoInfer<S>, K>>>
  /** The window within which entries are begun. */
  readonly entryWindow: NoInfer<W>
  /** The first one is `draft`: nobody but its office reads it. */
  readonly states: Readonly<Record<S, CampaignState>>
  readonly moves: readonly CampaignMove<NoInfer<W>, NoInfer<S>, K>[]
  /** Moves of single entries that its feature makes, by `campaign`. */
  readonly apart?: readonly string[]
}

/** Declares a campaign; wrong names of fields, windows and states do not compile. */
export const defineCampaign = <
  const N extends string,
  F extends FieldMap,
  const W extends string,
  const S extends string,
>(
  definition: CampaignDefinition<N, F, W, S>,
): CampaignDefinition<N, F, W, S> => definition

/** A declaration as the engine sees it, whatever its fields. */
export type AnyCampaign = CampaignDefinition
export type AnyCampaignMove = CampaignMove<string, string, string>
