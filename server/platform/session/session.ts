import { randomUUID } from 'node:crypto'
import { sha256, type Keys } from '../crypto/keys.ts'
import type { Database, Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { makeToken } from './token.ts'

/** Idle and absolute life of a session, how long a replaced token still works and how long a proof counts, in minutes. */
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
}

/** Opens a session for an identity; the token is shown once and only its hash is kept. */
export async function openSession(db: Database, keys: Keys, identityId: number, from: { ip: string; agent: string; proved?: boolean }): Promise<string> {
  const token = makeToken(keys)
  await db.query(sql`
    insert into session (token_hash, family, identity_id, expires_at, ip, agent, proved_at)
    values (${sha256(token)}, ${randomUUID()}, ${identityId}, now() + make_interval(mins => ${sessionLife.absolute}),
      ${from.ip}, ${from.agent.slice(0, 200)}, case when ${from.proved ?? false} then now() end)`)
  return token
}

/** The columns a verdict needs; `s` is the session's alias in the caller's statement. */
export const sessionColumns = sql`s.identity_id, s.family,
  now() > s.created_at + (s.expires_at - s.created_at) / 2 and s.replaced_at is null as late,
  coalesce(s.replaced_at < now() - make_interval(mins => ${sql.lit(sessionLife.grace)}), false) as reused,
  s.revoked_at is not null or s.expires_at < now() or s.last_seen_at < now() - make_interval(mins => ${sql.lit(sessionLife.idle)}) as dead,
  s.last_seen_at < now() - interval '1 minute' as stale`

/**
 * What a session's row means. A replaced token works for a minute more (parallel requests); used later it was stolen or copied,
 * and the whole family ends. Reading marks the session as seen, once a minute, unless the request runs in the background.
 */
export async function judgeSession(
  db: Database,
  tokenHash: Buffer,
  row: SessionRow | undefined,
  background: boolean,
): Promise<Session | null> {
  if (!row || row.dead) return null
  if (row.reused) {
    await db.query(sql`
      with ended as (update session set revoked_at = now() where family = ${row.family} and revoked_at is null returning identity_id)
      insert into audit (by_identity, action, person_id)
      select distinct e.identity_id, 'session.reused', a.person_id from ended e join identity a on a.id = e.identity_id`)
    return null
  }
  if (row.stale && !background) await db.query(sql`update session set last_seen_at = now() where token_hash = ${tokenHash}`)
  return { identityId: row.identity_id, renewDue: row.late }
}

/**
 * The successor of a token past half its life. It is derived from the old one, so parallel requests all get the same; the old
 * one then works for the time of grace.
 */
export async function renewSession(db: Database, keys: Keys, token: string): Promise<string> {
  const next = makeToken(keys, keys.mac('session', token))
  await db.query(sql`
    with old as (
      update session set replaced_at = coalesce(replaced_at, now()) where token_hash = ${sha256(token)} returning *)
    insert into session (token_hash, family, identity_id, expires_at, ip, agent, proved_at, viewed_identity, viewed_until)
    select ${sha256(next)}, family, identity_id, now() + make_interval(mins => ${sessionLife.absolute}), ip, agent, proved_at, viewed_identity,
      viewed_until from old
    on conflict do nothing`)
  return next
}

/** Notes that whoever holds the session has just shown who they are; all tokens of the device know it. */
export async function proveSession(db: Database, token: string): Promise<void> {
  await db.execute(sql`
    update session set proved_at = now() where revoked_at is null and family = (select family from session where token_hash = ${sha256(token)})`)
}

/** Whether that was within the last five minutes. */
export async function provedLately(db: Database, token: string): Promise<boolean> {
  const row = await db.maybeOne(sql`select 1 from session where token_hash = ${sha256(token)} and proved_at > now() - make_interval(mins => ${sessionLife.proof})`)
  return row !== undefined
}

/** Makes a session, with all its renewals, show the portal as another identity sees it; answers until when. */
export async function lookThrough(db: Queryable, token: string, identityId: number, minutes: number): Promise<string> {
  const row = await db.maybeOne<{ until: string }>(sql`
    update session set viewed_identity = ${identityId}, viewed_until = now() + make_interval(mins => ${minutes})
    where family = (select family from session where token_hash = ${sha256(token)}) and revoked_at is null returning viewed_until as until`)
  return row?.until ?? new Date(0).toISOString()
}

/** Gives a session back its own eyes; answers whose it had, null when it had its own. */
export async function stopLooking(db: Queryable, token: string): Promise<number | null> {
  const rows = await db.query<{ viewed: number }>(sql`
    with mine as (
      select token_hash, viewed_identity from session
      where family = (select family from session where token_hash = ${sha256(token)}) and viewed_identity is not null for update)
    update session s set viewed_identity = null, viewed_until = null from mine where mine.token_hash = s.token_hash
    returning mine.viewed_identity as viewed`)
  return rows[0]?.viewed ?? null
}

/** The family of sessions a token belongs to: one device, through all renewals. */
export async function familyOf(db: Queryable, token: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ family: string }>(sql`select family from session where token_hash = ${sha256(token)}`)
  return row?.family
}

/**
 * Ends the sessions of all identities of a person, of one device or of all but one; the answer is how many tokens died. The caller
 * drops them from the process's cache (`forgetPerson`).
 */
export function endSessions(db: Queryable, personId: number, which: { only: string } | { except: string | null }): Promise<number> {
  const chosen = 'only' in which ? sql`family = ${which.only}` : sql`family is distinct from ${which.except}`
  return db.execute(sql`
    update session set revoked_at = now() where revoked_at is null and ${chosen}
      and identity_id in (select id from identity where person_id = ${personId})`)
}

/** Ends a session at once. */
export async function closeSession(db: Database, token: string): Promise<void> {
  await db.query(sql`
    update session set revoked_at = now()
    where family = (select family from session where token_hash = ${sha256(token)}) and revoked_at is null`)
}
