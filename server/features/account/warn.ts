import type { Queryable } from '../../platform/db/database.ts'
import type { AccountOptions } from './options.ts'
import { accountRow } from './store.ts'

/**
 * Where somebody could be reached before a change; read before it, because whoever took the account over
 * changes this first.
 */
export async function reachOf(
  o: AccountOptions,
  db: Queryable,
  personId: number,
): Promise<{ mobile: string | null; email: string | null }> {
  const row = await accountRow(db, personId)
  return {
    mobile: row.mobile_sealed && o.keys.open(row.mobile_sealed, `person|mobile|${personId}`),
    email: row.email_sealed && o.keys.open(row.email_sealed, `person|email|${personId}`),
  }
}

/** Tells somebody outside the portal what happened to their account: by mail, else by a short message. */
export function warn(
  o: AccountOptions,
  to: { mobile: string | null; email: string | null },
  title: string,
  content: string,
): void {
  if (to.email !== null)
    o.mail.send(to.email, `杏坛：${title}`, `${content}\n\n这封邮件由系统发出，请不要回复。`)
  else if (to.mobile !== null) o.sms.send(to.mobile, `杏坛：${title}。${content}`)
}
