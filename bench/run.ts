import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { createLog } from '../server/platform/log/log.ts'
import { fire, type Result, type Shot } from './generator.ts'
import { startServer, type Running } from './server.ts'
import { prepare, type Item, type Work } from './prepare.ts'

const teachers = Number(process.env['BENCH_TEACHERS'] ?? 100_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 10)
/** Only these cases, by name. */
const only = process.env['BENCH_CASES']?.split(',')
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)

const base = '/api/v1/records/studyExperience'
const study = {
  educationLevel: '21',
  educationCountry: '156',
  educationSchool: '杏川师范大学',
  major: '汉语言文学',
  isNormalMajor: true,
  startMonth: '2014-09',
  endMonth: '2018-06',
  studyMode: '1',
  degreeLevel: '0',
}

const pickFrom = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** More approvals than a server does in a second on any machine this was run on. */
const approvedPerSecond = 4_000

/** What each case sends. Drafts remember their version per connection, so that no edit is stale. */
function cases(work: Work): Record<string, (port: number) => Promise<Result>> {
  const approvals: Item[] = []
  const versions = new Map<string, number>(work.drafts.map((d) => [d.id, d.version]))
  const go = (port: number, next: (c: number) => Shot | null, done?: (c: number, text: string) => void) =>
    fire(port, connections, seconds, next, done)
  return {
    list: (port) => go(port, () => ({ method: 'GET', path: base, token: pickFrom(work.readers).token })),
    read: (port) =>
      go(port, () => {
        const item = pickFrom(work.singles)
        return { method: 'GET', path: `${base}/${item.id}`, token: item.token }
      }),
    update: (port) =>
      go(port, (c) => {
        const mine =
          work.drafts[
            c + connections * Math.floor(Math.random() * Math.floor(work.drafts.length / connections - 1))
          ]
        if (!mine) return null
        const version = versions.get(mine.id) ?? 1
        versions.set(mine.id, version + 1)
        return {
          method: 'PUT',
          path: `${base}/${mine.id}`,
          token: mine.token,
          body: { major: randomUUID(), version },
        }
      }),
    create: (port) =>
      go(port, () => ({
        method: 'POST',
        path: base,
        token: pickFrom(work.creators).token,
        body: study,
        key: randomUUID(),
      })),
    approve: async (port) => {
      // An approval uses up its item: each round begins with enough of them.
      const missing = seconds * approvedPerSecond - approvals.length
      if (missing > 0) approvals.push(...(await work.moreApprovals(missing)))
      return go(port, () => {
        const item = approvals.pop()
        return item
          ? {
              method: 'POST',
              path: `${base}/${item.id}/approve`,
              token: item.token,
              body: { version: item.version },
            }
          : null
      })
    },
  }
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const database = await startEmbedded(folder, createLog('warn'))
  const work = await prepare(database.ownerUrl, teachers)
  const portal = await startServer('server/main.ts', {
    DATABASE_URL: database.ownerUrl,
    XINGTAN_KEY: work.masterKey,
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '10000000',
    JOBS: 'off',
    NODE_ENV: 'development',
  })
  const bare = await startServer('bench/bare.ts', { DATABASE_URL: database.ownerUrl })
  try {
    console.log(
      `${teachers} teachers, ${connections} connections, ${rounds} rounds of ${seconds} s, portal and bare in turn`,
    )
    console.log(
      'case      bare/s  portal/s  time ratio (median; all)            median ms bare/portal  p99 ms  CPU ms/request  failed',
    )
    for (const [name, run] of Object.entries(cases(work))) {
      if (!only || only.includes(name)) await compare(name, run, bare, portal)
    }
  } finally {
    portal.child.kill()
    bare.child.kill()
    await work.close()
    await new Promise((end) => setTimeout(end, 1000))
    await database.stop()
  }
}

type Measured = Result & { readonly cpu: number }

/** Milliseconds of processor a process has used (Linux); clock ticks are hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** One round against one server, with the processor time it took per request. */
async function measure(run: (port: number) => Promise<Result>, { child, port }: Running): Promise<Measured> {
  const before = cpuOf(child.pid ?? 0)
  const result = await run(port)
  return { ...result, cpu: (cpuOf(child.pid ?? 0) - before) / Math.max(1, result.perSecond * seconds) }
}

async function compare(
  name: string,
  run: (port: number) => Promise<Result>,
  bare: Running,
  portal: Running,
): Promise<void> {
  const pairs: { b: Measured; p: Measured }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    // Whoever goes first changes each round; the first round warms both up and is not counted.
    const order = round % 2 ? [bare, portal] : [portal, bare]
    const first = await measure(run, order[0] as Running)
    const second = await measure(run, order[1] as Running)
    if (round > 0) pairs.push(round % 2 ? { b: first, p: second } : { b: second, p: first })
  }
  const ratios = pairs.map(({ b, p }) => b.perSecond / p.perSecond)
  const of = (pick: (pair: { b: Measured; p: Measured }) => number) => median(pairs.map(pick))
  const failed = pairs.reduce((sum, { b, p }) => sum + b.failed + p.failed, 0)
  console.log(
    [
      name.padEnd(8),
      of(({ b }) => b.perSecond)
        .toFixed(0)
        .padStart(7),
      of(({ p }) => p.perSecond)
        .toFixed(0)
        .padStart(9),
      `   ×${median(ratios).toFixed(2)}  (${ratios.map((r) => r.toFixed(2)).join(' ')})`.padEnd(40),
      `${of(({ b }) => b.median).toFixed(1)} / ${of(({ p }) => p.median).toFixed(1)}`.padEnd(14),
      `${of(({ b }) => b.p99).toFixed(0)} / ${of(({ p }) => p.p99).toFixed(0)}`.padEnd(10),
      `${of(({ b }) => b.cpu).toFixed(2)} / ${of(({ p }) => p.cpu).toFixed(2)}`.padEnd(14),
      String(failed),
    ].join(' '),
  )
}

await main()
