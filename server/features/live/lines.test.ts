import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveLines } from '../../../catalogue/contract/teaching/live-lines.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { forget } from '../../platform/db/forget.ts'
import { sql } from '../../platform/db/sql.ts'
import { forgottenLines } from './lines.ts'
import { earlier, liveBench, url, type LiveBench } from './test-live.ts'

let bench: LiveBench
let region: Region
beforeAll(async () => {
  bench = await liveBench('live-lines')
  region = bench.region
})
afterAll(() => bench.close())

const read = async (who: Person, id: number) => liveLines.parse((await who.get(url(id, '/lines'))).data)
const say = (who: Person, id: number, text: string) => who.post(url(id, '/lines'), { text })
const decide = (who: Person, id: number, no: number, state: string, reason = '') =>
  who.put(url(id, `/lines/${no}`), { state, reason })
const mute = (who: Person, id: number, no: number, on: boolean, reason = '刷屏') =>
  who.put(url(id, `/lines/${no}/mute`), { on, reason })
/** Ten seconds pass for everybody who said something. */
const later = (id: number) =>
  region.db.execute(sql`update live_line set said_at = ${earlier('said_at', 11)} where live_id = ${id}`)
const talk = (chat: string, more: object = {}) => bench.published({ ...more, more: { chat } })

describe('talk beside a broadcast', () => {
  it('is off unless the announcement opens it, and only in a room of this portal', async () => {
    const { teacher } = region.people
    const [none, link] = [await bench.published(), await talk('2', { way: '2' })]
    for (const id of [none, link]) {
      expect((await bench.viewed(teacher, id)).chat).toBe(false)
      expect((await read(teacher, id)).mode).toBe('off')
      expect((await say(teacher, id, '老师好')).msg).toBe('该直播没有开放交流')
    }
  })

  it('looked at first: a line is its own speaker’s and the host’s until it is shown', async () => {
    const { teacher, colleague, school } = region.people
    const id = await talk('1')
    expect((await say(teacher, id, '怎样起步？')).status).toBe(200)
    const seen = async (who: Person) => (await read(who, id)).lines.map(({ text, state }) => [text, state])
    expect([await seen(teacher), await seen(school), await seen(colleague)]).toEqual([
      [['怎样起步？', 'waiting']],
      [['怎样起步？', 'waiting']],
      [],
    ])
    expect((await decide(school, id, 1, 'shown')).status).toBe(200)
    expect(await seen(colleague)).toEqual([['怎样起步？', 'shown']])
    expect((await decide(school, id, 1, 'hidden')).status).toBe(400)
    expect((await decide(school, id, 1, 'hidden', '与直播无关')).status).toBe(200)
    expect(await seen(colleague)).toEqual([])
    expect((await read(teacher, id)).lines).toMatchObject([{ state: 'hidden', reason: '与直播无关' }])
    // The host's own is shown at once, and he does not wait.
    for (const text of ['欢迎', '开始了']) expect((await say(school, id, text)).status).toBe(200)
    expect((await seen(colleague)).map(([text]) => text)).toEqual(['欢迎', '开始了'])
  })

  it('one line in ten seconds, 200 letters, while it is on, and by those who are not muted', async () => {
    const { teacher, colleague, school } = region.people
    const id = await talk('2')
    expect((await say(teacher, id, '一')).status).toBe(200)
    expect((await say(teacher, id, '二')).msg).toBe('每 10 秒可以发言一次，请稍等')
    expect((await say(colleague, id, '三')).status).toBe(200)
    await later(id)
    for (const text of ['', '  ', '长'.repeat(201)]) expect((await say(teacher, id, text)).status).toBe(400)
    expect((await mute(school, id, 1, true, '')).status).toBe(400)
    expect((await mute(school, id, 1, true)).status).toBe(200)
    expect((await say(teacher, id, '二')).msg).toBe('主持的人已将您禁言：刷屏')
    expect((await read(teacher, id)).barred).toBe('主持的人已将您禁言：刷屏')
    expect((await read(school, id)).lines.map(({ muted }) => muted)).toEqual([true, false])
    expect((await read(colleague, id)).lines.map(({ muted }) => muted)).toEqual([false, false])
    expect((await mute(school, id, 1, false)).status).toBe(200)
    expect((await say(teacher, id, '二')).status).toBe(200)
    expect((await say(teacher, await talk('2', { from: 120 }), '早')).msg).toBe('开始前 30 分钟起可以发言')
    expect((await say(teacher, await talk('2', { from: -600 }), '晚')).msg).toBe('直播已结束，不能再发言')
  })

  it('two lines sent at once by one person: one is said', async () => {
    const { teacher } = region.people
    const id = await talk('2')
    const answers = await Promise.all(['一', '二', '三'].map((text) => say(teacher, id, text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  })

  it('is moderated by whoever conducts it, and by nobody else', async () => {
    const { teacher, colleague, siblingSchool, admin } = region.people
    const id = await talk('2')
    await say(teacher, id, '一')
    for (const who of [teacher, colleague, siblingSchool]) {
      expect((await decide(who, id, 1, 'hidden', '刷屏')).status).toBe(403)
      expect((await mute(who, id, 1, true)).status).toBe(403)
    }
    expect((await admin.get(url(id, '/lines'))).status).toBe(403)
    expect((await region.app.inject({ url: url(id, '/lines') })).statusCode).toBe(401)
    await region.db.execute(sql`update content set take_down_at = now() where id = ${id}`)
    expect((await teacher.get(url(id, '/lines'))).status).toBe(404)
  })

  it('is kept with the broadcast for 60 days', async () => {
    const { teacher } = region.people
    const id = await talk('2')
    await say(teacher, id, '一')
    await forget(region.db, forgottenLines)
    expect((await read(teacher, id)).lines).toHaveLength(1)
    await region.db.execute(
      sql`update live_line set said_at = now() - interval '61 days' where live_id = ${id}`,
    )
    await forget(region.db, forgottenLines)
    expect((await read(teacher, id)).lines).toEqual([])
  })
})

describe('the stream of lines', () => {
  /** Reads a stream until something was told. */
  async function listen(who: Person, id: number) {
    const answer = await region.app.inject({
      url: url(id, '/lines/stream'),
      headers: { token: who.token, accept: 'text/event-stream' },
      payloadAsStream: true,
    })
    let text = ''
    const stream = answer.stream()
    stream.on('data', (piece: Buffer) => (text += piece.toString()))
    return { told: () => text, end: () => stream.destroy() }
  }

  it('tells within three seconds what is said and what is hidden, each what he may read', async () => {
    const { teacher, colleague, school } = region.people
    const id = await talk('1')
    const asked = performance.now()
    const [viewer, host] = [await listen(colleague, id), await listen(school, id)]
    // A stream stands before anything is said: the first sign of life is not waited for (25 s).
    expect(performance.now() - asked).toBeLessThan(20_000)
    await say(teacher, id, '怎样起步？')
    await expect.poll(host.told, { timeout: 3_000 }).toContain('怎样起步？')
    expect(viewer.told()).not.toContain('怎样起步？')
    await decide(school, id, 1, 'shown')
    await expect.poll(viewer.told, { timeout: 3_000 }).toContain('怎样起步？')
    await decide(school, id, 1, 'hidden', '刷屏')
    await expect.poll(viewer.told, { timeout: 3_000 }).toContain('"text":"","state":"hidden"')
    expect(viewer.told()).not.toContain('刷屏')
    for (const one of [viewer, host]) one.end()
    expect((await colleague.get(url(id, '/lines/stream'))).status).toBe(400)
  })
})
