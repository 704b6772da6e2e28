import { randomUUID } from 'node:crypto'
import type {
  RosterDelivery,
  RosterEvent,
  RosterTrial,
} from '../../../catalogue/contract/administration/roster.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { sampleOf } from './event.ts'
import type { RosterNeeds } from './needs.ts'
import { post } from './post.ts'
import { secretsOf } from './secrets.ts'

interface LedgerQuery {
  readonly app: string
  readonly page: number
  readonly pageSize: number
  readonly state?: RosterDelivery['state'] | undefined
}

/** A page of what was to be told to an app, newest first. */
export async function deliveriesOf({ db }: RosterNeeds, { app, page, pageSize, state }: LedgerQuery) {
  if (!(await db.maybeOne(sql`select 1 from roster_hook where app_id = ${app}`)))
    throw new AppError('missing')
  const which = sql`d.app_id = ${app} and ${state === undefined ? sql`true` : sql`d.state = ${state}`}`
  const [list, { total }] = await Promise.all([
    db.query<RosterDelivery>(sql`
      select d.id::text, d.event, d.event_id as "eventId", d.no, d.at, d.state, d.attempts, d.ready_at as "readyAt",
        d.status, d.reason, d.ms, d.ended_at as "endedAt",
        coalesce(case when d.event = 'institution.changed'
          then (select i.name from institution i where i.id = d.subject_id)
          else (select t.name from teacher t where t.id = d.subject_id) end, '已删除') as subject
      from roster_delivery d
      where ${which}
      order by d.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total from (select 1 from roster_delivery d where ${which} limit 10000) n`),
  ])
  return { list, total, page, pageSize }
}

/**
 * Puts one event, or all that were given up, back among those that wait. A receiver knows them by their ids.
 */
export async function again(
  { db }: RosterNeeds,
  { app, id, by }: { readonly app: string; readonly id?: string | undefined; readonly by: number },
): Promise<{ count: number }> {
  return db.transaction(async (tx) => {
    const which = id === undefined ? sql`state = 'dead'` : sql`id = ${id}::bigint and state <> 'waiting'`
    const count = await tx.execute(sql`
      update roster_delivery
      set state = 'waiting', attempts = 0, ready_at = now(), ended_at = null, reason = null, status = null, ms = null
      where app_id = ${app} and ${which}`)
    if (count === 0) throw new AppError('missing', { message: '没有可以重新发送的' })
    await tx.execute(sql`update roster_hook set failures = 0, paused_until = null where app_id = ${app}`)
    await note(tx, { by, action: 'roster.again', facts: { app, count } })
    return { count }
  })
}

/**
 * Sends an invented change once and answers what the system said; nothing of it is kept but a line of the
 * audit.
 */
export async function attempt(
  { db, keys, outgoing }: RosterNeeds,
  { app, event, by }: { readonly app: string; readonly event: RosterEvent; readonly by: number },
): Promise<RosterTrial> {
  const hook = await db.maybeOne<{
    url: string
    secret_sealed: string
    old_secret_sealed: string | null
  }>(sql`
    select url, secret_sealed, case when old_until > now() then old_secret_sealed end as old_secret_sealed
    from roster_hook where app_id = ${app}`)
  if (!hook) throw new AppError('missing')
  const body = sampleOf(event, new Date())
  const to = { url: hook.url, secrets: secretsOf(keys, app, hook) }
  const done = await post(outgoing, to, { id: `test_${randomUUID()}`, body })
  await note(db, { by, action: 'roster.tried', facts: { app, event, status: done.status } })
  const said = [done.reason, done.said].filter(Boolean).join('\n')
  return { ok: done.outcome === 'ok', status: done.status, ms: done.ms, sent: body, said }
}
