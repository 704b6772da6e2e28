import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HistoryEntry } from '../catalogue/contract/archive/records.ts'
import { begin, sendAll } from '../server/app/testing/tus-sender.ts'
import { testFilm } from '../server/platform/recordings/test-film.ts'
import { everything } from '../server/platform/testing/test-extent.ts'
import { password } from './tools/browser.ts'
import { demoFolder } from './tools/demo-region.ts'
import { freePort, removePortal, startPortal, stopPortal } from './tools/portal.ts'

type Portal = Awaited<ReturnType<typeof startPortal>>

const study = {
  educationLevel: '21',
  educationCountry: '156',
  educationSchool: '杏川师范大学',
  isNormalMajor: true,
  startMonth: '2014-09',
  endMonth: '2018-06',
  studyMode: '1',
  degreeLevel: '0',
}
let folder: string
let portal: Portal
let env: Record<string, string>
let token: string

beforeAll(async () => {
  folder = await demoFolder('crash')
  env = { DATA_DIR: folder, REQUESTS_PER_MINUTE: '1000000', PORT: String(await freePort()) }
  portal = await startPortal(env)
  const answer = await call<{ token: string }>('POST', '/api/v1/login', { account: 'cityteacher', password })
  token = answer.data.token
})
afterAll(async () => {
  await stopPortal(portal.process)
  await removePortal(folder)
})

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** How often each is killed; KILLS=20 for whoever doubts. */
const kills = Number(process.env['KILLS'] ?? (everything ? 3 : 1))

interface Answer<T> {
  status: number
  data: T
}

/** One call. A write tells id and version; whoever reads names the shape. */
async function call<T = { id: string; version: number }>(
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Answer<T>> {
  const response = await fetch(portal.url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      token: token ?? '',
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5000),
  })
  const { data } = (await response.json()) as { data: T }
  return { status: response.status, data }
}

/** What the portal said it had kept: the record, its version and its text at that version. */
interface AcknowledgedRecord {
  version: number
  major: string
}

const url = '/api/v1/records/studyExperience'

/**
 * Writes until told to stop, noting only what was acknowledged. Failures while the portal is down are
 * expected.
 */
async function writer(ledger: Map<string, AcknowledgedRecord>, going: () => boolean): Promise<void> {
  while (going()) {
    const major = randomUUID()
    const made = await call('POST', url, { ...study, major }, randomUUID()).catch(() => null)
    if (made?.status !== 200) continue
    ledger.set(made.data.id, { version: made.data.version, major })
    const next = randomUUID()
    const edited = await call('PUT', `${url}/${made.data.id}`, {
      major: next,
      version: made.data.version,
    }).catch(() => null)
    if (edited?.status === 200) ledger.set(made.data.id, { version: edited.data.version, major: next })
  }
}

/** Nothing acknowledged is lost; what was not acknowledged is there whole or not at all. */
async function verify(ledger: Map<string, AcknowledgedRecord>): Promise<void> {
  const list = await call<{ list: (AcknowledgedRecord & { id: string })[] }>('GET', url)
  const found = new Map(list.data.list.map((r) => [r.id, r]))
  for (const [id, kept] of ledger) {
    const row = found.get(id)
    expect(row, `acknowledged record ${id}`).toBeDefined()
    expect(row?.version).toBeGreaterThanOrEqual(kept.version)
    if (row?.version === kept.version) expect(row.major).toBe(kept.major)
  }
  for (const id of ledger.keys()) {
    const history = await call<HistoryEntry[]>('GET', `${url}/${id}/history`)
    expect(history.data.map((h) => h.action)).toEqual(['create'])
  }
  for (const id of found.keys()) await call('DELETE', `${url}/${id}`)
}

function postmaster(): number {
  const pointer = join(folder, 'pg-home')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(folder, 'pg')
  const direct =
    [join(home, 'postmaster.pid'), join(home, 'pg', 'postmaster.pid')].find((path) => existsSync(path)) ?? ''
  return Number(readFileSync(direct, 'utf8').split('\n')[0])
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await fetch(`${portal.url}/ready`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return
    await new Promise((go) => setTimeout(go, 50))
  }
  throw new Error('the portal did not come back')
}

