/**
 * `npm run test:soak [-- minutes]`: one start with two processes over a PostgreSQL of Debian's behind nginx,
 * under a moderate load for two hours. Each minute the memory of the processes and the size of every table
 * are written down. Ends with 1 when a request failed, when memory at the end is more than 10 % above what it
 * was when the caches were warm, or when a table grew that nothing should make grow. Skips where the packages
 * are missing.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { buildIfChanged } from '../pages.ts'
import { filledDatabase, newCount, startClients } from './clients.ts'
import { startPortal } from './portal.ts'
import { openPlace, requirePrograms, type Place, type Postgres } from './servers.ts'
import { domain, proxy } from './stand.ts'

requirePrograms('postgres', 'nginx')
await buildIfChanged()
const minutes = Number(process.argv[2] ?? 120)
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * What these clients make grow, and why it may: they write drafts and take them back, and what happened is
 * kept.
 */
const growing: Readonly<Record<string, string>> = {
  revision: 'each draft that is written and taken back is kept as a revision',
  revision_event: 'and so is what happened to it',
  audit_first: 'writings of the archive are noted',
  audit_seal_first: 'and sealed',
  outbox: 'events are kept until their consumers are done, then cleared by age',
  job_common: 'jobs that are done are kept for some days',
  instance:
    'each process says every half minute that it lives; 350 to 400 kB after 100 minutes and after 120',
  session: 'sessions are kept until they are cleared by age',
}

const children = async (parent: number): Promise<number[]> => {
  const found: number[] = []
  for (const name of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent)) found.push(Number(name))
  }
  return (await Promise.all(found.map(async (one) => [one, ...(await children(one))]))).flat()
}

/** Megabytes that the portal's processes of Node hold, all together. */
async function memory(npm: number): Promise<number> {
  let sum = 0
  for (const pid of await children(npm)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    sum += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
  return sum
}

/** Bytes of every table with its indexes. */
async function tables(postgres: Postgres): Promise<Map<string, number>> {
  const rows = await postgres.ask(
    `select relname || ' ' || pg_total_relation_size(relid) from pg_stat_user_tables`,
    'xingtan',
  )
  return new Map(
    rows
      .trim()
      .split('\n')
      .map((row) => row.split(' '))
      .map(([name = '', bytes]) => [name, Number(bytes)]),
  )
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Tables that grew by more than a page for each ten minutes; those that nothing should make grow first. */
function grown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const most = (minutes / 10) * 8192
  return [...after]
    .map(([name, bytes]) => ({ name, bytes, more: bytes - (before.get(name) ?? 0) }))
    .filter(({ more }) => more > most)
    .toSorted((a, b) => Number(a.name in growing) - Number(b.name in growing))
}

async function stage(place: Place) {
  const { postgres, common } = await filledDatabase(place)
  const own = await freePort()
  const portal = await startPortal(place, {
    ...common,
    PROCESSES: '2',
    PORT: String(own),
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_ORIGIN: `https://${domain}`,
  })
  const port = await freePort()
  await proxy(place, port, [own])
  return { port, postgres, npm: portal.process.pid ?? 0 }
}

async function main(): Promise<boolean> {
  const place = await openPlace('soak')
  try {
    const { port, postgres, npm } = await stage(place)
    const count = newCount()
    let asking = true
    const clients = await startClients({ port, pause: 100, each: 3 }, count, () => asking)
    const held: number[] = []
    const warm = Math.ceil(minutes / 8)
    let before = await tables(postgres)
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleep(60_000)
      held.push(await memory(npm))
      if (minute === warm) before = await tables(postgres)
      if (minute % 10 === 0 || minute === warm)
        say(
          `${minute} min: ${held.at(-1)?.toFixed(0)} MB, ${count.asked} requests, ${count.failed.length} failed`,
        )
    }
    const after = await tables(postgres)
    asking = false
    await clients.ended
    const [begin, end] = [median(held.slice(warm, 2 * warm)), median(held.slice(-warm))]
    for (const { what } of count.failed.slice(0, 20)) say(`✗ ${what}`)
    say(
      `${count.asked} requests in ${minutes} min, ${count.failed.length} failed, own writing not found ${count.broken.length} times of ${count.checked}`,
    )
    say(
      `memory: ${begin.toFixed(0)} MB when warm, ${end.toFixed(0)} MB at the end, ${((end / begin - 1) * 100).toFixed(1)} %`,
    )
    const more = grown(before, after)
    for (const { name, bytes, more: by } of more)
      say(
        `${growing[name] ? ' ' : '✗'} ${name} grew by ${(by / 1024).toFixed(0)} kB to ${(bytes / 1024).toFixed(0)}: ${growing[name] ?? 'why?'}`,
      )
    const good = count.failed.length + count.broken.length === 0
    return good && end <= begin * 1.1 && more.every(({ name }) => name in growing)
  } finally {
    await place.end()
  }
}

process.exitCode = (await main()) ? 0 : 1
