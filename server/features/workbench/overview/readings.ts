import { statfs } from 'node:fs/promises'
import type {
  ConsumerLag,
  KeptJobState,
  Overview,
} from '../../../../catalogue/contract/administration/overview.ts'
import { signInActions } from '../../../../catalogue/contract/administration/audit-actions.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** So many waiting events are counted one by one. */
const mostCounted = 10_000
/** Minutes after which a job that should have begun is late: processes look every few seconds. */
const lateMinutes = 5

/** Lines of the log of today, counted by action along the index of the sign-in log or of an action. */
const todayBegins = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`
/** A line's id may come up to an hour after its time; below this one none is of today. */
const idsOfToday = sql`coalesce((
  select id from audit where at <= ${todayBegins} - interval '1 hour' order by at desc limit 1), 0)`

/** Sign-ins and failures of today. */
export async function signInsToday(db: Database): Promise<Overview['signIns']> {
  const rows = await db.query<{ action: string; count: number; people: number }>(sql`
    select action, count(*)::int as count, count(distinct by_identity)::int as people
    from audit
    where action in (${sql.join(signInActions.map((action) => sql.lit(action)))})
      and id > ${idsOfToday}
      and at >= ${todayBegins}
    group by action`)
  const of = (action: string) => rows.find((row) => row.action === action)
  return {
    succeeded: of('login')?.count ?? 0,
    people: of('login')?.people ?? 0,
    failed: of('login.failed')?.count ?? 0,
    locked: of('login.locked')?.count ?? 0,
  }
}

/** Mails and short messages that could not be sent today, by the action that says so. */
export async function failedToday(db: Database, action: 'mail.failed' | 'sms.failed'): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*)::int as count
    from audit where action = ${action} and id > ${idsOfToday} and at >= ${todayBegins}`)
  return row.count
}

/** Messages on their way out of the portal. */
export async function waitingToSend(db: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{ by: string; count: number }>(sql`
    select channel as by, sum(n)::int as count
    from (
      select channel, count(*) as n from delivery where dispatch_id is null and dropped is null group by channel
      union all
      select channel, sum(messages) from dispatch where state in ('queued', 'sending', 'failed') group by channel) w
    group by channel`)
  return Object.fromEntries(rows.map(({ by, count }) => [by, count]))
}

/** Last and next run of each job. */
export async function jobsNow(db: Database): Promise<Omit<KeptJobState, 'label'>[]> {
  return db.query<Omit<KeptJobState, 'label'>>(sql`
    select q.name,
      case when a.name is not null then 'running'
        when n.start_after < now() - make_interval(mins => ${lateMinutes}) or n.start_after is null then 'late'
        else 'scheduled' end as state,
      d.completed_on as "doneAt", n.start_after as "nextAt"
    from job_queue.queue q
    left join lateral (
      select max(completed_on) as completed_on
      from job_queue.job j where j.name = q.name and j.state = 'completed') d on true
    left join lateral (
      select min(start_after) as start_after
      from job_queue.job j where j.name = q.name and j.state in ('created', 'retry')) n on true
    left join lateral (
      select j.name from job_queue.job j where j.name = q.name and j.state = 'active' limit 1) a on true
    where q.name not like '\\_\\_%'
    order by q.name`)
}

/** Lag of the outbox consumers. */
export async function consumersNow(db: Database): Promise<ConsumerLag[]> {
  return db.query<ConsumerLag>(sql`
    select c.name, w.waiting, coalesce(extract(epoch from now() - o.at)::int, 0) as "lagSeconds"
    from outbox_consumer c
    cross join lateral (
      select count(*)::int as waiting, min(event_id) as first
      from (
        select event_id from outbox_waiting
        where consumer = c.name order by event_id limit ${mostCounted}) x) w
    left join outbox o on o.id = w.first
    order by c.name`)
}

/** The disk under the data directory, and the database, in bytes. */
export async function storageNow(db: Database, folder: string): Promise<Overview['storage']> {
  const [disk, row] = await Promise.all([
    statfs(folder),
    db.one<{ bytes: string }>(sql`select pg_database_size(current_database())::text as bytes`),
  ])
  const total = disk.blocks * disk.bsize
  return { diskUsed: total - disk.bavail * disk.bsize, diskTotal: total, database: Number(row.bytes) }
}

/** Roles that were asked for and nobody decided about. */
export async function requestsOpen(db: Database): Promise<Overview['accountRequests']> {
  return db.one(sql`
    select count(*)::int as waiting,
      coalesce(extract(day from now() - min(asked_at))::int, 0) as "oldestDays"
    from account_request where state = 'open' and expires_at >= now()`)
}

/** Hours after which a backup that has not ended was broken off. */
const longestBackup = 24

/** Last backups (scripts/backup.ts records them); null if none was ever tried. */
export async function backupsNow(db: Database): Promise<Overview['backup']> {
  const row = await db.one<{
    tried: boolean
    at: string | null
    verified: string | null
    failed: boolean
  }>(sql`
    select newest.id is not null as tried, made.at, verified.at as verified,
      coalesce(newest.result = 'failed'
        or newest.result is null and newest.began_at < now() - make_interval(hours => ${longestBackup}), false) as failed
    from (select max(ended_at) as at from backup_run where result in ('made', 'verified')) made
    cross join (select max(ended_at) as at from backup_run where result = 'verified') verified
    left join (select id, result, began_at from backup_run order by id desc limit 1) newest on true`)
  return row.tried ? { at: row.at, verifiedAt: row.verified, failed: row.failed } : null
}
