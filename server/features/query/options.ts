import type { Ground } from '../../engine/feature.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { SearchNeeds } from './statement/asked.ts'

/** Dependencies of kept queries beside the engine. */
export interface QueryNeeds extends Pick<Ground, 'db' | 'notify' | 'log'>, SearchNeeds {
  /** The insert of messages as part of a larger statement. */
  readonly insertMessages: (rows: Sql) => Sql
}

const desk = '/analysis/ziChaXun'

/** Address of a kept query. */
export const linkTo = (id: number): string => `${desk}?id=${id}`
