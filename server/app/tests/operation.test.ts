import { EventEmitter, once } from 'node:events'
import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { clearPortals, dataFolder, databaseProcesses, startPortal } from '../testing/test-portal.ts'

let folder: string
beforeAll(async () => {
  folder = await dataFolder()
  const portal = await startPortal(folder)
  expect(portal.said()).toContain('杏坛已启动')
  portal.process.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
  expect(await databaseProcesses(folder)).toEqual([])
})
afterAll(clearPortals)

describe('a start with another master key than the data were sealed with', () => {
  const other = Buffer.alloc(32, 3).toString('base64')

  it.runIf(everything)('is refused in one sentence, and the right key starts again', async () => {
    const refused = await startPortal(folder, { XINGTAN_KEY: other })
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toMatch(/主密钥与数据库不符[^\n]*\n/)
    const portal = await startPortal(folder)
    expect((await fetch(`${portal.url}/ready`)).status).toBe(200)
    portal.process.kill('SIGTERM')
    await portal.ended
  })

  it.runIf(everything)('is refused where the key is missing, and writes no new one', async () => {
    const key = join(folder, 'master.key')
    await rename(key, `${key}.kept`)
    for (let tries = 0; tries < 2; tries += 1) {
      const refused = await startPortal(folder)
      expect(await refused.ended).toBe(1)
      expect(refused.said()).toMatch(/找不到主密钥[^\n]*master\.key/)
    }
    await writeFile(key, 'rubbish')
    expect(await (await startPortal(folder)).ended).toBe(1)
    await rm(key)
    await copyFile(`${key}.kept`, key)
  })

  it.runIf(everything)(
    'is refused over an external database, too, also one filled before check values were kept',
    async () => {
      const test: TestDatabase = await openTestDatabase('other key')
      const empty = await dataFolder()
      const env = { DATABASE_URL: test.ownerUrl, XINGTAN_KEY: Buffer.alloc(32, 5).toString('base64') }
      const first = await startPortal(empty, env)
      expect(first.said()).toContain('杏坛已启动')
      first.process.kill('SIGTERM')
      await first.ended
      const owner = new pg.Client({ connectionString: test.ownerUrl })
      await owner.connect()
      for (const before of [
        '',
        `delete from master_key_check; insert into sealing_key (kid, wrapped, active_at)
        values (2, 'v1.0.AAAA.AAAA.AAAA', now())`,
      ]) {
        await owner.query(before)
        const refused = await startPortal(empty, { ...env, XINGTAN_KEY: other })
        expect(await refused.ended).toBe(1)
        expect(refused.said()).toContain('主密钥与数据库不符')
      }
      const missing = await startPortal(empty, { DATABASE_URL: test.ownerUrl })
      expect(await missing.ended).toBe(1)
      expect(missing.said()).toContain('找不到主密钥')
      await owner.end()
      await test.drop()
    },
  )
})

describe('whoever brings the database to a standstill', () => {
  it('gets everybody a 503 within three seconds, also on connections in use, and the portal goes on by itself', async () => {
    const portal = await startPortal(folder, { DB_POOL: '4' })
    const calls: readonly (readonly [string, RequestInit])[] = [
      ['/ready', {}],
      ['/', {}],
      ['/api/v1/siteConfig', {}],
      ['/api/v1/user', { headers: { token: 'x'.repeat(43) } }],
      ['/sitemap.xml', {}],
      ['/login/check', {}],
    ]
    const ask = async ([path, init]: (typeof calls)[number]) => {
      const begun = performance.now()
      const answer = await fetch(portal.url + path, init)
      return { path, status: answer.status, text: await answer.text(), took: performance.now() - begun }
    }
    const before = await Promise.all(calls.map(ask))
    expect(before.filter(({ status }) => status >= 500)).toEqual([])
    const processes = await databaseProcesses(folder)
    expect(processes.length).toBeGreaterThan(4)
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    try {
      // More callers than connections: some wait for one, and the later find the standstill known.
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all([...calls, ...calls, ...calls].map(ask))
        const ready = answers.filter(({ path }) => path === '/ready')
        expect(ready.map(({ status }) => status)).toEqual([503, 503, 503])
        for (const { path, status, text, took } of answers) {
          expect(took, path).toBeLessThan(3_000)
          // The page itself may come without the database.
          expect(
            status === 503 || before.some((one) => one.path === path && one.status === status),
            `${path} ${status} ${text.slice(0, 80)}`,
          ).toBe(true)
        }
        expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(3)
      }
      expect((await fetch(`${portal.url}/health`)).status).toBe(200)
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    }
    while ((await fetch(`${portal.url}/ready`)).status !== 200) await new Promise((go) => setTimeout(go, 20))
    expect((await Promise.all(calls.map(ask))).map(({ status }) => status)).toEqual(
      before.map(({ status }) => status),
    )
    portal.process.kill('SIGTERM')
    expect(await portal.ended).toBe(0)
    expect(await databaseProcesses(folder)).toEqual([])
  })
})

