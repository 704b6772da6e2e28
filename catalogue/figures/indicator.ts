import type { PanelForm, Report } from '../contract/analysis/figures.ts'
import type { AxisKey } from './dimensions.ts'
import type { Merge } from './merging.ts'
import type { MarkKey, MeasureKey } from './marks.ts'

/**
 * How a figure comes about. All of it is counted over people; students stand once per school, stage and year.
 */
export type CountingRule =
  /** People of a set; `and`: who bear another mark, too. */
  | { readonly by: 'persons'; readonly of: MarkKey; readonly and?: MarkKey }
  /** Part of a set, in percent; `known`: only among those of whom it is filled. */
  | { readonly by: 'share'; readonly of: MarkKey; readonly among: MarkKey; readonly known?: MarkKey }
  /** Part of a set that falls into each column, in percent of the row. */
  | { readonly by: 'parts'; readonly among: MarkKey }
  /** Mean of a number. */
  | { readonly by: 'mean'; readonly of: MeasureKey; readonly among: MarkKey; readonly known: MarkKey }
  /** Students per person, or persons per hundred students or per class, within one stage. */
  | {
      readonly by: 'students'
      readonly of: MarkKey
      /**
       * `perPerson`: students ÷ persons; `perHundred`: persons × 100 ÷ students; `perClass`: persons ÷
       * classes.
       */
      readonly as: 'perPerson' | 'perHundred' | 'perClass'
      /** Another mark that the persons bear. */
      readonly and?: MarkKey
    }
  /** What was granted by subject, against the people of a set who are in post there and bear another mark. */
  | { readonly by: 'quota'; readonly of: MarkKey; readonly and: MarkKey }
  /**
   * Who came into a place, or left it, since the day before the school year began; `rate`: of those who were
   * there.
   */
  | { readonly by: 'flow'; readonly way: 'in' | 'out' | 'rate' }
  /** Who came and who retired in each of the last school years, and who will in the next ones. */
  | { readonly by: 'renewal' }
  /** Spread of `perHundred` among the schools of a county, weighted by students. */
  | { readonly by: 'spread'; readonly of: MarkKey; readonly and: MarkKey }

/** A figure that an analysis page or a board shows, declared once (figures.md, 2). */
export interface Indicator {
  /** Key of figures.md; an indicator that is shown twice has a suffix behind a dot. */
  readonly key: string
  readonly title: string
  readonly unit: string
  readonly form: PanelForm
  readonly definition: string
  readonly denominator?: string
  readonly visible: 'public' | 'internal'
  readonly reports: readonly Report[]
  readonly counting: CountingRule
  readonly rows: AxisKey | null
  readonly columns: AxisKey | null
  /** A row and a column of everybody stand first, as in the tables of the education statistics. */
  readonly totals?: true
  /** Stages the figure makes sense for; all where left out. */
  readonly stages?: readonly string[]
  /** Small classes that stand as one on public pages (docs/decisions/0149). */
  readonly merges?: readonly Merge[]
  /**
   * The indicator of some of these people, over the same rows: who is not among them is a number, too
   * (figures.md, 1.5).
   */
  readonly contains?: string
  /** Only where the place is a county. */
  readonly countyOnly?: true
  readonly norm?: { readonly label: string; readonly value: number }
  /** People of the set who are left out: those without the mark. */
  readonly excluded?: readonly { readonly reason: string; readonly without: MarkKey }[]
}

/** Declares an indicator; wrong marks and axes do not compile. */
export const indicator = (given: Indicator): Indicator => given
