import type { Actor } from '../../../catalogue/access/access.ts'
import type { ImportMode, ImportStatus, Outcome } from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Engine } from '../engine.ts'
import type { BroughtIn } from '../records/index.ts'

/** A row that is sound in itself. */
export interface SoundRow {
  /** 1-based row of the sheet. */
  readonly row: number
  readonly values: Row
}

/** What one column of a row changes, as texts for people. */
export interface Change {
  readonly column: string
  readonly before: string
  readonly after: string
}

/** What the portal says to a sound row. Faults of level error make it a conflict. */
export interface RowComparison {
  readonly outcome: Exclude<Outcome, 'error'>
  readonly faults: readonly RowFault[]
  readonly changes: readonly Change[]
}

/** What a row wrote; kept for taking it back. */
export interface Refs {
  /** Number of the teacher, institution or person; null where nothing remains to be found by it. */
  readonly ownerId: number | null
  /** Whether the owner came into being with the row. */
  readonly opened: boolean
  readonly records: readonly (BroughtIn & { readonly type: string })[]
  /** Of what a feature keeps: whatever it needs to take the row back. */
  readonly kept?: Row
}

/** The task of which the rows are. */
export interface Task {
  readonly id: number
  readonly definition: ImportDefinition
  readonly mode: ImportMode
  /** Who imports; also who may write what. */
  readonly actor: Actor
}

/** Null where the row was taken back, else the sentence why it stays. */
export type StayReason = string | null

/**
 * Whom rows are about. The engine knows people and owners of records; institutions and accounts are written
 * by the features that keep them.
 */
export interface Subject {
  /**
   * Present where a row may need what an earlier row of the file wrote: rows are then written in their order.
   */
  readonly inOrder?: true
  /** Asks the portal about some hundred rows at once; answers in their order. */
  readonly compare: (
    db: Queryable,
    task: Task,
    rows: readonly SoundRow[],
  ) => Promise<readonly RowComparison[]>
  /**
   * Writes rows that were compared a moment ago in the same transaction; answers in their order. Throws where
   * one cannot be written; the engine then asks again with each row alone.
   */
  readonly write: (tx: Tx, task: Task, rows: readonly SoundRow[]) => Promise<readonly Refs[]>
  /** Takes one row back, unless the record was changed after the import. */
  readonly undo: (tx: Tx, task: Task, refs: Refs) => Promise<StayReason>
}

/** What the engine of imports works with. */
export interface ImportEngine {
  readonly engine: Engine
  readonly subjects: Readonly<Record<ImportDefinition['subject'], Subject>>
  /** Hands the file of a task over under a path, as long as `work` goes on. */
  readonly withFile: <T>(fileKey: string, work: (path: string) => Promise<T>) => Promise<T>
  readonly removeFile: (fileKey: string) => Promise<void>
  /** The code of an area named by a text, for a person registered in another area. */
  readonly areaOf: (text: string, around: string) => string | undefined
}

export interface JobRow {
  readonly id: number
  readonly kind: string
  readonly mode: ImportMode
  readonly fileKey: string
  readonly fileName: string
  readonly institutionId: number
  readonly byIdentity: number
  readonly status: ImportStatus
  readonly head: Head | null
  readonly total: number | null
  readonly done: number
  readonly messages: Readonly<Record<string, string>>
}

/** How the file says which column is which. */
export interface Head {
  readonly sheet: string
  /** Keys of the declared columns with their place in the file, from 0. */
  readonly columns: Readonly<Record<string, number>>
  readonly ignored: readonly string[]
  /** The last row of the sheet that belongs to the head. */
  readonly lastRow: number
}

/**
 * Plans each statement of a transaction for the tables as they are: a plan that was kept while they were
 * empty reads the whole of them for each batch of a first import.
 */
export const planAnew: Sql = sql`set local plan_cache_mode = force_custom_plan`

/**
 * Plans as everywhere else: PostgreSQL checks a foreign key by a statement of its own for each row written,
 * and would plan every one of these anew, too.
 */
export const planAsUsual: Sql = sql`set local plan_cache_mode = auto`
