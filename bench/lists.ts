import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePortal, startPortal, stopPortal } from '../e2e/tools/portal.ts'
import { signIn } from './sign-in.ts'
import { registry } from '../server/app/records.ts'

/**
 * Times the first page of every list of the demo region for every role that has it, one request at a time, on
 * the embedded database with its default settings: what a person waits for the server. Prints medians;
 * nothing fails here.
 */
const accounts = { teacher: 2, school: 3, area: 4, city: 5, province: 6 } as const
const repeats = Number(process.env['BENCH_REPEATS'] ?? 7)
const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

interface ListTiming {
  readonly account: string
  readonly what: string
  readonly ms: number
  readonly worst: number
  readonly rows: number
}

async function time(url: string, account: string, token: string, path: string): Promise<ListTiming | null> {
  const times: number[] = []
  let rows = 0
  for (let i = 0; i <= repeats; i += 1) {
    const from = performance.now()
    const response = await fetch(url + path, { headers: { token } })
    const text = await response.text()
    if (response.status !== 200) return null
    // The first one compiles and prepares: a server that has been up a minute has done that.
    if (i > 0) times.push(performance.now() - from)
    const { data } = JSON.parse(text) as { data: { list?: unknown[] } | null }
    rows = data?.list?.length ?? 0
  }
  return { account, what: path.replace('/api/v1/', ''), ms: median(times), worst: Math.max(...times), rows }
}

const folder = await mkdtemp(join(tmpdir(), 'xingtan-lists-'))
const portal = await startPortal({ DATA_DIR: folder, REQUESTS_PER_MINUTE: '1000000' })
try {
  // Background work (the first data-quality sweep) is part of the first minute only.
  await new Promise((go) => setTimeout(go, 20_000))
  const found: ListTiming[] = []
  for (const [account, role] of Object.entries(accounts)) {
    const token = await signIn(portal.url, account)
    const paths = Object.values(registry).flatMap((definition) => {
      const base = `/api/v1/records/${definition.name}`
      return definition.review && role > 2
        ? [
            base,
            ...['open&counts=1', 'forwarded', 'returned', 'done'].map((queue) => `${base}?queue=${queue}`),
          ]
        : [base]
    })
    const others =
      role === 2
        ? ['workbench', 'userSystemMessage']
        : ['workbench', 'userSystemMessage', 'quality', 'quality/summary', 'archives']
    for (const path of [...paths, ...others.map((path) => `/api/v1/${path}`)]) {
      const timed = await time(portal.url, account, token, path)
      if (timed) found.push(timed)
    }
  }
  const slowest = [...found].sort((a, b) => b.ms - a.ms).slice(0, 15)
  console.log(`${found.length} lists, ${repeats} requests each, one at a time`)
  for (const t of slowest)
    console.log(
      `${t.ms.toFixed(1).padStart(7)} ms (worst ${t.worst.toFixed(1)})  ${t.account.padEnd(9)} ${t.what}  ${t.rows} rows`,
    )
  console.log(
    `median of all ${median(found.map((t) => t.ms)).toFixed(1)} ms, over 100 ms: ${found.filter((t) => t.ms > 100).length}`,
  )
} finally {
  await stopPortal(portal.process)
  await removePortal(folder)
}
