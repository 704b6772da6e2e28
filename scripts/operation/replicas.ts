/**
 * `npm run test:replicas [-- seconds [checks [older]]]`: four processes over a PostgreSQL of Debian's with
 * two streaming replicas, behind nginx with deploy/nginx.conf, under mixed load. Each process and each
 * replica is killed once, a replica stands still for a while, and all processes are restarted one after the
 * other; where `older` names the folder of an older version, installed and built, all begin with that one and
 * are updated while they are restarted. Ends with 1 when somebody did not find what they had just written, or
 * a request failed that was not under way when a process was killed. Then one start runs two processes
 * (PROCESSES=2). Skips where the packages are missing.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { buildIfChanged } from '../pages.ts'
import { filledDatabase, newCount, startClients, type Count } from './clients.ts'
import { startPortal, type StartedPortal } from './portal.ts'
import { openPlace, requirePrograms, startStandby, type Place } from './servers.ts'
import { domain, proxy } from './stand.ts'

requirePrograms('postgres', 'nginx')
await buildIfChanged()
const seconds = Number(process.argv[2] ?? 600)
const checks = Number(process.argv[3] ?? 10_000)
/** The version that the processes begin with. */
const older = process.argv[4] ?? join(import.meta.dirname, '../..')
/** Where so many requests fail, the rest says nothing more. */
const mostFailed = 500
const say = (line: string) => void process.stdout.write(`${line}\n`)

const groupOf = ({ process: { pid } }: StartedPortal): number => -(pid ?? 0)

async function main(): Promise<boolean> {
  const place = await openPlace('replicas')
  try {
    const { postgres, common } = await filledDatabase(place, older)
    say('the demo region stands')
    const standbys = [await startStandby(place, postgres, 'one'), await startStandby(place, postgres, 'two')]
    const replicated = {
      ...common,
      DATABASE_REPLICA_URLS: standbys.map(({ port }) => `postgres://127.0.0.1:${port}/xingtan`).join(','),
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_ORIGIN: `https://${domain}`,
      DB_POOL: '6',
    }
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
    const envs = ports.map((own) => ({ ...replicated, PORT: String(own) }))
    const portals: StartedPortal[] = []
    for (const env of envs) portals.push(await startPortal(place, env, older))
    const port = await freePort()
    await proxy(place, port, ports)
    const good = await underLoad(place, { port, portals, envs, standbys })
    for (const portal of portals) process.kill(groupOf(portal), 'SIGTERM')
    await Promise.all(portals.map(({ ended }) => ended))
    return (await oneStart(place, replicated)) && good
  } finally {
    await place.end()
  }
}

interface Stage {
  readonly port: number
  readonly portals: StartedPortal[]
  readonly envs: readonly Readonly<Record<string, string>>[]
  readonly standbys: readonly Awaited<ReturnType<typeof startStandby>>[]
}

/** What happens while clients ask; each stands for a tenth of the time. */
function happenings(place: Place, { portals, envs, standbys }: Stage, count: Count) {
  const killed = envs.map((env, which) => async () => {
    const running = portals[which]
    if (!running) return
    count.killed.push(Date.now())
    process.kill(groupOf(running), 'SIGKILL')
    await running.ended
    portals[which] = await startPortal(place, env, older)
    say(`process ${which + 1} was killed and runs again`)
  })
  const replicasKilled = standbys.map((standby, which) => async () => {
    standby.process.kill('SIGKILL')
    await sleep(3_000)
    await standby.start()
    say(`replica ${which + 1} was killed and runs again`)
  })
  const lagging = async () => {
    await standbys[0]?.ask('select pg_wal_replay_pause()')
    await sleep(10_000)
    await standbys[0]?.ask('select pg_wal_replay_resume()')
    say('replica 1 stood still for ten seconds')
  }
  const rolled = async () => {
    for (const [which, env] of envs.entries()) {
      const running = portals[which]
      if (!running) continue
      process.kill(groupOf(running), 'SIGTERM')
      await running.ended
      portals[which] = await startPortal(place, env)
      // Both versions answer beside each other for a while.
      await sleep((seconds * 1000) / 60)
    }
    say('all processes were restarted, one after the other')
  }
  return [...killed.slice(0, 2), ...replicasKilled, lagging, ...killed.slice(2), rolled]
}

async function underLoad(place: Place, stage: Stage): Promise<boolean> {
  const count = newCount()
  const answered = () =>
    Promise.all(
      stage.standbys.map(async ({ ask: query }) =>
        Number(await query(`select tup_returned from pg_stat_database where datname = 'xingtan'`)),
      ),
    )
  const begun = Date.now()
  const elapsed = () => (Date.now() - begun) / 1000
  let happening = true
  const on = () =>
    count.failed.length < mostFailed && (happening || elapsed() < seconds || count.checked < checks)
  const clients = await startClients({ port: stage.port, pause: 0, each: 4 }, count, on)
  try {
    for (const happens of happenings(place, stage, count)) {
      await sleep((seconds * 1000) / 20)
      await happens()
    }
  } finally {
    happening = false
  }
  await clients.ended
  const [one, two] = await answered()
  // A kill is noticed by whoever asks within a second; nginx asks another process for what reads.
  const excused = ({ at }: { readonly at: number }) =>
    count.killed.some((moment) => at >= moment && at - moment < 3_000)
  const faults = count.failed.filter((one) => !excused(one))
  for (const { what } of faults.slice(0, 20)) say(`✗ ${what}`)
  for (const what of count.broken.slice(0, 20)) say(`✗ ${what}`)
  say(
    `${count.asked} requests in ${elapsed().toFixed(0)} s; ${count.failed.length - faults.length} under way when a process was killed, ${faults.length} others failed`,
  )
  say(`${count.tooOften} searches refused, because one account searched too often`)
  say(`own writing looked for ${count.checked} times, not as written ${count.broken.length} times`)
  say(`rows answered by the replicas since they began: ${one} and ${two}`)
  return faults.length === 0 && count.broken.length === 0
}

/**
 * One start with two processes: one is killed and comes back, all are restarted by SIGHUP, all end by
 * SIGTERM.
 */
async function oneStart(place: Place, env: Readonly<Record<string, string>>): Promise<boolean> {
  const port = await freePort()
  const { TRUST_PROXY: _, PUBLIC_ORIGIN: __, ...direct } = env
  const started = await startPortal(place, { ...direct, PROCESSES: '2', PORT: String(port) })
  const said = async (text: string, times = 1) => {
    for (const deadline = Date.now() + 60_000; started.said().split(text).length <= times; await sleep(50))
      if (Date.now() > deadline) throw new Error(`it never said ${text}:\n${started.said().slice(-2000)}`)
  }
  await said('共 2 个进程')
  let failed = 0
  let asking = true
  const client = async () => {
    for (; asking; await sleep(5)) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/siteConfig`).catch(() => null)
      if (answer?.status !== 200) failed += 1
    }
  }
  const clients = [client(), client()]
  const [, keeper] = /由进程 (\d+) 照看/.exec(started.said()) ?? []
  process.kill(Number(keeper), 'SIGHUP')
  await said('已依次重新启动')
  asking = false
  await Promise.all(clients)
  const [worker] = /"event":"[^"]*"/.exec(started.said()) ?? []
  say(
    `one start, two processes: ${failed} requests failed while SIGHUP restarted both (${worker ?? 'quiet'})`,
  )
  process.kill(groupOf(started), 'SIGTERM')
  const code = await started.ended
  say(`it ended with ${code}`)
  return failed === 0 && code === 0
}

process.exitCode = (await main()) ? 0 : 1