/** A process may be gone already. */
function tellToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // ESRCH
  }
}

describe('whoever stops the portal under load', () => {
  /** Asks on one connection again and again, until told on an answer that it was the last. */
  async function client(
    url: string,
    path: string,
    body: string | undefined,
    answered: () => void,
  ): Promise<string[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const wrong: string[] = []
    for (let last = false; !last;) {
      const sent = request(url + path, {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
      })
      sent.end(body)
      try {
        const [answer]: IncomingMessage[] = await once(sent, 'response')
        if (!answer) throw new Error('no answer')
        const told: unknown = JSON.parse(await text(answer))
        last = answer.headers.connection === 'close'
        answered()
        if (typeof told !== 'object' || told === null || Object.keys(told).join() !== 'error_code,msg,data')
          wrong.push(JSON.stringify(told))
      } catch (error) {
        wrong.push(String(error))
        last = true
      }
    }
    agent.destroy()
    return wrong
  }

  it('breaks no answer off, however often the signal comes, and leaves no database behind', async () => {
    const portal = await startPortal(folder)
    const calls = [
      ['/api/v1/siteConfig'],
      ['/api/v1/login', JSON.stringify({ account: 'nobody', password: 'Nothing#2026' })],
      ['/api/v1/user'],
      ['/api/v1/notThere'],
    ] as const
    let answers = 0
    const busy = new EventEmitter()
    const clients = Promise.all(
      calls.flatMap(([path, body]) =>
        Array.from({ length: 6 }, () =>
          client(portal.url, path, body, () => (answers += 1) === 200 && busy.emit('well')),
        ),
      ),
    )
    await once(busy, 'well')
    const group = -(portal.process.pid ?? 0)
    process.kill(group, 'SIGTERM')
    process.kill(portal.process.pid ?? 0, 'SIGINT')
    process.kill(group, 'SIGTERM')
    expect((await clients).flat()).toEqual([])
    expect(await portal.ended).toBe(0)
    await expect(fetch(`${portal.url}/health`)).rejects.toThrow()
    expect(await databaseProcesses(folder)).toEqual([])
    expect(portal.said().match(/"event":"lifecycle\.stopp\w+"/g)).toEqual([
      '"event":"lifecycle.stopping"',
      '"event":"lifecycle.stopped"',
    ])
  })

  it.runIf(everything)(
    'ends by itself and whole where every process is told, those of the database too',
    async () => {
      const portal = await startPortal(folder)
      for (let times = 0; times < 2; times += 1) {
        const all = [portal.process.pid ?? 0, ...(await databaseProcesses(folder))]
        for (const pid of all) tellToEnd(pid)
      }
      expect(await portal.ended, portal.said()).toBe(0)
      expect(await databaseProcesses(folder)).toEqual([])
      const again = await startPortal(folder)
      expect((await fetch(`${again.url}/ready`)).status).toBe(200)
      again.process.kill('SIGTERM')
      expect(await again.ended).toBe(0)
    },
  )
})
