import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import type { Engine, Tx } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import type { Log } from '../../platform/log/log.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { sql } from '../../platform/db/sql.ts'
import { writeFacts } from './facts.ts'

/** Facts that one transaction writes. */
const batch = 500
/** A transaction that began so long ago has ended: what it wrote is there to be read. */
const settled = sql`now() - interval '10 minutes'`

/** Names the turn of the writers in the database: one process at a time, without a write to say so. */
const turn = sql`hashtext('training-figures.follow')`
/** The place moves on by minutes: a portal in which nothing happens writes nothing twice a second. */
const isBehind = sql`at < ${settled} - interval '1 minute'`

/**
 * Brings the facts up to date with cases, marks and sessions. Cases write no events into the outbox: what
 * changed is told by their version.
 * @returns whether there is more to do
 */
export const followFacts = (engine: Engine): Promise<boolean> =>
  engine.db.transaction(async (tx) => {
    const { held } = await tx.one<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${turn}) as held`)
    if (!held) return false
    const cases = await changedCases(tx)
    const marked = await changedMarks(tx)
    const ids = [...new Set([...cases.map(({ id }) => id), ...marked])]
    if (ids.length > 0) await writeFacts(engine, tx, ids)
    const last = cases.length === batch ? (cases.at(-1)?.at ?? null) : null
    await tx.execute(sql`
      update training_followed set at = coalesce(${last}::timestamptz, greatest(at, ${settled}))
      where source = 'cases' and (${last}::timestamptz is not null or ${isBehind})`)
    if (marked.length < batch)
      await tx.execute(sql`
        update training_followed set at = ${settled} where source = 'marks' and ${isBehind}`)
    return cases.length === batch || marked.length === batch
  })

/** Enrolments that were once confirmed, and of which the fact is another version or missing. */
const changedCases = (tx: Tx) =>
  tx.query<{ id: string; at: string }>(sql`
    select k.id, k.updated_at::text as at
    from ${caseRows} k
    left join training_fact f on f.campaign_id = k.campaign_id and f.case_id = k.id
    where k.type = ${trainingEnrolment.name} and k.campaign_id is not null and k.teacher_id is not null
      and k.updated_at >= (select at from training_followed where source = 'cases')
      and f.case_version is distinct from k.version
      and (f.case_id is not null or k.state in ('confirmed', 'learning', 'qualified', 'unqualified')
        or (k.state = 'cancelled' and exists (
          select 1 from process_event e
          where e.institution_id = k.institution_id and e.case_id = k.id and e.to_state = 'confirmed')))
    order by k.updated_at, k.id
    limit ${batch}`)

/** Facts of started courses whose marks changed, or of which a session has ended since they were counted. */
async function changedMarks(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    with since as (select at from training_followed where source = 'marks'),
    events as (
      select distinct event_id from presence_event where at >= (select at from since)
      union
      select event_id from presence_session where ends_at >= (select at from since) and ends_at <= now()),
    marks as (
      select m.event_id, m.teacher_id, sum(m.acts) as acts
      from presence_mark m join events e on e.event_id = m.event_id
      group by m.event_id, m.teacher_id),
    ended as (
      select s.event_id, count(*) as sessions
      from presence_session s join events e on e.event_id = s.event_id
      where s.ends_at <= now() and s.cancelled_at is null
      group by s.event_id),
    called as (
      select m.event_id, count(distinct m.session_id) as sessions
      from presence_mark m join events e on e.event_id = m.event_id
      group by m.event_id)
    select f.case_id as id
    from training_fact f
    join events e on e.event_id = f.campaign_id
    left join marks m on m.event_id = f.campaign_id and m.teacher_id = f.teacher_id
    left join ended s on s.event_id = f.campaign_id
    left join called c on c.event_id = f.campaign_id
    where f.started_at is not null
      and f.seen <> coalesce(m.acts, 0) || '/' || coalesce(s.sessions, 0) || '/' || coalesce(c.sessions, 0)
    order by f.case_id
    limit ${batch}`)
  return rows.map(({ id }) => id)
}

/** Follows twice a second. */
export const startFollowing = ({ engine, log }: { readonly engine: Engine; readonly log: Log }): Job =>
  startJob(() => followFacts(engine), { failed: 'training-figures.follow', log, pauseMs: 500 })

/** Once a day all facts are compared with their cases: a case that came late or by hand is found then. */
export const comparing = (engine: Engine): KeptJob => ({
  name: 'training-figures.compare',
  label: '培训统计与报名核对',
  every: 24 * 3600,
  run: async () => {
    await followAnew(engine)
    return false
  },
})

/** Lets the facts follow from the beginning again; those that are as they should be are passed over. */
export async function followAnew({ db }: Pick<Engine, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    // A run under way would move the place on again.
    await tx.query(sql`select pg_advisory_xact_lock(${turn})`)
    await tx.execute(sql`update training_followed set at = '-infinity'`)
  })
}
