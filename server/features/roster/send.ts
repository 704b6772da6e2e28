import { rosterLimits, type RosterEvent } from '../../../catalogue/contract/administration/roster.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { bodyOf } from './event.ts'
import type { RosterNeeds } from './needs.ts'
import { post, type Attempt } from './post.ts'
import { secretsOf } from './secrets.ts'

/** Minutes after the first, second … failure in a row. */
const pauses = [1, 5, 30, 120, 360, 720, 1440]
const pauseAfter = (failures: number): number => pauses[Math.min(failures, pauses.length) - 1] ?? 1
/** Events of one system in one run, so that no system waits for another one's thousands. */
const mostInARun = 100

interface Hook {
  readonly app: string
  readonly name: string
  readonly url: string
  readonly by: number
  readonly secret_sealed: string
  readonly old_secret_sealed: string | null
}

interface WaitingDelivery {
  readonly id: string
  readonly app: string
  readonly eventId: string
  readonly event: RosterEvent
  readonly subjectId: number
  readonly no: number
  readonly at: string
  readonly attempts: number
}

/** The systems for which something is ready, and that are not left alone at the moment. */
const readyHooks = ({ db }: RosterNeeds): Promise<Hook[]> =>
  db.query<Hook>(sql`
    select h.app_id as app, p.name, h.url, h.by_identity as by, h.secret_sealed,
      case when h.old_until > now() then h.old_secret_sealed end as old_secret_sealed
    from roster_hook h
    join roster_feed f on f.app_id = h.app_id
    join app p on p.id = h.app_id
    where h.enabled and f.enabled and f.until >= current_date and p.enabled
      and coalesce(h.paused_until <= now(), true)
      and exists (
        select 1 from roster_delivery d
        where d.app_id = h.app_id and d.state = 'waiting' and d.ready_at <= now())`)

/** The oldest event that is ready and stands behind no other one of its subject. */
const nextOf = ({ db }: RosterNeeds, app: string): Promise<WaitingDelivery | undefined> =>
  db.maybeOne<WaitingDelivery>(sql`
    select d.id::text, d.app_id as app, d.event_id as "eventId", d.event, d.subject_id as "subjectId", d.no,
      d.at::text as at, d.attempts
    from roster_delivery d
    where d.app_id = ${app} and d.state = 'waiting' and d.ready_at <= now()
      and not exists (
        select 1 from roster_delivery e
        where e.app_id = d.app_id and e.state = 'waiting' and e.subject_id = d.subject_id and e.id < d.id
          and (e.event = 'institution.changed') = (d.event = 'institution.changed'))
    order by d.id
    limit 1`)

async function arrived(
  { db }: RosterNeeds,
  { app }: Hook,
  one: WaitingDelivery,
  attempt: Attempt,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update roster_delivery
      set state = 'delivered', attempts = attempts + 1, status = ${attempt.status}, reason = null,
        ms = ${attempt.ms}, ended_at = now()
      where id = ${one.id}::bigint`)
    await tx.execute(sql`
      update roster_hook set failures = 0, paused_until = null, last_ok_at = now() where app_id = ${app}`)
  })
}

/** Keeps a failure: a system that does not answer is left alone, an event that it refuses waits by itself. */
async function failed(needs: RosterNeeds, hook: Hook, one: WaitingDelivery, attempt: Attempt): Promise<void> {
  const isDead = one.attempts + 1 >= rosterLimits.attempts
  await needs.db.transaction(async (tx) => {
    await tx.execute(sql`
      update roster_delivery
      set state = ${isDead ? 'dead' : 'waiting'}, attempts = attempts + 1, status = ${attempt.status},
        reason = ${attempt.reason}, ms = ${attempt.ms}, ended_at = ${isDead ? sql`now()` : sql`null`},
        ready_at = now() + make_interval(mins => ${attempt.outcome === 'down' ? 0 : pauseAfter(one.attempts + 1)})
      where id = ${one.id}::bigint`)
    if (attempt.outcome === 'down') {
      const { failures } = await tx.one<{ failures: number }>(sql`
        update roster_hook set failures = least(failures + 1, 1000) where app_id = ${hook.app} returning failures`)
      await tx.execute(sql`
        update roster_hook set paused_until = now() + make_interval(mins => ${pauseAfter(failures)})
        where app_id = ${hook.app}`)
    }
    if (isDead)
      await needs.tell(
        tx,
        hook.by,
        `发给“${hook.name}”的变更通知没有送达`,
        `试了 ${rosterLimits.attempts} 次都没有成功：${attempt.reason}。请联系该系统的维护人员，恢复后在“数据同步”里重新发送。`,
      )
  })
}

/** Sends what is ready for one system, in order, until it fails. Returns whether there may be more. */
async function sendTo(needs: RosterNeeds, hook: Hook, stopping: AbortSignal): Promise<boolean> {
  const secrets = secretsOf(needs.keys, hook.app, hook)
  for (let sent = 0; sent < mostInARun && !stopping.aborted; sent += 1) {
    const one = await nextOf(needs, hook.app)
    if (!one) return false
    const body = await bodyOf(needs, one)
    if (body === null) {
      await needs.db.execute(sql`
        update roster_delivery
        set state = 'delivered', reason = '已没有要说的内容，没有发送', ended_at = now()
        where id = ${one.id}::bigint`)
      continue
    }
    const attempt = await post(needs.outgoing, { url: hook.url, secrets }, { id: one.eventId, body })
    if (attempt.outcome === 'ok') await arrived(needs, hook, one, attempt)
    else await failed(needs, hook, one, attempt)
    if (attempt.outcome === 'down') return false
  }
  return true
}

/**
 * Sends what waits. The job runs once over all processes; what it was killed at is sent again with the same
 * id.
 */
export const sending = (needs: RosterNeeds): KeptJob => ({
  name: 'roster.send',
  label: '名册变更通知',
  every: 5,
  run: async (stopping) => {
    const hooks = await readyHooks(needs)
    const more = await Promise.all(hooks.map((hook) => sendTo(needs, hook, stopping)))
    return more.some(Boolean)
  },
})

/** Forgets what ended long ago. */
export const forgetting = ({ db }: RosterNeeds): KeptJob => ({
  name: 'roster.sweep',
  label: '名册变更通知清理',
  every: 3600,
  run: async () => {
    const gone = await db.execute(sql`
      delete from roster_delivery
      where id in (
        select id from roster_delivery
        where ended_at < now() - make_interval(days => ${rosterLimits.keptDays})
        limit 5000)`)
    return gone === 5000
  },
})
