import {
  messageChoices,
  messageChoicesBody,
  messagePace,
  usualPace,
  type MessageChoices,
  type MessagePace,
} from '../../../catalogue/contract/account/message-choices.ts'
import { maskedSubject } from '../../../catalogue/contract/account/outside-accounts.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { outsideOf } from '../../engine/directory/index.ts'
import type { Channels } from '../../platform/channels/channel.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const pacing = { url: '/api/v1/user/messagePace', access: 'signedIn', tag: '个人中心' } as const

async function paceOf(db: Database, personId: number): Promise<MessagePace> {
  const kept = await db.maybeOne<MessagePace>(sql`
    select every, to_char(at, 'HH24:MI') as at, to_char(quiet_from, 'HH24:MI') as "quietFrom",
      to_char(quiet_to, 'HH24:MI') as "quietTo", workdays
    from message_pace
    where person_id = ${personId}`)
  return kept ?? usualPace
}

/** Keeps when somebody wants to be reminded; what waits already goes by it, too. */
async function keepPace(db: Database, personId: number, pace: MessagePace): Promise<MessagePace> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into message_pace (person_id, every, at, quiet_from, quiet_to, workdays)
      values (${personId}, ${pace.every}, ${pace.at}::time, ${pace.quietFrom}::time, ${pace.quietTo}::time,
        ${pace.workdays})
      on conflict (person_id) do update set every = excluded.every, at = excluded.at,
        quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, workdays = excluded.workdays`)
    await tx.execute(sql`
      with waiting as materialized (
        select d.message_id, d.channel, d.round, greatest(now(), d.created_at + interval '2 minutes') as base
        from delivery d
        where d.person_id = ${personId} and d.dispatch_id is null and d.dropped is null),
      paced as materialized (
        select w.*, forward_at(${personId}::int, w.base) as ready from waiting w)
      update delivery d
      set ready_at = w.ready, held = w.ready > w.base
      from paced w
      where d.person_id = ${personId} and d.message_id = w.message_id and d.channel = w.channel
        and d.round = w.round`)
  })
  return paceOf(db, personId)
}

/** The person's numbers at providers, masked. */
async function boundOf(db: Database, keys: Keys, personId: number): Promise<MessageChoices['bound']> {
  const numbers = new Map(
    (await outsideOf(db, keys, personId)).map(({ provider, subject }) => [provider, maskedSubject(subject)]),
  )
  return { wecom: numbers.get('wecom') ?? null, dingtalk: numbers.get('dingtalk') ?? null }
}

/** When mails and short messages may come to a person. */
export function paceRoute(server: Server, { db, actorOn }: Pick<ChoiceNeeds, 'db' | 'actorOn'>): void {
  register(server, {
    ...pacing,
    method: 'PUT',
    summary: '设置什么时候提醒：随时、每天或每周汇总，免打扰的时段',
    body: messagePace,
    answer: messagePace,
    handle: ({ body }, request) => keepPace(db, actorOn(request).personId, body),
  })
}

/** Dependencies of the calls, from `app`. */
export interface ChoiceNeeds {
  readonly db: Database
  readonly keys: Keys
  readonly channels: Channels
  readonly actorOn: ActorOn
}

/**
 * Which messages somebody wants by mail or short message, too. Choices are the person's, whatever identity
 * they use.
 */
export function choiceRoutes(server: Server, { db, keys, channels, actorOn }: ChoiceNeeds): void {
  const shared = {
    url: '/api/v1/user/messageChoices',
    access: 'signedIn',
    tag: '个人中心',
    answer: messageChoices,
  } as const
  const read = async (personId: number): Promise<MessageChoices> => ({
    ready: {
      mail: channels.mail.ready,
      sms: channels.sms.ready,
      wecom: channels.wecom.ready,
      dingtalk: channels.dingtalk.ready,
    },
    bound: await boundOf(db, keys, personId),
    list: await db.query<MessageChoices['list'][number]>(
      sql`select kind, by from message_choice where person_id = ${personId} order by kind, by`,
    ),
    pace: await paceOf(db, personId),
  })
  register(server, {
    ...shared,
    method: 'GET',
    summary: '消息另外用邮件、短信提醒哪些',
    handle: (_, request) => read(actorOn(request).personId),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    summary: '设置消息提醒；列出的都提醒，没列出的只在站内',
    body: messageChoicesBody,
    handle: async ({ body: { list } }, request) => {
      const { personId } = actorOn(request)
      await db.transaction(async (tx) => {
        await tx.query(sql`select 1 from person where id = ${personId} for update`)
        await tx.execute(sql`delete from message_choice where person_id = ${personId}`)
        await tx.execute(sql`
          insert into message_choice (person_id, kind, by) select ${personId}::int, c.kind, c.by
          from jsonb_to_recordset(${sql.json(list)}) c (kind text, by text) on conflict do nothing`)
        // What no longer is wanted does not go out late.
        await tx.execute(sql`
          update delivery d set dropped = 'unwanted'
          where d.person_id = ${personId} and d.dispatch_id is null and d.dropped is null
            and not exists (select 1
              from message_choice c
              where c.person_id = d.person_id and c.by = d.channel and c.kind = coalesce(
                (select m.kind from message m where m.id = d.message_id),
                (select b.kind from broadcast b where b.id = d.message_id)))`)
      })
      return read(personId)
    },
  })
}
