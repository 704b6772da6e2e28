import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { carryShared, placeShared } from '../sharing/index.ts'
import { questionStandings } from './shelving.ts'

const shared = {
  table: 'question',
  edits: 'edit_no',
  kind: sql`'question'`,
  standings: questionStandings,
} as const

/** Gives the questions of an institution to its successor. */
export const carryQuestions = (tx: Tx, from: number, to: number): Promise<number> =>
  carryShared(tx, shared, from, to)

/** Lets questions follow their institutions to another place of the tree. */
export const placeQuestions = (tx: Tx, institutionIds: readonly number[]): Promise<void> =>
  placeShared(tx, shared, institutionIds)