/** Acknowledged writes of a round before the blow. */
const writesBefore = 20

async function round(strike: () => Promise<void>): Promise<number> {
  const ledger = new Map<string, AcknowledgedRecord>()
  let on = true
  const writers = Array.from({ length: 6 }, () => writer(ledger, () => on))
  // In the middle of writing, however fast this machine writes.
  for (let waited = 0; ledger.size < writesBefore && waited < 10_000; waited += 20)
    await new Promise((go) => setTimeout(go, 20))
  await strike()
  on = false
  await Promise.all(writers)
  await ready()
  await verify(ledger)
  return ledger.size
}

it('kill -9 of the process, again and again during writes: nothing acknowledged is lost', async () => {
  let kept = 0
  for (let n = 0; n < kills; n += 1) {
    kept += await round(async () => {
      await stopPortal(portal.process, 'SIGKILL')
      portal = await startPortal(env)
    })
  }
  expect(kept).toBeGreaterThan(16 * kills)
})

it('kill -9 of PostgreSQL, again and again during writes: nothing acknowledged is lost, and the portal comes back by itself', async () => {
  let kept = 0
  for (let n = 0; n < kills; n += 1) {
    kept += await round(async () => {
      process.kill(postmaster(), 'SIGKILL')
      await new Promise((go) => setTimeout(go, 200))
      if (
        !(await fetch(`${portal.url}/health`).then(
          (r) => r.ok,
          () => false,
        ))
      )
        portal = await startPortal(env)
    })
  }
  expect(kept).toBeGreaterThan(16 * kills)
})

it.runIf(everything)(
  'kill -9 of both: the next start recovers',
  async () => {
    await round(async () => {
      process.kill(postmaster(), 'SIGKILL')
      await stopPortal(portal.process, 'SIGKILL')
      portal = await startPortal(env)
    })
  },
  60_000,
)

// What a killed portal had received is kept by another one, too: features/files/resumable tests it.
it.runIf(everything)(
  'kill -9 in the middle of an upload of 24 MB over a line that breaks: it goes on at the last part, and the bytes are the same',
  async () => {
    const film = testFilm({ chunks: [randomBytes(24 * 1024 * 1024)] })
    const content = {
      name: '公开课.mp4',
      bytes: film.length,
      slice: (start: number, end: number) => film.subarray(start, end),
    }
    const { data } = await call<{ token: string }>('POST', '/api/v1/login', { account: 'teacher', password })
    const line = { url: () => portal.url, token: data.token }
    const struck = new Set<number>()
    let requests = 0
    const outcome = await sendAll(line, await begin(line, content), content, {
      partBytes: 2 * 1024 * 1024,
      breakAt: () => ((requests += 1) % 3 === 1 ? requests * 40_000 : undefined),
      before: async (start) => {
        const third = Math.floor(start / (8 * 1024 * 1024))
        if (third === 0 || struck.has(third)) return
        struck.add(third)
        await stopPortal(portal.process, 'SIGKILL')
        portal = await startPortal(env)
      },
    })
    expect([outcome.status, struck.size]).toEqual([200, 2])
    expect(outcome.resumed).toBeGreaterThan(4)
    const address = await fetch(`${portal.url}/api/v1/upload/file?key=${outcome.file?.id ?? ''}`, {
      headers: { token: data.token },
    })
    const { url } = ((await address.json()) as { data: { url: string } }).data
    const stored = Buffer.from(await (await fetch(portal.url + url)).arrayBuffer())
    expect(sha256(stored)).toBe(sha256(film))
  },
  180_000,
)

it('a second process on the same data refuses with one sentence', async () => {
  const error = await startPortal({ DATA_DIR: folder }).then(
    (second) => stopPortal(second.process).then(() => new Error('a second process started')),
    (failure: Error) => failure,
  )
  expect(error.message).toMatch(/ended at once/)
  expect(error.message).toMatch(new RegExp(`${portal.process.pid}`))
})
