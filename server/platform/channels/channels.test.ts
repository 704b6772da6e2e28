import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smsChannel } from '../sms/sms.ts'
import type { Channel } from './channel.ts'
import { dingtalkChannel } from './dingtalk.ts'
import { StandIn } from './testing/stand-in.ts'
import { wecomChannel } from './wecom.ts'

const standIn = new StandIn()
let url: string
beforeAll(async () => void (url = await standIn.open()))
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.mood = () => 'take'
  standIn.taken.length = 0
})

const parcel = { to: 'lin', subject: '', text: '杏坛：您有 1 条未读消息', key: 'k1' }
const wecom = (secret = 'right') => wecomChannel({ url, corpId: 'ww1', agentId: 7, secret })
const dingtalk = (appSecret = 'right') => dingtalkChannel({ url, appKey: 'k', appSecret, agentId: 7 })
const both: readonly (readonly [string, (secret?: string) => Channel])[] = [
  ['wecom', wecom],
  ['dingtalk', dingtalk],
]

describe.each(both)('the channel %s', (name, open) => {
  it('hands a message over with one token for many, fetched once however many ask', async () => {
    const channel = open()
    const before = standIn.tokens
    const sent = await Promise.all([1, 2, 3].map((n) => channel.send({ ...parcel, to: `p${n}` })))
    expect(sent.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(standIn.taken.map(({ provider, to }) => [provider, to]).toSorted()).toEqual([
      [name, 'p1'],
      [name, 'p2'],
      [name, 'p3'],
    ])
    expect(standIn.tokens - before).toBe(1)
  })

  it('fetches another token where the old one is refused, and sends once', async () => {
    const channel = open()
    await channel.send(parcel)
    standIn.endTokens()
    expect(await channel.send({ ...parcel, text: '第二条' })).toMatchObject({ state: 'delivered' })
    expect(standIn.taken.map(({ text }) => text)).toEqual([parcel.text, '第二条'])
  })

  it('says what certainly did not arrive, what never will, and what may have, without any secret', async () => {
    const outcome = async (mood: ReturnType<StandIn['mood']>) => {
      standIn.mood = () => mood
      return open().send(parcel)
    }
    const tooOften = name === 'wecom' ? 45009 : 90018
    const nobody = name === 'wecom' ? 60111 : 33012
    expect(await outcome(tooOften)).toMatchObject({ state: 'later', busy: true, afterSeconds: 60 })
    expect(await outcome({ status: 429, retryAfter: 7 })).toMatchObject({ state: 'later', afterSeconds: 7 })
    expect(await outcome(nobody)).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('没有该成员'),
    })
    expect(await outcome({ status: 502 })).toMatchObject({ state: 'unknown' })
    expect(await outcome('lose')).toMatchObject({ state: 'unknown' })
    const wrong = await open('wrong').send(parcel)
    expect(wrong).toMatchObject({ state: 'later', reason: expect.stringContaining('没有给凭证') })
    expect(JSON.stringify(wrong)).not.toContain('wrong')
    expect(standIn.taken).toEqual([])
  })
})

it('what nobody listens to was certainly not taken', async () => {
  const gone = new StandIn()
  const nowhere = await gone.open()
  await gone.close()
  const unheard = wecomChannel({ url: nowhere, corpId: 'w', agentId: 1, secret: 'right' })
  expect(await unheard.send(parcel)).toMatchObject({ state: 'later', reason: '连不上对方' })
  const gateway = smsChannel({ url: nowhere, token: undefined, outboxFolder: undefined })
  expect(await gateway.send(parcel)).toMatchObject({ state: 'later', reason: '连不上对方' })
})
