import type { Actor } from '../../../catalogue/access/access.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import type { Stop, Way } from '../../../catalogue/flows/way.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Traveller } from '../ways/index.ts'

/** A row of the tables of shared things, as far as its way goes. */
export interface ClimbingRow {
  readonly id: number
  readonly state: string
  readonly route: readonly RouteStep[] | null
  readonly step: number
  readonly return_step: number | null
  readonly edit_no: number
  readonly by_person: number
}

/** The way of a shared thing. Such things are never rejected. */
export const wayOfRow = (
  row: Pick<ClimbingRow, 'route' | 'step' | 'state' | 'by_person' | 'return_step'>,
): Way => ({
  route: row.route ?? [],
  step: row.route === null ? null : row.step,
  waiting: row.state === 'inReview',
  submitter: row.by_person,
  returnStep: row.return_step,
  notBy: null,
})

/** How a table of shared things keeps the way. The step says who holds a row. */
export const climbing = (table: string, row: ClimbingRow, stale: string): Traveller => ({
  table,
  unchanged: sql`id = ${row.id} and edit_no = ${row.edit_no} and state = ${row.state}`,
  columnsAt: (stop) => sql`${columnsAt(stop)}, edit_no = edit_no + 1, updated_at = now()`,
  returning: sql`id`,
  stale,
})

/** Columns of a row that waits for nobody. A return keeps its route, for the straight way back. */
const resting = sql`holder_since = null, urged_at = null`

function columnsAt(stop: Stop): Sql {
  if (stop.at === 'step')
    return sql`state = 'inReview', route = ${sql.json(stop.route)}, step = ${stop.index}::smallint,
      return_step = null, remark = null, holder_since = now(), urged_at = null`
  if (stop.at === 'arrived')
    return sql`state = 'published', route = null, step = 0, return_step = null, remark = null, ${resting}`
  if (stop.at === 'returned')
    return sql`state = 'draft', return_step = ${stop.returnStep}::smallint, ${resting}`
  return sql`state = 'draft', route = null, step = 0, return_step = null, ${resting}`
}

/** Condition that row `alias` waits for the actor, who decides about nothing of his own. */
export const climbsTo = (actor: Actor, alias: string): Sql => {
  const column = (name: string) => sql.id(alias, name)
  return actor.role < 3 || actor.role > 6
    ? sql`false`
    : sql`${column('state')} = 'inReview'
      and (${column('route')} -> ${column('step')}::integer ->> 'institutionId')::integer = ${actor.institutionId}
      and (${column('route')} -> ${column('step')}::integer ->> 'role')::integer = ${actor.role}
      and not exists (select 1 from identity w
        where w.id in (${column('by_identity')}, ${column('author_identity')}) and w.person_id = ${actor.personId})`
}
