import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'

let region: Region
let second: Server
const path = '/api/v1/userSystemMessage/stream'
let addresses: readonly string[]

beforeAll(async () => {
  region = await testRegion('badges')
  second = await region.serveBeside()
  const listen = (server: Server) => server.listen({ port: 0, host: '127.0.0.1' })
  addresses = [await listen(region.app), await listen(second)]
})
afterAll(async () => {
  await second.close()
  await region.close()
})

/** What an open page hears, with a way to wait for it. */
async function hear(who: Person, address = addresses[0]) {
  const leave = new AbortController()
  const headers = { token: who.token, background: '1', accept: 'text/event-stream' }
  const response = await fetch(`${address}${path}`, { headers, signal: leave.signal })
  const heard: { event: string; told: { total?: number } }[] = []
  let ended = false
  let wake = () => {}
  const reading = (async () => {
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const one of whole) {
        const [, event = '', told = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(one) ?? []
        if (event !== '') heard.push({ event, told: JSON.parse(told) })
      }
      wake()
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true
      wake()
    })
  return {
    status: response.status,
    heard,
    /** Resolves once what was heard is as wished; the test's own limit is the only clock. */
    async until(wished: () => boolean) {
      while (!wished() && !ended) await new Promise<void>((done) => (wake = done))
      expect(wished(), JSON.stringify(heard)).toBe(true)
    },
    async end() {
      while (!ended) await new Promise<void>((done) => (wake = done))
    },
    last: () => heard.findLast(({ event }) => event === 'unread')?.told.total,
    leave: async () => {
      leave.abort()
      await reading
    },
  }
}

const message = (who: Person, title: string) =>
  region.db.execute(
    sql`insert into message (identity_id, kind, title) values (${who.identityId}, '1', ${title})`,
  )
const truth = async (who: Person) =>
  (await who.get<{ total: number }>('/api/v1/userSystemMessage/statistics')).data.total

describe('an open page hears', () => {
  it('its unread messages at once, then every change, through both processes alike', async () => {
    const { teacher } = region.people
    const pages = await Promise.all(addresses.map((address) => hear(teacher, address)))
    for (const page of pages) await page.until(() => page.last() === 0)
    await message(teacher, '一')
    for (const page of pages) await page.until(() => page.last() === 1)
    await message(teacher, '二')
    for (const page of pages) await page.until(() => page.last() === 2)
    expect((await teacher.put('/api/v1/userSystemMessage/read/all', {})).msg).toBe('ok')
    for (const page of pages) await page.until(() => page.last() === 0)
    expect(await truth(teacher)).toBe(0)
    for (const page of pages) await page.leave()
  })

  it('that work came and that a colleague did it', async () => {
    const { teacher, school, school2 } = region.people
    const page = await hear(school2, addresses[1])
    await page.until(() => page.last() !== undefined)
    const attachments = [await picture(region, teacher)]
    const made = await teacher.post('/api/v1/records/studyExperience', { ...study, attachments })
    const works = () => page.heard.filter(({ event }) => event === 'work').length
    const before = works()
    const sent = await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})
    expect(sent.msg).toBe('ok')
    await page.until(() => works() > before)
    const then = works()
    expect((await school.post(`/api/v1/records/studyExperience/${made.data.id}/approve`, {})).msg).toBe('ok')
    await page.until(() => works() > then)
    await page.leave()
  })

  it('the truth after the connection to the database was cut', async () => {
    const { colleague } = region.people
    const page = await hear(colleague)
    await page.until(() => page.last() === 0)
    await region.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'xingtan-told' and datname = current_database()`)
    await message(colleague, '断开时')
    await page.until(() => page.last() === 1)
    await page.leave()
  })
})

describe('nobody', () => {
  it('hears of others, hears anything without a session, or keeps an ended one', async () => {
    const { teacher, stranger } = region.people
    const page = await hear(stranger)
    await page.until(() => page.last() === 0)
    await message(teacher, '他人的')
    await message(stranger, '自己的')
    await page.until(() => page.last() === 1)
    expect(page.heard.filter(({ event }) => event === 'unread').map(({ told }) => told.total)).toEqual([0, 1])
    expect((await hear({ ...stranger, token: '' })).status).toBe(401)
    const plain = await fetch(`${addresses[0]}${path}`, { headers: { token: stranger.token } })
    expect(plain.status).toBe(400)
    await region.db.execute(
      sql`update session set revoked_at = now() where identity_id = ${stranger.identityId}`,
    )
    await message(stranger, '退出以后的')
    await page.end()
    expect(page.last()).toBe(1)
  })

  it('prolongs a session by listening', async () => {
    const { area } = region.people
    const seen = sql`update session set last_seen_at = now() - interval '20 minutes' where identity_id = ${area.identityId}`
    await region.db.execute(seen)
    const page = await hear(area)
    await page.until(() => page.last() !== undefined)
    const { idle } = await region.db.one<{ idle: boolean }>(sql`
      select bool_and(last_seen_at < now() - interval '19 minutes') as idle
      from session where identity_id = ${area.identityId}`)
    expect(idle).toBe(true)
    await page.leave()
  })

  it('holds more than ten streams: the oldest ends', async () => {
    const { city } = region.people
    const first = await hear(city)
    await first.until(() => first.last() !== undefined)
    const others = []
    for (let n = 0; n < 10; n += 1) others.push(await hear(city))
    await first.end()
    for (const other of others) await other.leave()
  })
})
