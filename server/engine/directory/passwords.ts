import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** How many passwords of a person may not be used again, the present one included. */
export const rememberedPasswords = 5

/**
 * Hashes of the present password and of the earlier ones that are remembered, `rememberedPasswords` at most.
 */
export async function rememberedHashes(db: Queryable, personId: number): Promise<string[]> {
  const rows = await db.query<{ password_hash: string }>(sql`
    (select password_hash from person where id = ${personId} and password_hash is not null)
    union all
    (select password_hash
      from password_history
      where person_id = ${personId}
      order by changed_at desc
      limit ${rememberedPasswords - 1})`)
  return rows.map(({ password_hash }) => password_hash)
}

/**
 * Sets a password that the person chose: the one before joins the history, a lock is lifted, and no change is
 * due any more.
 */
export async function changePassword(tx: Queryable, personId: number, hash: string): Promise<void> {
  await tx.execute(sql`
    insert into password_history (person_id, password_hash)
    select id, password_hash from person where id = ${personId} and password_hash is not null`)
  await tx.execute(sql`
    delete from password_history where person_id = ${personId} and changed_at < (
      select min(changed_at) from (
        select changed_at
        from password_history
        where person_id = ${personId}
        order by changed_at desc
        limit ${rememberedPasswords - 1}) kept)`)
  await tx.execute(sql`
    update person
    set password_hash = ${hash}, password_changed_at = now(), password_simple = false, must_change = false,
      password_until = null,
      failed_count = 0, failed_since = null, locked_until = null where id = ${personId}`)
}

/**
 * Replaces the password by a one-time one that an administrator hands over: valid for 24 hours and for one
 * sign-in, at which it has to be changed (docs/decisions/0146). A lock is lifted.
 */
export async function issueOneTimePassword(tx: Tx, personId: number, hash: string): Promise<void> {
  await tx.execute(sql`
    update person
    set password_hash = ${hash}, password_changed_at = now(), password_simple = false, must_change = true,
      password_until = now() + interval '24 hours', failed_count = 0,
      failed_since = null, locked_until = null
    where id = ${personId}`)
}

/**
 * Uses up a one-time password: of several sign-ins with it at once one is let in, and none after it, though
 * the password itself is still to be changed in the session that was opened.
 * @returns whether it was still to be used
 */
export async function useOneTimePassword(db: Queryable, personId: number): Promise<boolean> {
  const used = await db.execute(sql`
    update person set password_until = now() - interval '1 second'
    where id = ${personId} and must_change and password_until > now()`)
  return used === 1
}

/** Marks the password as too simple, so that a change is due; a new password takes the mark away. */
export async function requireStrongerPassword(db: Queryable, personId: number): Promise<void> {
  await db.query(sql`update person set password_simple = true where id = ${personId}`)
}

/**
 * Replaces the hash of a password by a newer hash of the same password. Does nothing when the person changed
 * the password meanwhile.
 */
export async function renewPasswordHash(
  db: Queryable,
  personId: number,
  before: string,
  after: string,
): Promise<void> {
  await db.execute(
    sql`update person set password_hash = ${after} where id = ${personId} and password_hash = ${before}`,
  )
}
