/** Browsers that use a portal behind nginx: some write and look for what they wrote, some read. */
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '../../demo/accounts.ts'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { ask, type Call } from './calls.ts'
import { startPortal } from './portal.ts'
import type { Place } from './servers.ts'
import { database } from './stand.ts'

/** What production accepts: it refuses the demo's password, which everybody knows. */
const password = 'Xingtan#2026-clients'

/** The portal that is asked, and how many milliseconds a client waits before it asks again. */
interface Portal {
  readonly port: number
  readonly pause: number
}

/** A browser that is signed in. */
async function browser({ port, pause }: Portal, account: string) {
  const [agent, cookies] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Map<string, string>()]
  const body = { account, password }
  const { content } = await ask(port, agent, { method: 'POST', path: '/api/v1/login', body, cookies })
  const { data } = JSON.parse(content) as { data: { token?: string } | null }
  if (data?.token === undefined) throw new Error(`${account} signing in: ${content}`)
  let { token } = data
  return async (call: Omit<Call, 'token' | 'cookies'>) => {
    await sleep(pause)
    const answer = await ask(port, agent, { ...call, token, cookies })
    if (typeof answer.renewed === 'string') token = answer.renewed
    return answer
  }
}
type Browser = Awaited<ReturnType<typeof browser>>

/** What the clients counted, and when processes were killed. */
export interface Count {
  asked: number
  checked: number
  /** Searches that were refused because the account searches too often, as it should be. */
  tooOften: number
  readonly broken: string[]
  readonly failed: { readonly at: number; readonly what: string }[]
  readonly killed: number[]
}

export const newCount = (): Count => ({
  asked: 0,
  checked: 0,
  tooOften: 0,
  broken: [],
  failed: [],
  killed: [],
})

const list = '/api/v1/records/skillCertificate'

/** Writes a draft and looks for it, takes it away and looks again. */
async function ownWriting(browse: Browser, count: Count, on: () => boolean): Promise<void> {
  const failed = (what: string) => void count.failed.push({ at: Date.now(), what })
  const finds = async (id: string): Promise<boolean | null> => {
    const { status, content } = await browse({ method: 'GET', path: `${list}?page=1&pageSize=100` })
    count.asked += 1
    if (status === 200) return content.includes(id)
    failed(`GET list ${status} ${content.slice(0, 80)}`)
    return null
  }
  while (on()) {
    const made = await browse({ method: 'POST', path: list, body: {} })
    count.asked += 1
    if (made.status !== 200) {
      failed(`POST ${made.status} ${made.content.slice(0, 80)}`)
      continue
    }
    const { id } = (JSON.parse(made.content) as { data: { id: string } }).data
    const found = await finds(id)
    if (found !== null) count.checked += 1
    if (found === false) count.broken.push(`${id} was written and not found`)
    const gone = await browse({ method: 'DELETE', path: `${list}/${id}` })
    count.asked += 1
    if (gone.status !== 200) {
      failed(`DELETE ${gone.status} ${gone.content.slice(0, 80)}`)
      continue
    }
    const still = await finds(id)
    if (still !== null) count.checked += 1
    if (still === true) count.broken.push(`${id} was removed and found`)
  }
}

const readings = [
  ['school', '/api/v1/records/studyExperience?queue=open&page=1&pageSize=20'],
  ['school', '/api/v1/teacher?page=1&pageSize=20'],
  ['area', '/api/v1/find?q=lin'],
  ['city', '/api/v1/records/paper?page=1&pageSize=20'],
  ['teacher', '/api/v1/workbench'],
  [null, '/api/v1/portal/home'],
  [null, '/api/v1/policy?page=1&pageSize=10'],
  [null, '/home/index'],
] as const
const readingAccounts = [...new Set(readings.map(([one]) => one).filter((one) => one !== null))]

type Browsers = ReadonlyMap<string, Browser>

/** Reads one address after the other, beginning with one of its own. */
async function reading(
  { port, pause, from, browsers }: Portal & { readonly from: number; readonly browsers: Browsers },
  count: Count,
  on: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const anonymous = async (call: Call) => {
    await sleep(pause)
    return ask(port, agent, call)
  }
  for (let turn = from; on(); turn += 1) {
    const [account, path] = readings[turn % readings.length] ?? readings[0]
    const call = { method: 'GET', path } as const
    const browse = account === null ? undefined : browsers.get(account)
    const { status, content } = await (browse ?? anonymous)(call)
    count.asked += 1
    if (status === 429) count.tooOften += 1
    else if (status !== 200)
      count.failed.push({ at: Date.now(), what: `GET ${path} ${status} ${content.slice(0, 80)}` })
  }
}

/**
 * Signs in so many clients that write and so many that read; each asks, one request after the other, while
 * `on`. One after the other: several tries of one account at a time are counted as tries to guess it. What it
 * answers ends when they do.
 */
export async function startClients(
  portal: Portal & { readonly each: number },
  count: Count,
  on: () => boolean,
): Promise<{ readonly ended: Promise<unknown> }> {
  const pairs: (readonly [writer: Browser, browsers: Browsers])[] = []
  for (let number = 0; number < portal.each; number += 1) {
    const browsers = new Map<string, Browser>()
    for (const account of readingAccounts) browsers.set(account, await browser(portal, account))
    pairs.push([await browser(portal, 'teacher'), browsers])
  }
  const clients = pairs.flatMap(([writer, browsers], from) => [
    ownWriting(writer, count, on),
    reading({ ...portal, from, browsers }, count, on),
  ])
  return { ended: Promise.all(clients) }
}

/** Gives the accounts that are used here a password of their own. */
async function choosePasswords(portal: string): Promise<void> {
  const call = async (method: string, path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', token }
    const answer = await fetch(portal + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { data: { token: string } }
  }
  for (const account of readingAccounts) {
    const { data } = await call('POST', '/api/v1/login', { account, password: demoPassword })
    const body = { old_password: demoPassword, password }
    await call('PUT', '/api/v1/user/resetPassword', body, data.token)
  }
}

/**
 * A database with the demo region, whose accounts the clients can use; the settings of portals on it.
 * `folder`: of the version that fills it.
 */
export async function filledDatabase(place: Place, folder?: string) {
  const { postgres, settings } = await database(place, false)
  const common = {
    ...settings,
    XINGTAN_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: await place.own('data'),
    REQUESTS_PER_MINUTE: '10000000',
    TRUSTED_NETWORKS: '127.0.0.1',
    SECOND_FACTOR: 'off',
    SESSIONS_PER_PERSON: '20',
  }
  const demo = { ...common, NODE_ENV: 'development', DEMO: 'on', PORT: String(await freePort()) }
  const filled = await startPortal(place, demo, folder)
  await choosePasswords(`http://127.0.0.1:${demo.PORT}`)
  process.kill(-(filled.process.pid ?? 0), 'SIGTERM')
  await filled.ended
  return { postgres, common }
}
