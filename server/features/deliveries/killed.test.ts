import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { keys } from '../../app/testing/test-sign-in.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { StandIn, type TakenMessage } from '../../platform/channels/testing/stand-in.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
const standIn = new StandIn()
let address: string
/** Officers of the school that holds what is handed in. */
const officers = 12
const eventsOfRound = 6
const kills = Number(process.env['KILLS'] ?? (everything ? 6 : 1))
/** With few kills not every run comes by every moment. */
const firstMoment = Math.floor(Math.random() * 4)

beforeAll(async () => {
  region = await testRegion('deliveries_killed')
  address = await standIn.open()
})
afterAll(async () => {
  await region.close()
  await standIn.close()
})

async function addOfficers(): Promise<void> {
  for (let n = 0; n < officers; n += 1) {
    const { personId } = await region.add(3, region.places.school, `office${n}`)
    const number = `139${String(10_000_000 + personId)}`
    await region.db.execute(sql`
      update person set mobile_sealed = ${keys.seal(number, `person|mobile|${personId}`)} where id = ${personId}`)
    await region.db.execute(sql`
      insert into outside_account (person_id, provider, subject_sealed, subject_key)
      values (${personId}, 'wecom', ${keys.seal(`office${n}`, `outside_account|wecom|${personId}`)}, ${`key${n}`})`)
    await region.db.execute(sql`
      insert into message_choice (person_id, kind, by) values (${personId}, '3', 'sms'), (${personId}, '3', 'wecom')`)
  }
}

/** Hands in one record, whose event is repeated afterwards: each is one more event of the outbox. */
async function firstEvent(): Promise<void> {
  const { teacher } = region.people
  const url = '/api/v1/records/studyExperience'
  const made = await teacher.post(url, { ...study, attachments: [await picture(region, teacher)] })
  expect((await teacher.post(`${url}/${made.data.id}/submit`, { version: made.data.version })).msg).toBe('ok')
}

const moreEvents = () =>
  region.db.execute(sql`
    with happened as (
      insert into outbox (event, owner_id, record_id, revision_id, type, by_identity, holder_institution_id, holder_role)
      select o.event, o.owner_id, o.record_id, o.revision_id, o.type, o.by_identity, o.holder_institution_id, o.holder_role
      from (select * from outbox where event = 'flow.submitted' order by id limit 1) o, generate_series(1, ${eventsOfRound})
      returning id)
    insert into outbox_waiting (consumer, event_id) select 'messages', id from happened`)

async function serve(): Promise<ChildProcess> {
  const script = new URL('./test-sending-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, region.appUrl, address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

const moments = ['beforeTaken', 'afterTaken', 'afterAnswer', 'afterMessages'] as const

/** Kills a process at one of the moments between the commit of an event and the end of its sending. */
async function killOnce(round: number): Promise<void> {
  await moreEvents()
  const moment = moments[(firstMoment + round) % moments.length]
  const child = await serve()
  const dead = once(child, 'exit')
  if (moment === 'afterMessages')
    await expect.poll(waitingEvents, { timeout: 30_000, interval: 5 }).toBeLessThan(eventsOfRound)
  else
    await new Promise<void>((struck) => {
      let left = 1 + Math.floor(Math.random() * officers)
      standIn.mood = () => {
        left -= 1
        if (left > 0) return 'take'
        if (moment === 'afterAnswer') setImmediate(() => child.kill('SIGKILL'))
        else child.kill('SIGKILL')
        struck()
        if (moment === 'afterAnswer') return 'take'
        return moment === 'afterTaken' ? 'takeSilently' : 'lose'
      }
    })
  child.kill('SIGKILL')
  await dead
  standIn.mood = () => 'take'
}

const waitingEvents = async () =>
  (
    await region.db.one<{ n: number }>(
      sql`select count(*)::int as n from outbox_waiting where consumer = 'messages'`,
    )
  ).n

const unfinished = async () =>
  (
    await region.db.one<{ n: number }>(sql`
      select ((select count(*) from outbox_waiting where consumer = 'messages')
        + (select count(*) from delivery where dispatch_id is null and dropped is null)
        + (select count(*) from dispatch where state in ('queued', 'sending', 'failed')))::int as n`)
  ).n

interface SentParcel {
  readonly id: number
  readonly key: string
  readonly channel: 'sms' | 'wecom'
  readonly state: string
  readonly messages: number
}

/** How often the provider showed a sending. */
const shown = ({ id, key, channel }: SentParcel): number =>
  standIn.taken.filter(
    (one: TakenMessage) =>
      one.provider === channel &&
      (channel === 'sms' ? one.key === key : one.text.includes(`提醒编号 ${id}）`)),
  ).length

it(`a process killed ${kills} times: each message once for event and person, each sending at most once, none lost`, async () => {
  await addOfficers()
  await firstEvent()
  // From here on only the processes of this test take events and send.
  await region.app.close()
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query(
    'create or replace function delivery_base(channel text) returns timestamptz language sql stable as $$ select now() $$',
  )
  await owner.end()
  for (let round = 0; round < kills; round += 1) await killOnce(round)
  const last = await serve()
  await expect.poll(unfinished, { timeout: 60_000, interval: 50 }).toBe(0)
  last.kill('SIGKILL')
  const counted = await region.db.one(sql`
    select count(*)::int as messages, count(distinct (event_id, identity_id))::int as different,
      count(distinct event_id)::int as events
    from message where kind = '3'`)
  const readers = await region.db.one<{ n: number }>(sql`
    select count(*)::int as n from identity where institution_id = ${region.places.school} and role = 3`)
  const all = (kills * eventsOfRound + 1) * readers.n
  expect(counted).toEqual({ messages: all, different: all, events: kills * eventsOfRound + 1 })
  const sent = await region.db.query<SentParcel>(sql`select id, key, channel, state, messages from dispatch`)
  const unknown = sent.filter(({ state }) => state === 'unknown')
  for (const one of sent) {
    const times = shown(one)
    expect([one, times <= 1]).toEqual([one, true])
    if (one.state === 'delivered') expect([one, times]).toEqual([one, 1])
  }
  // What may or may not have arrived is named, and never of a channel that recognises what it has.
  expect(unknown.filter(({ channel }) => channel !== 'sms')).toEqual([])
  expect(sent.filter(({ state }) => state !== 'delivered' && state !== 'unknown')).toEqual([])
  expect(standIn.taken.length).toBe(sent.filter((one) => shown(one) === 1).length)
  const told = sent.reduce((sum, { messages }) => sum + messages, 0)
  expect(told).toBe((kills * eventsOfRound + 1) * officers * 2)
  if (process.env['KILLS'])
    console.log(
      `${kills} kills, ${all} messages, ${sent.length} sendings, ${unknown.length} unknown, ${standIn.repeated} repeated and recognised`,
    )
}, 900_000)
