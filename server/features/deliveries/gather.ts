import type { ChannelName, Channels } from '../../platform/channels/channel.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { joinMessages, whyOver } from './unread.ts'
import { composed, piecesOf, sentence, type KindCount } from './words.ts'

/** Deliveries looked at in one transaction: the people of so many that are ready. */
const batch = 200

export interface GatherNeeds {
  readonly db: Database
  readonly channels: Channels
  /** Open tasks of a person in one sentence; null for none. */
  readonly workOf: (personId: number) => Promise<string | null>
  /** Address of the portal, if it is known. */
  readonly origin: string | undefined
}

interface Row {
  readonly message_id: string
  readonly round: number
  readonly person_id: number
  readonly channel: ChannelName
  readonly kind: string
  readonly over: string | null
}

interface Reader {
  readonly id: number
  readonly reach: readonly ChannelName[]
  /** Whether the person wants everything together once in a while. */
  readonly together: boolean
  readonly institution: number | null
}

/**
 * Decides what is ready, by person and channel: all there is goes out together, as one dispatch; what was
 * read meanwhile does not. The deliveries name their dispatch in the same transaction.
 * @returns whether anything was ready
 */
export function gather(gathering: GatherNeeds): Promise<boolean> {
  return gathering.db.transaction(async (tx) => {
    const rows = await takeReady(tx)
    if (rows.length === 0) return false
    const wanted = rows.filter(({ over }) => over === null)
    const readers = new Map((await readersOf(tx, wanted)).map((reader) => [reader.id, reader]))
    const groups = Map.groupBy(wanted, ({ person_id, channel }) => `${person_id} ${channel}`)
    const dropped: { row: Row; why: string }[] = rows.flatMap((row) =>
      row.over === null ? [] : [{ row, why: row.over }],
    )
    const made: MadeParcel[] = []
    for (const of of groups.values()) {
      const [first] = of
      const reader = first && readers.get(first.person_id)
      if (!first || !reader) continue
      const why = whyNot(reader, first.channel, gathering.channels)
      if (why !== null) dropped.push(...of.map((row) => ({ row, why })))
      else made.push(await dispatchOf(gathering, reader, of))
    }
    await drop(tx, dropped)
    await write(tx, made)
    return true
  })
}

const takeReady = (tx: Tx): Promise<Row[]> =>
  tx.query<Row>(sql`
    with due as (
      select distinct person_id, channel
      from (
        select person_id, channel
        from delivery
        where dispatch_id is null and dropped is null and ready_at <= now()
        order by ready_at
        limit ${batch}) oldest)
    select d.message_id::text, d.round, d.person_id, d.channel, coalesce(m.kind, b.kind, '') as kind, ${whyOver} as over
    from delivery d
    join due on due.person_id = d.person_id and due.channel = d.channel
    ${joinMessages}
    where d.dispatch_id is null and d.dropped is null
    order by d.person_id, d.channel, d.message_id
    for update of d skip locked`)

const readersOf = (tx: Tx, rows: readonly Row[]): Promise<Reader[]> =>
  tx.query<Reader>(sql`
    select p.id, coalesce(e.every <> 'instant', false) as together,
      array_remove(
        array[case when p.email_sealed is not null then 'mail' end, case when p.mobile_sealed is not null then 'sms' end]
          || array(select o.provider from outside_account o where o.person_id = p.id), null) as reach,
      (select a.institution_id from identity a
        where a.person_id = p.id and a.state = 'enabled' order by a.id limit 1) as institution
    from person p
    left join message_pace e on e.person_id = p.id
    where p.id = any(${[...new Set(rows.map(({ person_id }) => person_id))]}::int[])`)

/** Why nothing goes out to a person through a channel; null where it does. */
function whyNot({ reach, institution }: Reader, channel: ChannelName, channels: Channels): string | null {
  if (institution === null) return 'closed'
  return channels[channel].ready && reach.includes(channel) ? null : 'unreachable'
}

interface MadeParcel {
  readonly person: number
  readonly channel: ChannelName
  readonly institution: number | null
  readonly text: string
  readonly pieces: number
  readonly rows: readonly { readonly message: string; readonly round: number }[]
}

async function dispatchOf(
  { workOf, origin }: GatherNeeds,
  { id, together, institution }: Reader,
  rows: readonly Row[],
): Promise<MadeParcel> {
  const channel = rows[0]?.channel ?? 'mail'
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
    .map(([kind, of]): KindCount => ({ kind, count: new Set(of.map(({ message_id }) => message_id)).size }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind))
  const text = sentence(kinds) + ((together && (await workOf(id))) || '')
  return {
    person: id,
    channel,
    institution,
    text,
    pieces:
      channel === 'sms' ? piecesOf(composed('sms', { text, at: new Date(), origin, number: 0 }).text) : 0,
    rows: rows.map(({ message_id, round }) => ({ message: message_id, round })),
  }
}

async function write(tx: Tx, made: readonly MadeParcel[]): Promise<void> {
  if (made.length === 0) return
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${sql.json(made)}) as
        x (person int, channel text, institution int, text text, pieces smallint, rows jsonb)),
    made as (
      insert into dispatch (person_id, channel, institution_id, text, messages, pieces)
      select person, channel, institution, text, jsonb_array_length(rows), pieces from given
      returning id, person_id, channel)
    update delivery d set dispatch_id = made.id
    from made
    join given g on g.person = made.person_id and g.channel = made.channel
    cross join lateral jsonb_to_recordset(g.rows) as r (message bigint, round smallint)
    where d.message_id = r.message and d.person_id = g.person and d.channel = g.channel and d.round = r.round`)
}

async function drop(tx: Tx, dropped: readonly { row: Row; why: string }[]): Promise<void> {
  if (dropped.length === 0) return
  const rows = dropped.map(({ row, why }) => ({
    message: row.message_id,
    person: row.person_id,
    channel: row.channel,
    round: row.round,
    why,
  }))
  await tx.execute(sql`
    update delivery d set dropped = x.why
    from jsonb_to_recordset(${sql.json(rows)}) as
      x (message bigint, person int, channel text, round smallint, why text)
    where d.message_id = x.message and d.person_id = x.person and d.channel = x.channel and d.round = x.round`)
}
