import type { Actor } from '../../../catalogue/access/access.ts'
import type { SeatBoard, SeatChain } from '../../../catalogue/contract/training/enrolments.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { lineOf, poolsOf, seatHistory, wholeOf } from '../../engine/seats/index.ts'
import { sql } from '../../platform/db/sql.ts'

interface NamedEntry {
  readonly id: string
  readonly name: string
  readonly institution: string
}

/** Those of some entries that the actor may read, by their ids. */
async function namesOf(
  db: Queryable,
  actor: Actor,
  holders: readonly string[],
): Promise<Map<string, NamedEntry>> {
  const rows = await db.query<NamedEntry>(sql`
    select k.id, t.name, i.name as institution
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    join institution i on i.id = coalesce(t.institution_id, k.institution_id)
    where k.id = any(${[...holders]}::uuid[]) and k.type = 'trainingEnrolment' and ${readable(actor)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses an institution that is not below the actor's office, like one that is not there. */
async function requireBelow(db: Queryable, actor: Actor, institutionId: number): Promise<void> {
  const found = await db.maybeOne(sql`
    select 1 from institution i where i.id = ${institutionId} and ${institutionsInScope(actor, 'i')}`)
  if (!found) throw new AppError('missing')
}

/** Entries of the project that the actor sees, by state. */
async function countsIn(db: Queryable, actor: Actor, projectId: string): Promise<Record<string, number>> {
  const rows = await db.query<{ state: string; many: number }>(sql`
    select k.state, count(*)::int as many from ${caseRows} k
    where k.campaign_id = ${projectId}::uuid and k.type = 'trainingEnrolment' and k.handed_in and ${readable(actor)}
    group by k.state`)
  return Object.fromEntries(rows.map(({ state, many }) => [state, many]))
}

/**
 * The pools of the actor's office and right below it, and who of its people waits.
 * @param below an institution below the office, whose pools are asked instead
 */
export async function seatBoardOf(
  db: Queryable,
  actor: Actor,
  project: CampaignRow,
  below?: number,
): Promise<SeatBoard> {
  if (below !== undefined) await requireBelow(db, actor, below)
  const pools = await poolsOf(db, project.id, below ?? actor.institutionId)
  const titles = await db.query<{ id: number; name: string }>(sql`
    select id, name from institution where id = any(${pools.map(({ institutionId }) => institutionId)}::int[])`)
  const named = new Map(titles.map(({ id, name }) => [id, name]))
  const whole = new Map(
    (
      await wholeOf(
        db,
        project.id,
        pools.map(({ institutionId }) => institutionId),
      )
    ).map(({ institutionId, ...counts }) => [institutionId, counts]),
  )
  const line = await lineOf(db, project.id)
  const names = await namesOf(
    db,
    actor,
    line.map(({ holder }) => holder),
  )
  return {
    pools: pools
      .map(({ grantedBy: _above, ...pool }) => ({
        ...pool,
        name: named.get(pool.institutionId) ?? '',
        own: pool.institutionId === actor.institutionId,
        whole: whole.get(pool.institutionId) ?? { held: 0, offered: 0, left: 0, waiting: 0 },
      }))
      .toSorted((a, b) => Number(b.own) - Number(a.own)),
    counts: await countsIn(db, actor, project.id),
    waiting: line.flatMap(({ holder, place, because, passed }) => {
      const entry = names.get(holder)
      return entry ? [{ ...entry, place, because, passed }] : []
    }),
  }
}

/** What happened to a seat. Only offices that may read who has it now, or the host, are told. */
export async function seatChainOf(
  db: Queryable,
  actor: Actor,
  project: CampaignRow,
  no: number,
): Promise<SeatChain> {
  const lines = await seatHistory(db, project.id, no)
  const names = await namesOf(
    db,
    actor,
    lines.map(({ holder }) => holder),
  )
  const seen = lines.filter(({ holder }) => names.has(holder))
  if (seen.length === 0) throw new AppError('missing')
  return {
    no,
    lines: seen.map(({ holder, ...line }) => ({ ...line, name: names.get(holder)?.name ?? '' })),
  }
}
