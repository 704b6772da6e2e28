import { AppError } from '../../../catalogue/errors.ts'
import type { Stop } from '../../../catalogue/flows/way.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import type { Queryable } from '../engine.ts'

/** What travels up the tree: how its table keeps the way. One adapter per kind of item (decision 0037). */
export interface Traveller {
  readonly table: string
  /** Whose rows alone it reads and writes; undefined for what belongs to no archive. */
  readonly owner?: number
  /** Holds while the row is as it was read: it names the row, its state, its step and its edit number. */
  readonly unchanged: Sql
  /** Columns that say where the item stands after a verb, with the edit number and the time of the change. */
  readonly columnsAt: (stop: Stop) => Sql
  /** Columns of the moved row that the journal and the caller need. */
  readonly returning: Sql
  /** The sentence for a lost race; without it, that of the error code. */
  readonly stale?: string
}

/** What is written in the statement of a move. */
export interface MoveStatement {
  /** Further columns of the item. */
  readonly also?: Sql
  /**
   * What is written with it. A part that does not select from the moved row needs a transaction around the
   * statement, which a lost race undoes.
   */
  readonly parts?: readonly Parts[]
}

/**
 * Moves an item to a stop by one conditional statement, with its journal. Answers the moved row. No row moved
 * means that another request changed the item first: 409.
 */
export async function travel<Row extends object>(
  db: Queryable,
  traveller: Traveller,
  stop: Stop,
  { also, parts = [] }: MoveStatement,
): Promise<Row> {
  const sets = also ? sql`${traveller.columnsAt(stop)}, ${also}` : traveller.columnsAt(stop)
  const [row] = await db.together<Row>({
    name: 'moved',
    lead: sql`
      update ${sql.id(traveller.table)}
      set ${sets}
      where ${traveller.unchanged}
      returning ${traveller.returning}`,
    parts: (led) => parts.flatMap((part) => part(led)),
  })
  if (!row) throw new AppError('stale', traveller.stale === undefined ? {} : { message: traveller.stale })
  return row
}
