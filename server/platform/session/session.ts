import { randomUUID } from 'node:crypto'
import { AppError } from '../../../catalogue/errors.ts'
import { sha256, type Keys } from '../crypto/keys.ts'
import type { Database, Queryable } from '../db/database.ts'
import { endSessionsWhere, ofDevice, type SignOutCause } from './end.ts'
import { sql } from '../db/sql.ts'
import { makeToken } from './token.ts'

/**
 * Idle and absolute life of a session, how long a replaced token still works and how long a proof counts, in
 * minutes.
 */
export const sessionLife = { idle: 30, absolute: 12 * 60, grace: 1, proof: 5 } as const

/** A live session. `renew` says that a successor token is due. */
export interface Session {
  readonly identityId: number
  readonly renewDue: boolean
}

/** A session as read with `sessionColumns`. */
export interface SessionRow {
  readonly identity_id: number
  readonly family: string
  readonly late: boolean
  readonly reused: boolean
  readonly dead: boolean
  readonly stale: boolean
  /** Hash of the cookie the session is bound to; null where it began outside a browser. */
  readonly binding: Buffer | null
  readonly ended_because: SignOutCause | null
}

/** Address and browser at the start of a session. */
export interface SessionStart {
  readonly ip: string
  readonly agent: string
  /** Whether the session begins with a password or a second factor just given. */
  readonly proved?: boolean
  /**
   * Change of the given password with which it begins, and which it may replace without being told it again.
   */
  readonly replacesPasswordOf?: string | null
  /** Hash of the cookie that binds it (`bindToBrowser`). */
  readonly binding?: Buffer | null
  /** Most devices of the person; beyond that those unused longest end. */
  readonly most?: number
}

/** Opens a session for an identity; the token is shown once and only its hash is kept. */
export async function openSession(
  db: Database,
  keys: Keys,
  identityId: number,
  from: SessionStart,
): Promise<string> {
  const token = makeToken(keys)
  await db.transaction(async (tx) => {
    // The lock serialises concurrent sign-ins of a person, so that each counts the sessions before it.
    if (from.most !== undefined)
      await tx.query(
        sql`select pg_advisory_xact_lock(hashtext('sessions'), person_id)
          from identity
          where id = ${identityId}`,
      )
    await tx.execute(sql`
      insert into session (token_hash, family, identity_id, expires_at, ip, agent, proved_at, binding,
        replaces_password_of)
      values (${sha256(token)}, ${randomUUID()}, ${identityId},
          now() + make_interval(mins => ${sessionLife.absolute}),
        ${from.ip}, ${from.agent.slice(0, 200)}, case when ${from.proved ?? false} then now() end,
          ${from.binding ?? null}, ${from.replacesPasswordOf ?? null}::timestamptz)`)
    if (from.most !== undefined) await endUnused(tx, identityId, from.most)
  })
  return token
}

/** A session row that can still be used, but for tokens that were renewed. */
export const liveSession = sql`s.revoked_at is null and s.replaced_at is null and s.expires_at > now()
  and s.last_seen_at > now() - make_interval(mins => ${sql.lit(sessionLife.idle)})`

/** Ends the devices of a person that were unused longest, all but so many. */
async function endUnused(tx: Queryable, identityId: number, most: number): Promise<void> {
  const unused = sql`family in (
    select s.family
    from session s
    where s.identity_id in (
        select o.id from identity a join identity o on o.person_id = a.person_id where a.id = ${identityId})
      and ${liveSession}
    order by s.last_seen_at desc, s.created_at desc
    offset ${most})`
  await endSessionsWhere(tx, unused, {
    action: 'session.ended',
    facts: { because: 'newer' },
    because: 'newer',
  })
}

/** Ends a device whose token came without the cookie it is bound to, and notes it. */
export async function endUnbound(db: Queryable, token: string): Promise<void> {
  await endSessionsWhere(db, ofDevice(sha256(token)), { action: 'session.unbound', because: 'unbound' })
}

const endedSentences: Readonly<Record<SignOutCause, string>> = {
  newer: '您的账号同时登录的设备过多，最久没有使用的这台已自动退出，请重新登录',
  unbound: '登录状态与本浏览器不符，已退出，请重新登录',
  administrator: '管理员已让本设备退出登录，请重新登录；如有疑问请联系系统管理员',
}

/** The refusal of a session that ended for a reason its holder should know. */
export const endedSession = (because: SignOutCause): AppError =>
  new AppError('sessionDead', { message: endedSentences[because] })

