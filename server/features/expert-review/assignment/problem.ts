import type { Conflict } from '../../../../catalogue/reviews/conflict-kinds.ts'
import type { RoundRules } from '../../../../catalogue/contract/review/rules.ts'

/** An expert as the assignment sees one; plain values that travel to a thread. */
export interface PanelExpert {
  readonly id: number
  /** Codes of subjects; none for every one. */
  readonly subjects: readonly string[]
  readonly city: number | null
  readonly district: number | null
  /** Tasks of the round that the expert has already. */
  readonly load: number
  /** `expertKeys` of catalogue/reviews/conflicts. */
  readonly keys: readonly string[]
}

export interface WantingItem {
  readonly id: string
  readonly subject: string | null
  /** Experts still wanted. */
  readonly need: number
  /** Experts who score it now: their regions count. */
  readonly panel: readonly number[]
  /** Experts who had it once and do not get it again, and who have it. */
  readonly barred: readonly number[]
  /** Keys of conflicts that block, with their kind. */
  readonly blocked: readonly (readonly [key: string, kind: Conflict])[]
}

/** The experts stand in the order of the lot: of equally busy ones the first is taken. */
export interface AssignmentProblem {
  readonly rules: Pick<RoundRules, 'perExpert' | 'subjects' | 'regions'>
  readonly experts: readonly PanelExpert[]
  readonly items: readonly WantingItem[]
}

/** Why experts could not take an item, each expert counted once by the first reason. */
export interface Shortfall {
  readonly item: string
  readonly found: number
  readonly need: number
  /** Experts of the item’s subject. */
  readonly suitable: number
  /** Experts left when conflicts, former tasks and regions are taken off, the chosen ones included. */
  readonly left: number
  readonly blocked: Readonly<Partial<Record<Conflict, number>>>
  readonly barred: number
  readonly region: number
  readonly full: number
}

export interface Assignment {
  readonly pairs: readonly { readonly item: string; readonly expert: number }[]
  readonly short: readonly Shortfall[]
}
