import type { Actor } from '../../../catalogue/access/access.ts'
import type { Query } from '../../../catalogue/query/query.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** What the room takes from others. */
export interface TaskNeeds extends Pick<Ground, 'db' | 'engine' | 'actorOn' | 'placeOf' | 'log'> {
  /** Teachers that a query finds for an actor, and the query in words. AppError `invalid` where it may not be asked. */
  readonly metBy: (
    actor: Actor,
    query: Query,
    most: number,
  ) => Promise<{ readonly ids: readonly number[]; readonly sentence: string }>
  /** Which of these teachers are among a query's people, and whether each of them fulfils it. */
  readonly standingBy: (
    actor: Actor,
    query: Query,
    only: readonly number[],
  ) => Promise<ReadonlyMap<number, boolean>>
  /** The newest version of a kept query that the actor may run. AppError `missing`. */
  readonly keptQueryOf: (db: Queryable, actor: Actor, id: number) => Promise<Query>
  /** An insert of messages to identities: identity, kind, title and link of each row. */
  readonly insertMessages: (rows: Sql) => Sql
}
