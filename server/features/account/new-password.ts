import { AppError } from '../../../catalogue/errors.ts'
import { passwordFault, type PasswordContext } from '../../../catalogue/rules/password.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountOptions } from './options.ts'

/** A password among the last five, the present one included, is not taken again. */
const remembered = 5

const refused = (message: string) =>
  new AppError('weakPassword', { message, errors: [{ field: 'password', message }] })

/** Throws weakPassword with the sentence for what can be said without knowing whose it is. */
export function refuseWeak(
  o: AccountOptions,
  password: string,
  context: PasswordContext = { words: [], texts: [] },
): void {
  const fault =
    passwordFault(password, context) ??
    (o.refused.has(password) ? '这个密码太常见，容易被猜中，请换一个' : undefined)
  if (fault !== undefined) throw refused(fault)
}

/** Throws weakPassword if the password does not do for this person, or was theirs lately. */
export async function refuseForPerson(o: AccountOptions, personId: number, password: string): Promise<void> {
  refuseWeak(o, password, await o.passwords.contextOf(personId))
  const before = await o.db.query<{ password_hash: string }>(sql`
    (select password_hash from person where id = ${personId} and password_hash is not null)
    union all
    (select password_hash
      from password_history
      where person_id = ${personId}
      order by changed_at desc
      limit ${remembered - 1})`)
  for (const { password_hash } of before) {
    if (await o.passwords.fits(password_hash, password))
      throw refused(`最近 ${remembered} 次用过的密码不能再用，请换一个`)
  }
}

/** Writes the new password; the one before joins the history, of which the last four stay. */
export async function setPassword(tx: Queryable, personId: number, hash: string): Promise<void> {
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
        limit ${remembered - 1}) kept)`)
  await tx.execute(sql`
    update person
    set password_hash = ${hash}, password_changed_at = now(), password_simple = false, must_change = false,
      password_until = null,
      failed_count = 0, failed_since = null, locked_until = null where id = ${personId}`)
}
