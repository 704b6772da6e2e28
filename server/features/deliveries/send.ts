import type { Keys } from '../../platform/crypto/keys.ts'
import { openOutside } from '../../engine/directory/index.ts'
import { note } from '../../platform/audit/note.ts'
import {
  channelNames,
  type ChannelName,
  type Channels,
  type Outcome,
} from '../../platform/channels/channel.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { joinMessages, whyOver } from './unread.ts'
import { composed } from './words.ts'

/** Sendings under way at once. */
const together = 16
/** Seconds after each failed attempt; after the last one it is given up. */
const pauses = [60, 300, 1_800, 7_200, 21_600] as const
/**
 * Seconds after which a sending without an end is taken for interrupted: far longer than any channel waits.
 */
const usualLease = 120

export interface SendNeeds {
  readonly db: Database
  readonly keys: Keys
  readonly channels: Channels
  readonly origin: string | undefined
  /** Seconds; 0 where it is known that no other process sends. */
  readonly leaseSeconds?: number
}

interface ClaimedParcel {
  readonly id: number
  readonly key: string
  readonly person_id: number
  readonly channel: ChannelName
  readonly text: string
  readonly attempts: number
  readonly created_at: string
  /** The sealed address; null where it went meanwhile. */
  readonly address: string | null
}

/**
 * Names of channels whose repeated texts are left out by the provider, with the seconds for which they are.
 */
function repeatable(channels: Channels): Sql {
  const rows = channelNames.map((name) => ({ name, seconds: channels[name].repeatableSeconds }))
  return sql`jsonb_to_recordset(${sql.json(rows)}) as given (name text, seconds int)`
}

/**
 * Decides about sendings that began and have no end, because their process died: the channel may have taken
 * them. They are repeated where the provider still recognises the text, on the same day in China; else they
 * stay `unknown` and nobody sends them again but a person who knows that (docs/decisions/0076).
 */
export async function settleInterrupted({
  db,
  channels,
  leaseSeconds = usualLease,
}: SendNeeds): Promise<void> {
  await db.execute(sql`
    with c as materialized (
      select name, case when seconds > 0 then now() - make_interval(secs => seconds) end as repeatable_since,
        (now() at time zone 'Asia/Shanghai')::date as today
      from ${repeatable(channels)}
    )
    update dispatch d
    set state = case when d.sending_since > c.repeatable_since
        and (d.sending_since at time zone 'Asia/Shanghai')::date = c.today
        then 'queued' else 'unknown' end,
      reason = '发送途中中断，对方可能已经收到', updated_at = now(), ready_at = now()
    from c
    where d.state = 'sending' and c.name = d.channel
      and d.sending_since <= now() - make_interval(secs => ${leaseSeconds})`)
}

/** Sends what is due; resolves to whether anything was. */
export async function sendDue(sending: SendNeeds): Promise<boolean> {
  const claimed = await claim(sending.db)
  await Promise.all(claimed.map(async (one) => record(sending, one, await attempt(sending, one))))
  return claimed.length > 0
}

/** Marks what is due as under way, before anything is sent. What was read meanwhile is not tried again. */
async function claim(db: Database): Promise<ClaimedParcel[]> {
  await db.execute(sql`
    update dispatch x set state = 'dropped', reason = '已在站内读过或已撤回', updated_at = now()
    where x.state = 'failed' and x.ready_at <= now() and not exists (
      select 1 from delivery d ${joinMessages}
      where d.dispatch_id = x.id and ${whyOver} is null)`)
  return db.query<ClaimedParcel>(sql`
    with due as (
      select id
      from dispatch
      where state in ('queued', 'failed') and ready_at <= now()
        and channel not in (select p.channel from channel_pause p where p.until > now())
      order by ready_at
      limit ${together}
      for update skip locked),
    taken as (
      update dispatch d
      set state = 'sending', sending_since = now(), attempts = d.attempts + 1, updated_at = now()
      from due where d.id = due.id
      returning d.id, d.key, d.person_id, d.channel, d.text, d.attempts, d.created_at)
    select t.*, case t.channel when 'mail' then p.email_sealed when 'sms' then p.mobile_sealed
        else o.subject_sealed end as address
    from taken t
    join person p on p.id = t.person_id
    left join outside_account o on o.person_id = t.person_id and o.provider = t.channel`)
}

/** Opens the address of a sending. */
function addressOf(keys: Keys, { person_id: id, channel }: ClaimedParcel, sealed: string): string {
  if (channel === 'mail') return keys.open(sealed, `person|email|${id}`)
  if (channel === 'sms') return keys.open(sealed, `person|mobile|${id}`)
  return openOutside(keys, id, channel, sealed)
}

function attempt({ keys, channels, origin }: SendNeeds, claimed: ClaimedParcel): Promise<Outcome> | Outcome {
  const { channel, text, key, address, created_at } = claimed
  if (address === null) return { state: 'refused', reason: '没有登记可以收的号码或地址' }
  return channels[channel].send({
    to: addressOf(keys, claimed, address),
    key,
    ...composed(channel, { text, at: new Date(created_at), origin, number: claimed.id }),
  })
}

type End = Readonly<{
  state: 'delivered' | 'failed' | 'givenUp' | 'unknown'
  reason: string | null
  receipt: string | null
  /** Seconds until the next attempt. */
  pause: number
}>

/** Result of an attempt. An unknown end is retried only if the provider recognises repeats. */
export function endOf(outcome: Outcome, attempts: number, isRepeatable: boolean): End {
  if (outcome.state === 'delivered')
    return { state: 'delivered', reason: null, receipt: outcome.receipt, pause: 0 }
  const end = { reason: outcome.reason, receipt: null, pause: 0 }
  if (outcome.state === 'refused') return { ...end, state: 'givenUp' }
  if (outcome.state === 'unknown' && !isRepeatable) return { ...end, state: 'unknown' }
  const pause = pauses[attempts - 1]
  if (pause === undefined) return { ...end, state: outcome.state === 'unknown' ? 'unknown' : 'givenUp' }
  const asked = outcome.state === 'later' ? (outcome.afterSeconds ?? 0) : 0
  // Beyond the first minutes the provider may have forgotten the text.
  return { ...end, state: 'failed', pause: outcome.state === 'unknown' ? 60 : Math.max(pause, asked) }
}

async function record({ db, channels }: SendNeeds, claimed: ClaimedParcel, outcome: Outcome): Promise<void> {
  const { id, attempts, channel } = claimed
  const end = endOf(outcome, attempts, channels[channel].repeatableSeconds > 0)
  await db.transaction(async (tx) => {
    // A late answer still counts where the sending was taken for interrupted meanwhile.
    const kept = await tx.execute(sql`
      update dispatch
      set state = ${end.state}, reason = ${end.reason}, receipt = ${end.receipt}, sending_since = null,
        ready_at = now() + make_interval(secs => ${end.pause}), updated_at = now()
      where id = ${id} and attempts = ${attempts}
        and (state = 'sending' or (state = 'unknown' and ${end.state === 'delivered'}))`)
    if (kept === 1 && end.state === 'givenUp') await note(tx, { by: null, action: `${channel}.failed` })
    if (outcome.state === 'later' && outcome.busy)
      await tx.execute(sql`
        insert into channel_pause (channel, until, reason)
        values (${channel}, now() + make_interval(secs => ${outcome.afterSeconds ?? 60}), ${outcome.reason})
        on conflict (channel) do update set until = excluded.until, reason = excluded.reason`)
  })
}
