import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  DeliveryFigures,
  DeliveryLine,
  MessageDelivery,
} from '../../../catalogue/contract/administration/deliveries.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { keys } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { expandBroadcasts } from './expand.ts'
import { forgetOld } from './forget.ts'
import { settleInterrupted } from './send.ts'
import { choose, reachable, recording, sendAll, write } from './test-deliveries.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('deliveries')))
afterAll(() => region.close())

const url = '/api/v1/deliveries'
const listed = async (query = '') =>
  (await region.people.admin.get<{ list: DeliveryLine[]; total: number }>(`${url}?pageSize=100${query}`)).data
    .list
const stateOf = async (name: string) =>
  (await listed('&state=all')).filter((line) => line.name === name).map(({ state }) => state)

describe('the ledger', () => {
  it('tries again with growing pauses what did not arrive, and gives up in words', async () => {
    const who = await reachable(region, '陈一')
    await choose(who, [{ kind: '2', by: 'mail' }])
    await write(region, who, '2', '通过')
    const down = recording(() => ({ state: 'later', reason: '连不上邮件服务器' }))
    const pauses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      expect(await sendAll(region, down)).toHaveLength(1)
      const { pause } = await region.db.one<{ pause: number }>(sql`
        select round(extract(epoch from ready_at - now()))::int as pause from dispatch where person_id = ${who.personId}`)
      pauses.push(pause)
    }
    expect(pauses).toEqual([60, 300, 1800, 7200, 21600, 0])
    expect(new Set(down.sent.map(({ key }) => key)).size).toBe(1)
    expect(await sendAll(region, down)).toEqual([])
    expect((await listed()).find(({ name }) => name === '陈一')).toMatchObject({
      state: 'givenUp',
      reason: '连不上邮件服务器',
      attempts: 6,
      channel: 'mail',
    })
    const noted = await region.db.one(sql`select count(*)::int as n from audit where action = 'mail.failed'`)
    expect(noted).toEqual({ n: 1 })
  })

  it('does not try again what was read in the portal meanwhile', async () => {
    const who = await reachable(region, '陈二')
    await choose(who, [{ kind: '2', by: 'sms' }])
    const { id } = await write(region, who, '2', '通过')
    await sendAll(
      region,
      recording(() => ({ state: 'later', reason: '连不上对方' })),
    )
    await who.put(`/api/v1/userSystemMessage/read/${id}`, {})
    expect(await sendAll(region)).toEqual([])
    expect(await stateOf('陈二')).toEqual(['dropped'])
  })

  it('repeats an attempt with an unknown end only where the provider recognises it; a person may', async () => {
    const who = await reachable(region, '陈三')
    await choose(who, [
      { kind: '2', by: 'sms' },
      { kind: '2', by: 'wecom' },
    ])
    await write(region, who, '2', '通过')
    const silent = recording(() => ({ state: 'unknown', reason: '对方没有回应，可能已经收到' }))
    expect((await sendAll(region, silent)).map(({ channel }) => channel).toSorted()).toEqual(['sms', 'wecom'])
    const again = await sendAll(region)
    expect(again.map(({ channel }) => channel)).toEqual(['wecom'])
    expect(again[0]?.text).toBe(silent.sent.find(({ channel }) => channel === 'wecom')?.text)
    const line = (await listed()).find(({ name }) => name === '陈三')
    expect(line).toMatchObject({ state: 'unknown', channel: 'sms' })
    const { admin, school, otherArea, teacher } = region.people
    expect((await teacher.post(`${url}/${line?.id}/again`, {})).status).toBe(403)
    expect((await otherArea.post(`${url}/${line?.id}/again`, {})).status).toBe(404)
    expect((await school.post<DeliveryLine>(`${url}/${line?.id}/again`, {})).data.state).toBe('queued')
    expect((await admin.post(`${url}/${line?.id}/again`, {})).status).toBe(409)
    expect((await sendAll(region)).map(({ channel }) => channel)).toEqual(['sms'])
    expect(await stateOf('陈三')).toEqual(['delivered', 'delivered'])
  })

  it('decides about what a killed process was sending: repeated where recognised, else unknown', async () => {
    const who = await reachable(region, '陈四')
    await choose(who, [
      { kind: '2', by: 'mail' },
      { kind: '2', by: 'dingtalk' },
    ])
    await write(region, who, '2', '通过')
    const { channels } = recording()
    await sendAll(
      region,
      recording(() => ({ state: 'later', reason: '连不上对方' })),
    )
    await region.db.execute(sql`
      update dispatch set state = 'sending', sending_since = now() where person_id = ${who.personId}`)
    await settleInterrupted({ db: region.db, keys, channels, origin: undefined })
    expect(await stateOf('陈四')).toEqual(['sending', 'sending'])
    await settleInterrupted({ db: region.db, keys, channels, origin: undefined, leaseSeconds: 0 })
    const found = (await listed('&state=all')).filter(({ name }) => name === '陈四')
    expect(Object.fromEntries(found.map(({ channel, state }) => [channel, state]))).toEqual({
      mail: 'unknown',
      dingtalk: 'queued',
    })
  })

  it('leaves a channel alone that says it is asked too often, and the others not', async () => {
    const who = await reachable(region, '陈五')
    await choose(who, [
      { kind: '3', by: 'wecom' },
      { kind: '3', by: 'mail' },
    ])
    await write(region, who, '3', '待办')
    const busy = recording(({ channel }) =>
      channel === 'wecom'
        ? { state: 'later', reason: '对方说发得太频繁', afterSeconds: 300, busy: true }
        : { state: 'delivered', receipt: null },
    )
    await sendAll(region, busy)
    await write(region, who, '3', '又一件')
    const then = await sendAll(region)
    expect(then.filter(({ to }) => to.startsWith('陈五')).map(({ channel }) => channel)).toEqual(['mail'])
    const { data } = await region.people.admin.get<DeliveryFigures>(`${url}/figures`)
    const wecom = data.channels.find(({ channel }) => channel === 'wecom')
    expect(Date.parse(wecom?.pausedUntil ?? '')).toBeGreaterThan(Date.now() + 200_000)
    await region.db.execute(sql`delete from channel_pause`)
    expect((await sendAll(region)).filter(({ channel }) => channel === 'wecom').length).toBeGreaterThan(0)
  })

  it('is seen by the offices above only, with what short messages cost', async () => {
    const { school, area, otherArea, teacher, expert } = region.people
    const figures = (who: typeof school) => who.get<DeliveryFigures>(`${url}/figures?days=7`)
    const [own, above, other] = await Promise.all([school, area, otherArea].map(figures))
    expect(own?.data.totalPieces).toBeGreaterThan(0)
    expect(above?.data.pieces).toEqual(own?.data.pieces)
    expect(other?.data).toMatchObject({ totalPieces: 0, pieces: [], days: [] })
    expect((await otherArea.get<{ total: number }>(`${url}?state=all`)).data.total).toBe(0)
    for (const who of [teacher, expert]) expect((await figures(who)).status).toBe(403)
    for (const bad of ['state=x', 'channel=pigeon', 'from=2026-13-01'])
      expect((await school.get(`${url}?${bad}`)).status).toBe(400)
    const taken = await school.post<{ state: string; rows: number }>('/api/v1/exports', {
      list: 'deliveries',
      query: { state: 'all' },
      columns: ['name', 'state', 'reason'],
      format: 'csv',
      purpose: '1',
    })
    expect(taken.msg).toBe('ok')
  })

  it('is forgotten after its days', async () => {
    const before = (await listed('&state=all')).length
    expect(await forgetOld(region.db, 365)).toBe(false)
    expect((await listed('&state=all')).length).toBe(before)
    await region.db.execute(sql`update dispatch set created_at = now() - interval '400 days'`)
    await region.db.execute(sql`update delivery set created_at = now() - interval '400 days'`)
    await forgetOld(region.db, 365)
    const left = await region.db.one(sql`
      select (select count(*) from dispatch where state <> 'sending')::int as dispatches,
        (select count(*) from delivery)::int as deliveries`)
    expect(left).toEqual({ dispatches: 0, deliveries: 0 })
  })
})

