/** A column of a table of figures, with what it means. */
export interface FigureColumnMeaning {
  readonly key: string
  readonly title: string
  /** 人, 人次, %, 学时 … */
  readonly unit: string
  readonly definition: string
  /** What it is divided by; empty for a count. */
  readonly denominator: string
}
