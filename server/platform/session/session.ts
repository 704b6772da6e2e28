import { randomUUID } from 'node:crypto'
import { randomToken, sha256, type Keys } from '../crypto/keys.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Idle and absolute life of a session, and how long a replaced token still works, in minutes. */
export const sessionLife = { idle: 30, absolute: 12 * 60, grace: 1 } as const

/** A live session. `renew` says that a successor token is due. */
export interface Session {
  readonly identityId: number
  readonly tokenHash: Buffer
  readonly renewDue: boolean
}

interface Row {
  identity_id: number
  family: string
  expires_at: string
  late: boolean
  replaced: boolean
  reused: boolean
  dead: boolean
  stale: boolean
}

/** Opens a session for an identity; the token is shown once and only its hash is kept. */
export async function openSession(db: Database, identityId: number, from: { ip: string; agent: string }): Promise<string> {
  const token = randomToken()
  await db.query(sql`
    insert into session (token_hash, family, identity_id, expires_at, ip, agent)
    values (${sha256(token)}, ${randomUUID()}, ${identityId}, now() + make_interval(mins => ${sessionLife.absolute}),
      ${from.ip}, ${from.agent.slice(0, 200)})`)
  return token
}

/**
 * The session behind a token, or null when it is dead. A replaced token works for a minute more (parallel requests); used
 * later it was stolen or copied, and the whole family ends.
 */
export async function findSession(db: Database, token: string, background: boolean): Promise<Session | null> {
  const tokenHash = sha256(token)
  const row = await db.maybeOne<Row>(sql`
    select identity_id, family, expires_at,
      now() > created_at + (expires_at - created_at) / 2 and replaced_at is null as late,
      replaced_at is not null as replaced,
      replaced_at < now() - make_interval(mins => ${sessionLife.grace}) as reused,
      revoked_at is not null or expires_at < now() or last_seen_at < now() - make_interval(mins => ${sessionLife.idle}) as dead,
      last_seen_at < now() - interval '1 minute' as stale
    from session where token_hash = ${tokenHash}`)
  if (!row || row.dead) return null
  if (row.reused) {
    await db.query(sql`update session set revoked_at = now() where family = ${row.family} and revoked_at is null`)
    return null
  }
  if (row.stale && !background) await db.query(sql`update session set last_seen_at = now() where token_hash = ${tokenHash}`)
  return { identityId: row.identity_id, tokenHash, renewDue: row.late }
}

/**
 * The successor of a token past half its life. It is derived from the old one, so parallel requests all get the same; the old
 * one then works for the time of grace.
 */
export async function renewSession(db: Database, keys: Keys, token: string): Promise<string> {
  const next = keys.mac('session', token).toString('base64url')
  await db.query(sql`
    with old as (
      update session set replaced_at = coalesce(replaced_at, now()) where token_hash = ${sha256(token)} returning *)
    insert into session (token_hash, family, identity_id, expires_at, ip, agent)
    select ${sha256(next)}, family, identity_id, now() + make_interval(mins => ${sessionLife.absolute}), ip, agent from old
    on conflict do nothing`)
  return next
}

/** Ends a session at once. */
export async function closeSession(db: Database, token: string): Promise<void> {
  await db.query(sql`
    update session set revoked_at = now()
    where family = (select family from session where token_hash = ${sha256(token)}) and revoked_at is null`)
}
