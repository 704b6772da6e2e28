import type { Actor } from '../../../catalogue/access/access.ts'
import type { RoundRules } from '../../../catalogue/contract/review/rules.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReviewSource } from './source.ts'

/** Dependencies of expert review. */
export interface ReviewNeeds extends Pick<Ground, 'db' | 'engine' | 'keys' | 'notify' | 'log'> {
  readonly reviewSources: readonly ReviewSource[]
  readonly readBytes: (key: string) => Promise<Buffer>
}

/** Pages of an office, below `/area`, `/city` or `/province`, and those of an expert. */
export const desk = '/zhuanjia/zhuanjiaList'
export const packetPath = (task: string): string => `/zhuanjia/zhuanjiaDetail?id=${task}`

export interface RoundRow {
  readonly id: string
  readonly office_id: number
  readonly title: string
  readonly source: string
  readonly source_scope: string
  readonly state: 'draft' | 'open' | 'closed' | 'cancelled'
  readonly rules: RoundRules
  readonly rules_digest: string | null
  readonly opened_at: string | null
  readonly closed_at: string | null
  readonly seed: string | null
  readonly candidates: number[] | null
  readonly panel: number[] | null
  readonly assigning: string | null
  readonly by_identity: number
  readonly version: number
}

/** A round of the actor’s office. One of another office is missing. */
export async function roundOf(
  db: Queryable,
  actor: Actor,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<RoundRow> {
  const row = await db.maybeOne<RoundRow>(sql`
    select r.id, r.office_id, r.title, r.source, r.source_scope, r.state, r.rules, r.rules_digest, r.opened_at,
      r.closed_at, r.seed, r.candidates, r.panel, r.assigning, r.by_identity, r.version
    from review_round r
    where r.id = ${id}::uuid and r.office_id = ${actor.institutionId}
    ${lock === 'lock' ? sql`for update` : sql.empty}`)
  if (!row) throw new AppError('missing')
  return row
}

export const stale = (message = '这里刚有变化，请刷新后再办'): AppError => new AppError('stale', { message })
export const wrongState = (message: string): AppError => new AppError('wrongState', { message })

export interface RoundEvent {
  readonly round: string
  readonly task?: string | undefined
  /** Null for the clock. */
  readonly by: number | null
  readonly action: string
  readonly reason?: string | undefined
}

/** Writes what happened into the record of the round. */
export async function happened(tx: Tx, { round, task, by, action, reason }: RoundEvent): Promise<void> {
  await tx.execute(sql`
    insert into review_event (round_id, task_id, by_identity, action, reason)
    values (${round}::uuid, ${task ?? null}::uuid, ${by}, ${action}, ${reason ?? null})`)
}
