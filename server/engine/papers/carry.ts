import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { carryShared, placeShared } from '../sharing/index.ts'
import { paperStandings } from './shelving.ts'
import { carryTemplates } from './templates.ts'

const shared = { table: 'paper', edits: 'edit_no', kind: sql`'paper'`, standings: paperStandings } as const

/** Gives the papers of an institution to its successor, and the blueprints that it keeps. */
export async function carryPapers(tx: Tx, from: number, to: number): Promise<number> {
  await carryTemplates(tx, from, to)
  return carryShared(tx, shared, from, to)
}

/** Lets papers follow their institutions to another place of the tree. */
export const placePapers = (tx: Tx, institutionIds: readonly number[]): Promise<void> =>
  placeShared(tx, shared, institutionIds)
