import type { MessageChoices } from '../../../catalogue/contract/account/message-choices.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { keys } from '../../app/testing/test-sign-in.ts'
import type { Channel, ChannelName, Channels, Outcome, Parcel } from '../../platform/channels/channel.ts'
import { sql } from '../../platform/db/sql.ts'
import { forwardReady } from './forward.ts'

export const choicesUrl = '/api/v1/user/messageChoices'
export const choose = (who: Person, list: unknown) => who.put<MessageChoices>(choicesUrl, { list })

/** A message to one person, straight into the table: whoever writes it, it is delivered. */
export const write = (region: Region, who: Person, kind: string, title: string) =>
  region.db.one<{ id: string }>(
    sql`insert into message (identity_id, kind, title)
      values (${who.identityId}, ${kind}, ${title})
      returning id`,
  )

/** A teacher with mail, phone and numbers at both providers. */
export async function reachable(region: Region, label: string): Promise<Person> {
  const who = await region.add(2, region.places.school, label)
  const { personId } = who
  await region.db.execute(sql`
    update person set email_sealed = ${keys.seal(`${label}@example.cn`, `person|email|${personId}`)},
      mobile_sealed = ${keys.seal('13911110000', `person|mobile|${personId}`)} where id = ${personId}`)
  for (const provider of ['wecom', 'dingtalk'])
    await region.db.execute(sql`
      insert into outside_account (person_id, provider, subject_sealed, subject_key)
      values (${personId}, ${provider}, ${keys.seal(label, `outside_account|${provider}|${personId}`)},
        ${keys.blind(`outside.${provider}`, label)})`)
  return who
}

export interface SentPiece extends Parcel {
  readonly channel: ChannelName
}

const delivered: Outcome = { state: 'delivered', receipt: null }

/** Channels that keep what they are given and answer as told. */
export function recording(answer: (sent: SentPiece) => Outcome = () => delivered) {
  const sent: SentPiece[] = []
  const channel = (name: ChannelName): Channel => ({
    name,
    ready: true,
    connected: true,
    repeatableSeconds: name === 'wecom' || name === 'dingtalk' ? 3_600 : 0,
    send: (parcel) => {
      const one = { ...parcel, channel: name }
      sent.push(one)
      return Promise.resolve(answer(one))
    },
  })
  const channels: Channels = {
    mail: channel('mail'),
    sms: channel('sms'),
    wecom: channel('wecom'),
    dingtalk: channel('dingtalk'),
  }
  return { sent, channels }
}

/** What goes out when everything written so far has waited long enough; also what failed a moment ago. */
export async function sendAll(
  region: Region,
  { sent, channels } = recording(),
): Promise<readonly SentPiece[]> {
  const before = sent.length
  await region.db.execute(
    sql`update delivery set ready_at = now() - interval '1 second' where dispatch_id is null`,
  )
  await region.db.execute(sql`update dispatch set ready_at = now() - interval '1 second'`)
  const workOf = () => Promise.resolve('现有 14 件待办，2 件超期，最久的已等 9 天。')
  const origin = 'https://portal.example.cn'
  await forwardReady({ db: region.db, keys, channels, workOf, origin, leaseSeconds: 0 })
  return sent.slice(before)
}
