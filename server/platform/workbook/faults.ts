/** The head of the column with the reasons. Whoever reads the file for an import leaves it out. */
export const faultHead = '错误说明'

export interface CellFault {
  /** 1-based row of the sheet. */
  readonly row: number
  /** From 0; null where the whole row is meant. */
  readonly column: number | null
  readonly message: string
}

/** Faults of one row: reasons by column, and all reasons in one sentence. */
export interface RowFaults {
  readonly columns: ReadonlyMap<number, string>
  readonly sentence: string
}

/** Sheet, row of heads and column that receive the reasons. */
export interface FaultPlace {
  /** 1-based row of the heads. */
  readonly headRow: number
  /** From 0. */
  readonly column: number
  /** Whether an earlier check wrote reasons there, which go. */
  readonly again: boolean
}
