import type { Actor } from '../../../catalogue/access/access.ts'
import type { DecisionAct } from '../../../catalogue/contract/archive/my-reviews.ts'
import { endOfDay, startOfDay } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { scopeCondition } from '../access/index.ts'

/** Which decisions of an officer are asked for. */
export interface AskedDecisions {
  readonly acts: readonly DecisionAct[]
  /** Record types whose decisions are asked for. */
  readonly types: readonly string[]
  /** Days 'YYYY-MM-DD' in Asia/Shanghai, both included. */
  readonly from?: string | null
  readonly to?: string | null
}

/**
 * `from` and `where` of what an identity decided: `revision_event e` with its `revision v`, along the events
 * of this identity. What it decided about somebody who has left its scope of today is not told.
 */
export const decisionsBy = (actor: Actor, { acts, types, from = null, to = null }: AskedDecisions): Sql =>
  sql`from revision_event e
    join revision v on v.owner_id = e.owner_id and v.id = e.revision_id
    where e.by_identity = ${actor.identityId}
      and e.action = any(${[...acts]}::text[])
      and v.type = any(${[...types]}::text[])
      and ${scopeCondition(actor, 'v')}
      ${from === null ? sql.empty : sql`and e.at >= ${startOfDay(from)}::timestamptz`}
      ${to === null ? sql.empty : sql`and e.at <= ${endOfDay(to)}::timestamptz`}`
