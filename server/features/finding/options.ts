import type { Actor } from '../../../catalogue/access/access.ts'
import type { SearchAnswer } from '../../../catalogue/contract/portal/portal-search.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Sql } from '../../platform/db/sql.ts'

export type FindingNeeds = Pick<Ground, 'config' | 'engine' | 'placeOf' | 'actorOn'> & {
  /** The first page of what is published and the actor may read. */
  readonly searchContents: (actor: Actor, q: string) => Promise<SearchAnswer>
  /** The first persons of the whole portal whom a text can mean, as a statement of their numbers. */
  readonly firstMeant: (q: string, most: number) => Sql
}

/** Most lines that are shown of one group. */
export const mostShown = 8
