import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { carryShared, placeShared } from '../sharing/index.ts'
import { contentStandings } from './shelving.ts'

const shared = {
  table: 'content',
  edits: 'version',
  kind: sql`c.type`,
  standings: contentStandings,
} as const

/** Gives the contents of an institution to its successor, who keeps them from now on. Answers how many. */
export const carryContents = (tx: Tx, from: number, to: number): Promise<number> =>
  carryShared(tx, shared, from, to)

/** Lets contents follow their institutions to another place of the tree. */
export const placeContents = (tx: Tx, institutionIds: readonly number[]): Promise<void> =>
  placeShared(tx, shared, institutionIds)
