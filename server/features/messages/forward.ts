import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Channel } from '../../../catalogue/contract/account/message-choices.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Sms } from '../../platform/sms/sms.ts'

/** What sending is given by `app`. */
export interface Forwarding {
  readonly db: Database
  readonly keys: Keys
  readonly mail: Mail
  readonly sms: Sms
  /** What waits for a person, in one sentence; null for nothing. */
  readonly workOf: (personId: number) => Promise<string | null>
  /** Address of the portal, if it is known. */
  readonly origin: string | undefined
}

interface Waiting {
  readonly person_id: number
  readonly by: Channel
  readonly email_sealed: string | null
  readonly mobile_sealed: string | null
  /** Whether the person wants everything together once in a while. */
  readonly together: boolean
  /** Unread messages of each kind. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[]
}

/**
 * Takes what has waited long enough, by person and way: all there is goes out together, what was read
 * meanwhile does not. The rows go with the transaction, before anything is sent: a message comes once or, if
 * the process dies just then, not at all.
 */
async function takeReady(tx: Tx): Promise<Waiting[]> {
  return tx.query<Waiting>(sql`
    with due as (select distinct person_id, by
      from (select person_id, by
        from message_forward
        where ready_at <= now()
        order by ready_at
        limit 100) oldest),
    taken as (
      delete from message_forward f using due, message m
      where f.person_id = due.person_id and f.by = due.by and m.id = f.message_id
      returning f.person_id, f.by, m.kind, m.read_at is null and m.deleted_at is null as unread),
    counted as (select person_id, by, kind, count(*)::int as count
      from taken
      where unread
      group by person_id, by, kind)
    select c.person_id, c.by, p.email_sealed, p.mobile_sealed,
      coalesce(e.every <> 'instant', false) as together,
      jsonb_agg(jsonb_build_object('kind', c.kind, 'count', c.count)
      order by c.kind) as kinds
    from counted c
    join person p on p.id = c.person_id
    left join message_pace e on e.person_id = c.person_id
    group by c.person_id, c.by, p.email_sealed, p.mobile_sealed, e.every`)
}

/** What goes out says how many and of which kind, never what they say: it passes through others' hands. */
function sentence(kinds: Waiting['kinds']): string {
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const parts = kinds.map(({ kind, count }) => `${labelOf('messageKind', kind)} ${count} 条`)
  return `您有 ${total} 条未读消息：${parts.join('，')}。`
}

/** Sends what is due; answers whether something was. */
export async function forwardReady({ db, keys, mail, sms, workOf, origin }: Forwarding): Promise<boolean> {
  const ready = await db.transaction(takeReady)
  for (const { person_id: id, by, email_sealed, mobile_sealed, kinds, together } of ready) {
    const text = sentence(kinds) + ((together && (await workOf(id))) || '')
    if (by === 'mail' && email_sealed !== null) {
      const where = origin === undefined ? '请登录杏坛查看。' : `请登录查看：${origin}`
      mail.send(
        keys.open(email_sealed, `person|email|${id}`),
        `杏坛：${text}`,
        `${text}\n${where}\n\n不想再收到这样的邮件，请在“个人中心 - 消息提醒”里关闭。`,
      )
    }
    if (by === 'sms' && mobile_sealed !== null)
      sms.send(keys.open(mobile_sealed, `person|mobile|${id}`), `杏坛：${text}请登录查看。`)
  }
  return ready.length > 0
}

/** Looks every twenty seconds. */
export const forwardingJob = (forwarding: Forwarding): KeptJob => ({
  name: 'messages.forward',
  every: 20,
  run: () => forwardReady(forwarding),
})
