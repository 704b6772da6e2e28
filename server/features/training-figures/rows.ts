/** A line of the table: what it is, where it leads, and its cells by the keys of the columns. */
export interface FigureRow {
  readonly key: string
  readonly name: string
  readonly level: string
  readonly drill: string | null
  readonly cells: Readonly<Record<string, number | string | null>>
}

/** Some rows of a table, and how many it has in all. */
export interface FigureRows {
  /** The row of everything, where it is no sum of the others; it stands before the first. */
  readonly whole: FigureRow | null
  readonly rows: readonly FigureRow[]
  readonly total: number
}

/** Which rows are wanted: from the first one on, so many. */
export interface Stretch {
  readonly from: number
  readonly most: number
}

/** A line of a list behind a number. */
export interface BehindLine {
  readonly key: string
  readonly teacherId: number | null
  readonly name: string
  readonly institution: string
  readonly values: readonly string[]
}

/** A list behind a number, as long as the number says. */
export interface Behind {
  readonly title: string
  readonly unit: string
  readonly heads: readonly string[]
  readonly total: number
  /** Lines of a stretch, and who of them the reader may see in full. */
  readonly lines: (
    stretch: Stretch,
  ) => Promise<{ readonly list: readonly BehindLine[]; readonly within: readonly number[] }>
}

/** Whoever belongs to another authority keeps the surname only. */
export const masked = (name: string): string => `${[...name].slice(0, 1).join('')}**`
