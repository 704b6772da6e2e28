import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { registry } from '../server/app/records.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'
import { startServer } from './server.ts'

/**
 * Asks every list, search, sort, filter, log page and home of a region of a million teachers, one request at
 * a time, as the offices of the province, a city, a district and a school. Prints the median and the slowest
 * answer, and what was refused with which sentence.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 1_000_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 5)
const only = process.env['BENCH_CASES']
/** What an answer may take, in milliseconds. */
const aim = 300

const q = encodeURIComponent
const study = '/api/v1/records/studyExperience'
const names = ['林', '诗涵', 'zhangmeng', 'zm', 'zh', 'z', '魑魅', 'qqqq']
const lists = Object.values(registry).flatMap(({ name, review }) => [
  `/api/v1/records/${name}`,
  ...(review
    ? ['open&counts=1', 'forwarded', 'returned', 'done'].map(
        (queue) => `/api/v1/records/${name}?queue=${queue}`,
      )
    : []),
])
const offices = [
  ...lists,
  `${study}?page=500`,
  `${study}?page=500&pageSize=100`,
  `${study}?sort=major`,
  `${study}?educationLevel=21`,
  `${study}?degreeLevel=1`,
  `${study}?educationSchool=${q('不存在的学校')}`,
  `${study}?q=${q('师范大学')}`,
  `/api/v1/records/basicInfo?sort=gender`,
  ...names.flatMap((name) => [
    `${study}?q=${q(name)}`,
    `${study}?queue=forwarded&q=${q(name)}`,
    `/api/v1/teachers?q=${q(name)}`,
    `/api/v1/archives?q=${q(name)}`,
    `/api/v1/quality?q=${q(name)}`,
    `/api/v1/find?q=${q(name)}`,
  ]),
  `/api/v1/find?q=${q('学校')}`,
  `/api/v1/find?q=${q('通知')}`,
  '/api/v1/teachers',
  '/api/v1/archives',
  '/api/v1/archives?page=500',
  `/api/v1/archives?institution=${q('第1学校')}`,
  `/api/v1/archives?institution=${q('第1市第1区第1学校')}`,
  '/api/v1/workbench',
  '/api/v1/records',
  '/api/v1/quality',
  '/api/v1/quality/summary',
  '/api/v1/corrections',
  '/api/v1/userSystemMessage',
]
const administrator = [
  '/api/v1/log',
  '/api/v1/log?kind=signIn',
  `/api/v1/log?actor=${q('林诗')}`,
  `/api/v1/log?person=${q('林诗')}`,
  '/api/v1/log?action=flow.approved',
  '/api/v1/log?action=keys.rotated',
  `/api/v1/log?institution=${q('第1市第1区第1学校')}`,
  `/api/v1/log?institution=${q('第1区')}`,
  '/api/v1/log?start=2025-11-01&end=2025-11-02',
  '/api/v1/log?start=2026-01-01',
  '/api/v1/log/integrity',
  '/api/v1/userManage',
  ...names.map((name) => `/api/v1/userManage?q=${q(name)}`),
  ...['name', '-name', 'id'].map((sort) => `/api/v1/userManage?sort=${sort}`),
  '/api/v1/userManage?sort=name&role=3',
  '/api/v1/userManage?sort=name&role=6',
  ...names.map((name) => `/api/v1/find?q=${q(name)}`),
  `/api/v1/find?q=${q('学校')}`,
]

interface Line {
  readonly who: string
  readonly path: string
  readonly ms: number
  readonly worst: number
  readonly said: string
}

async function time(port: number, token: string, who: string, path: string): Promise<Line> {
  const times: number[] = []
  let said = ''
  for (let i = 0; i <= repeats; i += 1) {
    const from = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { token } })
    const { msg, data } = (await response.json()) as {
      msg: string
      data: { total?: number; totalMore?: true } | null
    }
    // The first one warms the server's and the database's memory.
    if (i > 0) times.push(performance.now() - from)
    said =
      response.status === 200
        ? `${data?.total ?? ''}${data?.totalMore ? '+' : ''}`
        : `${response.status} ${msg}`
  }
  times.sort((a, b) => a - b)
  return {
    who,
    path: decodeURIComponent(path.replace('/api/v1/', '')),
    ms: times[Math.floor(times.length / 2)] ?? 0,
    worst: times.at(-1) ?? 0,
    said,
  }
}

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
try {
  const found: Line[] = []
  for (const [who, token] of Object.entries(work.offices)) {
    for (const path of (who === 'administrator' ? administrator : offices).filter(
      (one) => !only || one.includes(only),
    )) {
      const line = await time(portal.port, token, who, path)
      found.push(line)
      if (line.ms > aim / 3 || line.said.startsWith('4') || line.said.startsWith('5')) {
        console.log(
          `${line.ms.toFixed(1).padStart(8)} ms (slowest ${line.worst.toFixed(1)})  ${who.padEnd(13)} ${line.path}  ${line.said}`,
        )
      }
    }
  }
  const slow = found.filter(({ ms }) => ms > aim)
  const sorted = found.map(({ ms }) => ms).sort((a, b) => a - b)
  console.log(
    `${found.length} calls at ${teachers} teachers: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms, over ${aim} ms: ${slow.length}`,
  )
  console.log('Shown above: what took more than a third of that, and what was refused.')
} finally {
  portal.child.kill()
  await new Promise((end) => portal.child.once('exit', end))
  await work.close()
  await database.stop()
}