describe('a message to many', () => {
  const send = (more: object = {}) =>
    region.people.area.post<{ id: number }>('/api/v1/userSystemMessage', {
      key: randomUUID(),
      roles: [2],
      title: '台风停课',
      content: '明天停课一天。',
      ...more,
    })
  const expandAll = async (batch: number) => {
    while (await expandBroadcasts(region.db, batch)) continue
  }

  it('reminds those who chose it, batch by batch, each once; who sent it sees how it went', async () => {
    const people = []
    for (const n of [1, 2, 3, 4, 5]) people.push(await reachable(region, `群${n}`))
    for (const who of people) await choose(who, [{ kind: '7', by: 'wecom' }])
    const stranger = await region.add(2, region.places.otherSchool, '外区')
    await choose(stranger, [{ kind: '7', by: 'wecom' }])
    const { data } = await send()
    for (let n = 0; n < 3; n += 1) await expandBroadcasts(region.db, 2)
    await expandAll(2)
    await expandAll(2)
    const first = people[0]
    if (!first) throw new Error('nobody')
    await first.put(`/api/v1/userSystemMessage/read/${data.id}`, {})
    const sent = await sendAll(region)
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['群2', '群3', '群4', '群5'])
    expect(sent[0]?.text).not.toContain('停课')
    expect(await sendAll(region)).toEqual([])
    const { area, school } = region.people
    expect((await area.get<MessageDelivery>(`${url}/ofMessage/${data.id}`)).data).toEqual({
      complete: true,
      channels: [{ channel: 'wecom', delivered: 4, waiting: 0, failed: 0, unknown: 0, dropped: 1 }],
    })
    expect((await school.get(`${url}/ofMessage/${data.id}`)).status).toBe(404)
  })

  it('that is withdrawn stops, wherever it is', async () => {
    const { data } = await send()
    await expandBroadcasts(region.db, 2)
    const { area } = region.people
    await area.post(`/api/v1/userSystemMessage/sent/${data.id}/withdraw`, {})
    await expandAll(2)
    expect(await sendAll(region)).toEqual([])
    const { n } = await region.db.one<{ n: number }>(sql`
      select count(*)::int as n from delivery where message_id = ${data.id}`)
    expect(n).toBe(2)
  })

  it('that wants to be confirmed reminds again those who have not', async () => {
    const { area } = region.people
    const { data } = await send({ confirm: true })
    await expandAll(100)
    expect(await sendAll(region)).toHaveLength(5)
    const one = await region.db.one<{ id: number }>(sql`
      select a.id from identity a join person p on p.id = a.person_id where p.name = '群1'`)
    await region.db.execute(sql`
      insert into broadcast_reader (broadcast_id, identity_id, read_at, confirmed_at)
      values (${data.id}, ${one.id}, now(), now())`)
    expect((await area.post(`/api/v1/userSystemMessage/sent/${data.id}/remind`, {})).msg).toBe('ok')
    await expandAll(100)
    expect((await sendAll(region)).map(({ to }) => to).toSorted()).toEqual(['群2', '群3', '群4', '群5'])
  })
})