/** The columns a verdict needs; `s` is the session's alias in the caller's statement. */
export const sessionColumns = sql`s.identity_id, s.family,
  now() > s.created_at + (s.expires_at - s.created_at) / 2 and s.replaced_at is null as late,
  coalesce(s.replaced_at < now() - make_interval(mins => ${sql.lit(sessionLife.grace)}), false) as reused,
  s.revoked_at is not null
    or s.expires_at < now()
    or s.last_seen_at < now() - make_interval(mins => ${sql.lit(sessionLife.idle)}) as dead,
  s.last_seen_at < now() - interval '1 minute' as stale, s.binding, s.ended_because`

/**
 * What a session's row means. A replaced token works for a minute more (parallel requests); used later it was
 * stolen or copied, and the whole family ends. Throws sessionDead with the reason where there is one to tell.
 * Reading marks the session as seen, once a minute, unless the request runs in the background.
 */
export async function judgeSession(
  db: Database,
  tokenHash: Buffer,
  row: SessionRow | undefined,
  background: boolean,
): Promise<Session | null> {
  if (row?.ended_because) throw endedSession(row.ended_because)
  if (!row || row.dead) return null
  if (row.reused) {
    await endSessionsWhere(db, sql`family = ${row.family}`, { action: 'session.reused' })
    return null
  }
  if (row.stale && !background)
    await db.query(sql`update session set last_seen_at = now() where token_hash = ${tokenHash}`)
  return { identityId: row.identity_id, renewDue: row.late }
}

/**
 * The successor of a token past half its life. It is derived from the old one, so parallel requests all get
 * the same; the old one then works for the time of grace.
 */
export async function renewSession(db: Database, keys: Keys, token: string): Promise<string> {
  const next = makeToken(keys, keys.mac('session', token))
  await db.query(sql`
    with old as (
      update session
      set replaced_at = least(replaced_at, now())
      where token_hash = ${sha256(token)}
      returning *)
    insert into session (token_hash, family, identity_id, expires_at, ip, agent, proved_at, viewed_identity,
        viewed_until, binding, replaces_password_of)
    select ${sha256(next)}, family, identity_id, now() + make_interval(mins => ${sessionLife.absolute}), ip,
      agent, proved_at, viewed_identity,
      viewed_until, binding, replaces_password_of from old
    on conflict do nothing`)
  return next
}

/** Records that the person of the session has just re-authenticated, for all tokens of the device. */
export async function proveSession(db: Database, token: string): Promise<void> {
  await db.execute(sql`
    update session
    set proved_at = now()
    where revoked_at is null and family = (select family from session where token_hash = ${sha256(token)})`)
}

/** Whether that was within the last five minutes. */
export async function provedLately(db: Database, token: string): Promise<boolean> {
  const row = await db.maybeOne(
    sql`select 1
      from session
      where token_hash = ${sha256(token)} and proved_at > now() - make_interval(mins => ${sessionLife.proof})`,
  )
  return row !== undefined
}

/**
 * Makes a session, with all its renewals, show the portal as another identity sees it; answers until when.
 */
export async function lookThrough(
  db: Queryable,
  token: string,
  identityId: number,
  minutes: number,
): Promise<string> {
  const row = await db.maybeOne<{ until: string }>(sql`
    update session
    set viewed_identity = ${identityId}, viewed_until = now() + make_interval(mins => ${minutes})
    where family = (select family from session where token_hash = ${sha256(token)}) and revoked_at is null
    returning viewed_until as until`)
  return row?.until ?? new Date(0).toISOString()
}

/** Gives a session back its own eyes; answers whose it had, null when it had its own. */
export async function stopLooking(db: Queryable, token: string): Promise<number | null> {
  const rows = await db.query<{ viewed: number }>(sql`
    with mine as (
      select token_hash, viewed_identity from session
      where family = (select family
        from session
        where token_hash = ${sha256(token)}) and viewed_identity is not null for update)
    update session s
    set viewed_identity = null, viewed_until = null
    from mine
    where mine.token_hash = s.token_hash
    returning mine.viewed_identity as viewed`)
  return rows[0]?.viewed ?? null
}

/** The family of sessions a token belongs to: one device, through all renewals. */
export async function familyOf(db: Queryable, token: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ family: string }>(
    sql`select family from session where token_hash = ${sha256(token)}`,
  )
  return row?.family
}

/**
 * Ends the sessions of all identities of a person, of one device or of all but one; the answer is how many
 * tokens died. The caller drops them from the process's cache (`forgetPerson`).
 */
export function endSessions(
  db: Queryable,
  personId: number,
  which: { only: string } | { except: string | null },
): Promise<number> {
  const chosen = 'only' in which ? sql`family = ${which.only}` : sql`family is distinct from ${which.except}`
  const theirs = sql`identity_id in (select id from identity where person_id = ${personId})`
  return endSessionsWhere(db, sql`${chosen} and ${theirs}`)
}

/** Ends a session at once. */
export async function closeSession(db: Database, token: string): Promise<void> {
  await endSessionsWhere(db, ofDevice(sha256(token)))
}
