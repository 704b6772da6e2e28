import type { Role } from '../../../catalogue/access/roles.ts'
import type { Cell, SheetColumn } from '../../platform/workbook/write.ts'
import type { Actor } from '../engine.ts'

/** One row of a list: its number or id, and the teacher it is about, who will see that it was taken out. */
export interface ExportKey {
  readonly id: number | string
  readonly teacher: number | null
  /** Which people a list counts that is not of teachers only. */
  readonly person?: number
}

/**
 * How much a reader sees of a column: of values that are masked for somebody only the mask, or all of some
 * row.
 */
export type ColumnSight = 'open' | 'masked' | 'full'

/** A column that may be taken out of a list. */
export interface ExportColumn extends Pick<SheetColumn, 'kind' | 'width'> {
  readonly key: string
  readonly title: string
  readonly seen: ColumnSight
  /** Comes in full where that is asked for and a second person agreed. */
  readonly opens?: boolean
}

/**
 * The cells of one row by the keys of the columns, and teachers who are named in it beside the one it is
 * about.
 */
export interface ExportRow {
  readonly cells: Readonly<Record<string, Cell>>
  readonly named: readonly number[]
}

/** What is wanted of the rows. */
export interface RowsWanted {
  readonly columns: readonly string[]
  /** Whether masked and sealed values come as the reader sees them; otherwise all of them are masked. */
  readonly full: boolean
  /** Columns whose numbers come in full because a second person agreed. */
  readonly opened: readonly string[]
}

/** A file of a row, with what names it within a zip. */
export interface ExportFile {
  readonly office: string
  readonly person: string
  /** The row of the list that it belongs to, from 1. */
  readonly row: number
  readonly name: string
  readonly storageKey: string
  readonly bytes: number
}

/** One sheet of a list that has several: its rows are those whose keys are its own. */
export interface ExportSheet {
  /** A key of the list's columns: who takes the list out chooses sheets instead of columns. */
  readonly key: string
  readonly name: string
  readonly columns: readonly ExportColumn[]
  readonly owns: (key: ExportKey) => boolean
}

/** A sheet in front of the others that tells something of them; asked for when they were written. */
export interface ExportReport {
  readonly name: string
  readonly heads: readonly string[]
  readonly rows: () => readonly (readonly Cell[])[]
}

/** A list as one reader asked for it. */
export interface OpenedList {
  readonly title: string
  readonly columns: readonly ExportColumn[]
  /** What narrows it, in words: 学科：数学. */
  readonly filters: readonly string[]
  readonly order: string
  /** Of a list of several sheets, which is no csv. */
  readonly sheets?: readonly ExportSheet[]
  /** The files of these rows that the reader may open: evidence and files in fields; left out where rows have none. */
  readonly files?: (keys: readonly ExportKey[]) => Promise<readonly ExportFile[]>
  readonly report?: ExportReport
  /**
   * Its rows in order, no more than these. One statement finds them, so that the list is that of one moment;
   * their values are read batch by batch.
   */
  readonly keys: (most: number) => Promise<readonly ExportKey[]>
  /**
   * The values of these rows, in the order of the keys, read again within the scope; without rows that went
   * meanwhile.
   */
  readonly rows: (keys: readonly ExportKey[], wanted: RowsWanted) => Promise<readonly ExportRow[]>
}

/**
 * A list of which people may take out what they see. The query is that of its own call, without page and
 * size.
 */
export interface ExportList {
  /** Names the list in the call: records/studyExperience, roll. */
  readonly name: string
  readonly roles: readonly Role[]
  /** Refuses a query as the list itself does. */
  readonly open: (actor: Actor, query: Readonly<Record<string, string>>) => Promise<OpenedList>
}
