import type { Actor } from '../../../catalogue/access/access.ts'
import type { RubricName } from '../../../catalogue/reviews/rubrics.ts'
import type { Tx } from '../../platform/db/database.ts'

/** A part of an entry. Rounds that were opened before forms were kept have none. */
export interface SourceSection {
  readonly label: string
  readonly text: string
  /** A short value, a text of several lines, or HTML. */
  readonly form?: 'fact' | 'plain' | 'rich'
}

/** One thing that experts review, as its source hands it over: without names as far as the source knows, unless `named`. */
export interface SourceItem {
  /** The case; no expert ever learns it. */
  readonly ref: string
  /** People who apply, each one of them: who is among them never scores it. */
  readonly applicants: readonly number[]
  readonly institutionId: number | null
  readonly districtId: number | null
  readonly cityId: number | null
  /** Code of the dictionary subject; null where any expert will do. */
  readonly subject: string | null
  readonly title: string
  /** Its first sections say whose it is. */
  readonly named?: boolean
  readonly sections: readonly SourceSection[]
  /** Blind copies, in the order in which experts read them. */
  readonly files: readonly string[]
}

/** Decision about one item. */
export interface DecidedItem {
  readonly ref: string
  readonly code: string
  readonly rank: number | null
  /** Hundredths of a point; null with too few scores. */
  readonly score: number | null
  /** Opinions without names, where the rules show them to the applicants. */
  readonly opinions: readonly string[]
}

/** Source of reviewed items; campaigns and declarations register one each (app/review-sources.ts). */
export interface ReviewSource {
  /** Small letters. */
  readonly name: string
  /** Choices of items that an office can have reviewed now; `scope` is an argument of `items`. */
  readonly choices: (
    actor: Actor,
  ) => Promise<readonly { scope: string; title: string; items: number; rubric: RubricName }[]>
  /**
   * The items of a choice, in the transaction that opens the round; empty for one that is not the office’s.
   */
  readonly items: (tx: Tx, scope: string, officeId: number) => Promise<readonly SourceItem[]>
  /** Called in the transaction that closes the round; what it throws keeps the round open. */
  readonly decided: (
    tx: Tx,
    round: { id: string; scope: string },
    items: readonly DecidedItem[],
  ) => Promise<void>
}
