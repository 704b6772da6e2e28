import { phone } from '../../../catalogue/kinds/phone.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Users } from './options.ts'

/** The phone somebody has now, whole; null for none. */
export async function mobileOf({ keys }: Users, db: Queryable, personId: number): Promise<string | null> {
  const { sealed } = await db.one<{ sealed: string | null }>(
    sql`select mobile_sealed as sealed from person where id = ${personId}`,
  )
  return sealed === null ? null : keys.open(sealed, `person|mobile|${personId}`)
}

const doubt = '如果您不知道该事项，请立即联系本单位或上级的管理员。'

/** Tells every identity of a person, in the portal, what an administrator did to the account. */
export async function tellPerson(
  users: Users,
  tx: Tx,
  personId: number,
  { title, content = '' }: { title: string; content?: string },
): Promise<void> {
  const identities = await tx.query<{ id: number }>(
    sql`select id from identity where person_id = ${personId} and state = 'enabled'`,
  )
  for (const { id } of identities) {
    await users.notify(tx, {
      to: { identity: id },
      kind: '1',
      title,
      content: `${content}${doubt}`,
      link: null,
      exceptPerson: 0,
    })
  }
}

/**
 * Tells the same at a phone: of whoever may be taken over it is the one message that no administrator can
 * read or delete.
 */
export function warnAt({ sms }: Users, mobile: string | null, title: string, content: string): void {
  if (mobile !== null) sms.send(mobile, `杏坛：${title}。${content}${doubt}`)
}

/** A one-time password to be shown once, or the masked phone that it went to. */
export interface HandedOver {
  readonly password: string | null
  readonly sentTo: string | null
}

/**
 * Hands a one-time password over: to the phone where there is one and a gateway takes messages, else to
 * whoever asked for it.
 */
export function handOver({ sms }: Users, mobile: string | null, password: string): HandedOver {
  if (mobile === null || !sms.connected) return { password, sentTo: null }
  sms.send(
    mobile,
    `杏坛：您的一次性密码 ${password}，24 小时内可登录一次，登录后须设置新密码。不要告诉他人。`,
  )
  return { password: null, sentTo: phone.mask(mobile) }
}
