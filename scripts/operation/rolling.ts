/**
 * `npm run test:rolling [-- seconds [pooler]]`: two processes over a PostgreSQL of Debian's behind nginx with
 * deploy/nginx.conf, under load for a minute, while each is restarted twice by SIGTERM to its group; then the
 * database stands still. Ends with 1 when a request failed, or an answer of the standstill took longer than
 * three seconds. With `pooler` PgBouncer stands before the database. Skips where the packages are missing.
 */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { buildIfChanged } from '../pages.ts'
import { ask, type Call } from './calls.ts'
import { startPortal, type StartedPortal } from './portal.ts'
import { openPlace, requirePrograms, type Place } from './servers.ts'
import { database, domain, proxy } from './stand.ts'

const pooler = process.argv[3] === 'pooler'
requirePrograms('postgres', 'nginx', ...(pooler ? (['pgbouncer'] as const) : []))
// The account of the portals cannot write the program's folder.
await buildIfChanged()
const seconds = Number(process.argv[2] ?? 60)
const clients = 12
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * The token of the first administrator, who signs in with the code that the start printed and chooses a
 * password.
 */
async function administrator(port: number, said: string): Promise<string> {
  const agent = new Agent()
  const code = /^ {2}([A-Z2-9]{12})$/m.exec(said)?.[1] ?? ''
  const [account, password] = ['admin', 'Xingtan#2026-rolling']
  const first = await ask(port, agent, {
    method: 'POST',
    path: '/api/v1/login',
    body: { account, password: code },
  })
  const told = JSON.parse(first.content) as { data: { token: string } | null }
  if (!told.data) throw new Error(`signing in: ${first.content}`)
  const { token } = told.data
  const chosen = await ask(port, agent, {
    method: 'PUT',
    path: '/api/v1/user/resetPassword',
    token,
    body: { old_password: code, password },
  })
  if (chosen.status !== 200) throw new Error(`choosing a password: ${chosen.content}`)
  return token
}

/** Requests of every client, one after the other, until told to end; answers what failed. */
async function load(port: number, token: string, on: () => boolean) {
  const calls: readonly Call[] = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/api/v1/siteConfig' },
    { method: 'GET', path: '/api/v1/user', token },
    { method: 'POST', path: '/api/v1/account/tour', token },
    { method: 'GET', path: '/api/v1/userSystemMessage', token },
    { method: 'GET', path: '/api/v1/login/key' },
  ]
  const statuses = new Map<string, number>()
  const failed: string[] = []
  let asked = 0
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = number; on(); turn += 1) {
      const call = calls[turn % calls.length] ?? calls[0]
      if (!call) break
      const { status, content } = await ask(port, agent, call)
      asked += 1
      const key = `${call.method} ${call.path} ${status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
      if (status !== 200) failed.push(`${key} ${content.slice(0, 120)}`)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return { asked, failed, statuses }
}

/** Numbers of the server's processes. */
async function family(postmaster: number): Promise<number[]> {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(postmaster))
      children.push(Number(name))
  }
  return [postmaster, ...children]
}

async function standstill(port: number, token: string, postmaster: number): Promise<boolean> {
  const pids = await family(postmaster)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const took: number[] = []
  const statuses = new Set<number>()
  try {
    for (let round = 0; round < 4; round += 1) {
      const calls: Call[] = ['/', '/api/v1/siteConfig', '/api/v1/user', '/sitemap.xml'].flatMap((path) =>
        Array.from({ length: 10 }, () => ({ method: 'GET', path, token }) as const),
      )
      const answers = await Promise.all(calls.map((call) => ask(port, new Agent(), call)))
      for (const answer of answers) {
        took.push(answer.took)
        statuses.add(answer.status)
      }
    }
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  const slowest = Math.max(...took)
  say(`standstill: ${took.length} answers (${[...statuses].join(', ')}), slowest ${Math.round(slowest)} ms`)
  return slowest < 3_000 && !statuses.has(0)
}

/** Restarts a process as systemd does: a signal to its whole group, twice, and the next when it is gone. */
async function restart(place: Place, running: StartedPortal, env: Readonly<Record<string, string>>) {
  const group = -(running.process.pid ?? 0)
  process.kill(group, 'SIGTERM')
  await sleep(200)
  process.kill(group, 'SIGTERM')
  const code = await running.ended
  if (code !== 0) throw new Error(`it ended with ${code}:\n${running.said().slice(-2000)}`)
  return startPortal(place, env)
}

/** Each process restarted twice, one after the other, while clients ask; whether no request failed. */
async function rolls(
  place: Place,
  { portals, envs }: { portals: StartedPortal[]; envs: readonly Record<string, string>[] },
  asking: (on: () => boolean) => ReturnType<typeof load>,
): Promise<boolean> {
  const begun = Date.now()
  const elapsed = () => (Date.now() - begun) / 1000
  let restarting = true
  const loading = asking(() => restarting || elapsed() < seconds)
  try {
    for (const which of [0, 1, 0, 1]) {
      await sleep((seconds * 1000) / 20)
      const [running, env] = [portals[which], envs[which]]
      if (running && env) portals[which] = await restart(place, running, env)
      say(`restarted ${which + 1} after ${elapsed().toFixed(1)} s`)
    }
  } finally {
    restarting = false
  }
  const { asked, failed, statuses } = await loading
  for (const [key, many] of [...statuses].toSorted()) say(`  ${key}: ${many}`)
  for (const line of failed.slice(0, 20)) say(`✗ ${line}`)
  say(`${asked} requests in ${elapsed().toFixed(0)} s, ${failed.length} failed`)
  return failed.length === 0
}

/** npm alone is told, as a supervisor of npm does: one drain, and an end with 0. */
async function endsByNpm({ process: npm, ended, said }: StartedPortal): Promise<boolean> {
  npm.kill('SIGTERM')
  const code = await ended
  const drains = said().match(/"event":"lifecycle\.stopped"/g)?.length ?? 0
  say(`npm told alone: ended with ${code} after ${drains} drain`)
  return code === 0 && drains === 1
}

async function main(): Promise<boolean> {
  const place = await openPlace('rolling')
  try {
    const { postgres, settings } = await database(place, pooler)
    const [port, one, two] = [await freePort(), await freePort(), await freePort()]
    const common = {
      ...settings,
      XINGTAN_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: await place.own('data'),
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_ORIGIN: `https://${domain}`,
      SECOND_FACTOR: 'off',
      REQUESTS_PER_MINUTE: '10000000',
      TRUSTED_NETWORKS: '127.0.0.1',
    }
    const envs = [one, two].map((own) => ({ ...common, PORT: String(own) }))
    const portals: StartedPortal[] = []
    for (const env of envs) portals.push(await startPortal(place, env))
    const nginx = await proxy(place, port, [one, two])
    const token = await administrator(port, portals[0]?.said() ?? '')
    const rolled = await rolls(place, { portals, envs }, (on) => load(port, token, on))
    if (!rolled) say((await nginx.errors()).slice(-60_000))
    const stood = await standstill(port, token, postgres.process.pid ?? 0)
    const [first] = portals
    return rolled && stood && first !== undefined && (await endsByNpm(first))
  } finally {
    await place.end()
  }
}

process.exitCode = (await main()) ? 0 : 1
