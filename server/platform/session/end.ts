import type { ForgettingRule } from '../db/forget.ts'
import { audited } from '../audit/note.ts'
import type { Queryable } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'

/** Why a session was ended by the portal; the next request of the device gets it as a sentence. */
export type SignOutCause = 'newer' | 'unbound' | 'administrator'

interface SessionEnd {
  /**
   * Word of the audit, with one line for each identity whose session ended; without it no line is written.
   */
  readonly action?: string
  readonly facts?: object
  readonly because?: SignOutCause
}

/**
 * Ends the sessions that meet a condition; the one place where sessions end. Answers how many tokens died.
 * Another process may keep a token for some seconds: the caller drops its own copies (`forgetPerson`).
 * @param which a condition on columns of `session`; those ended before are left as they are
 */
export async function endSessionsWhere(db: Queryable, which: Sql, how: SessionEnd = {}): Promise<number> {
  const ended = sql`
    update session
    set revoked_at = now(), ended_because = coalesce(${how.because ?? null}, ended_because)
    where revoked_at is null and ${which}`
  if (how.action === undefined) return db.execute(ended)
  const line = {
    by: sql`one.identity_id`,
    action: how.action,
    personId: sql`one.person_id`,
    ...(how.facts && { facts: how.facts }),
  }
  const rows = await db.query<{ ended: number }>(sql`
    with ended as (${ended} returning identity_id),
      noted as (${audited(
        line,
        sql`from (select distinct e.identity_id, a.person_id
          from ended e
          join identity a on a.id = e.identity_id) one`,
      )})
    select count(*)::int as ended from ended`)
  return rows[0]?.ended ?? 0
}

/** A condition on `session`: the device that a token belongs to, through all renewals. */
export const ofDevice = (tokenHash: Buffer): Sql =>
  sql`family = (select s.family from session s where s.token_hash = ${tokenHash})`

/** Deletes sessions that ended or expired so many days ago. */
export const forgottenSessions = (days: number): ForgettingRule => ({
  table: 'session',
  oldest: sql`x.expires_at`,
  where: sql`t.expires_at < now() - make_interval(days => ${days})`,
})
