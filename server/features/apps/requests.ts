import type { Actor } from '../../../catalogue/access/access.ts'
import type { AppRequest, RequestQuery, RequestVerb } from '../../../catalogue/contract/portal/app-centre.ts'
import { alteredLink } from '../../../catalogue/contract/portal/app-centre.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope, usable } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { AppNeeds } from './needs.ts'
import { asker, decider, standing } from './reach.ts'

/** The centre of the applications, where somebody reads what became of a request. */
export const centrePath = '/appPages/appList'

/**
 * Requests `r` with their app `p`, who asked (`a`, `person`), the institution `i` and the office `h` that
 * decides.
 */
export const requests: Sql = sql`
    app_request r
    join app p on p.id = r.app_id
    join identity a on a.id = r.identity_id
    join person on person.id = a.person_id
    join institution i on i.id = a.institution_id
    ${decider}`

/** Condition that request `r` waits for the actor. Nobody decides about themselves. */
export const waitsFor = (actor: Actor): Sql => sql`r.state = 'open' and ${usable}
    and a.person_id <> ${actor.personId}
    and ${actor.role === 1 ? sql`h.role is null` : sql`h.role = ${actor.role} and h.id = ${actor.institutionId}`}`

/**
 * Requests of the people in the actor's scope, of lower levels than the own; all of them for the
 * administrator.
 */
const inScope = (actor: Actor): Sql =>
  actor.role === 1
    ? sql`true`
    : sql`a.role < ${actor.role} and ${actor.role === 2 ? sql`false` : institutionsInScope(actor, 'i')}`

/** Whether somebody of this role decides about others at all. */
export const mayDecide = ({ role }: Actor): boolean => role === 1 || (role > 2 && role < 7)

export async function waitingCount(db: Queryable, actor: Actor): Promise<number> {
  if (!mayDecide(actor)) return 0
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${requests} where ${waitsFor(actor)} limit 100) n`,
  )
  return count
}

/** Asks for an app that is offered on request. Asking again while one is open answers the open one. */
export async function ask(
  { db }: AppNeeds,
  actor: Actor,
  { app, reason }: { readonly app: string; readonly reason: string },
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const found = await tx.maybeOne<{ standing: 'use' | 'ask' }>(sql`
      select x.standing
      from ${asker(actor.identityId)}
      cross join app p
      cross join lateral (select ${standing} as standing) x
      where p.id = ${app} and x.standing is not null`)
    if (!found) throw new AppError('missing', { message: alteredLink })
    if (found.standing === 'use') throw invalid('app', '该应用您已经可以使用')
    const made = await tx.maybeOne<{ id: number }>(sql`
      insert into app_request (app_id, identity_id, reason)
      values (${app}, ${actor.identityId}, ${reason})
      on conflict (app_id, identity_id) where state in ('open', 'granted') do nothing
      returning id`)
    if (made) {
      await note(tx, { by: actor.identityId, action: 'app.asked', facts: { app, request: made.id } })
      return made
    }
    return tx.one<{ id: number }>(sql`
      select id from app_request
      where app_id = ${app} and identity_id = ${actor.identityId} and state in ('open', 'granted')`)
  })
}

const columns = (
  actor: Actor,
): Sql => sql`r.id, jsonb_build_object('id', p.id, 'name', p.name) as app, r.reason, r.state,
      r.asked_at as "askedAt", r.decided_at as "decidedAt", r.answer, person.name as person, a.role,
      i.name as institution, coalesce(${waitsFor(actor)}, false) as mine,
      (select o.name from identity d join institution o on o.id = d.institution_id where d.id = r.decided_by) as "decidedBy"`

/** A page of requests, newest first; what waits for the actor's office before the others. */
export async function listRequests(
  db: Queryable,
  actor: Actor,
  { of, state, page, pageSize }: RequestQuery,
): Promise<{ list: AppRequest[]; total: number; page: number; pageSize: number }> {
  const whose = of === 'own' ? sql`r.identity_id = ${actor.identityId}` : inScope(actor)
  const where = sql`${whose} ${state ? sql`and r.state = ${state}` : sql.empty}`
  const [list, { total }] = await Promise.all([
    db.query<AppRequest>(sql`
      select ${columns(actor)}
      from ${requests}
      where ${where}
      order by mine desc, r.asked_at desc, r.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${requests} where ${where}`),
  ])
  return { list, total, page, pageSize }
}

interface Verb {
  readonly from: 'open' | 'granted'
  readonly to: AppRequest['state']
  readonly action: string
  /** Message to the person who asked; null if they decided it themselves. */
  readonly says: string | null
  readonly needsReason: boolean
}

const verbs: Readonly<Record<RequestVerb, Verb>> = {
  withdraw: { from: 'open', to: 'withdrawn', action: 'app.ask-withdrawn', says: null, needsReason: false },
  grant: { from: 'open', to: 'granted', action: 'app.granted', says: '同意您使用', needsReason: false },
  refuse: { from: 'open', to: 'refused', action: 'app.refused', says: '没有同意您使用', needsReason: true },
  revoke: { from: 'granted', to: 'revoked', action: 'app.revoked', says: '停止了您使用', needsReason: true },
}

const mayBe = (actor: Actor, verb: RequestVerb): Sql => {
  if (verb === 'withdraw') return sql`r.identity_id = ${actor.identityId}`
  return verb === 'revoke'
    ? inScope(actor)
    : sql`(${inScope(actor)}) and h.role is not distinct from ${
        actor.role === 1 ? null : actor.role
      }::int and a.person_id <> ${actor.personId} and ${actor.role === 1 ? sql`true` : sql`h.id = ${actor.institutionId}`}`
}

export interface Decision {
  readonly id: number
  readonly verb: RequestVerb
  readonly reason: string
}

/**
 * Withdraws, grants, refuses or revokes. Doing it twice is one act.
 * @throws AppError `missing` for requests of others, `wrongState` where somebody else was faster
 */
export async function decide(
  { db, notify }: Pick<AppNeeds, 'db' | 'notify'>,
  actor: Actor,
  { id, verb, reason }: Decision,
): Promise<boolean> {
  const { from, to, action, says, needsReason } = verbs[verb]
  return db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ state: string; identity_id: number; app: string; name: string }>(sql`
      select r.state, r.identity_id, r.app_id as app, p.name
      from ${requests}
      where r.id = ${id} and ${mayBe(actor, verb)}
      for update of r`)
    if (!row) throw new AppError('missing')
    if (row.state === to) return true
    if (row.state !== from) throw new AppError('wrongState', { message: '该申请已经办过，请刷新后查看' })
    if (needsReason && reason === '') throw invalid('reason', '请写明原因')
    await tx.execute(sql`
      update app_request
      set state = ${to}, answer = ${reason}, decided_at = now(), decided_by = ${actor.identityId}
      where id = ${id}`)
    await note(tx, {
      by: actor.identityId,
      action,
      facts: { app: row.app, request: id, asked: row.identity_id },
    })
    if (says !== null) await tell(notify, tx, { actor, says, reason, app: row.name, to: row.identity_id })
    return true
  })
}

interface RequestNews {
  readonly actor: Actor
  readonly says: string
  readonly reason: string
  readonly app: string
  readonly to: number
}

const tell = (
  notify: AppNeeds['notify'],
  tx: Tx,
  { actor, says, reason, app, to }: RequestNews,
): Promise<void> =>
  notify(tx, {
    to: { identity: to },
    kind: '1',
    title: `${actor.institution}${says}应用“${app}”`,
    content: reason === '' ? '在应用中心可以打开。' : `原因：${reason}`,
    link: centrePath,
    exceptPerson: 0,
  })
