import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { analysis } from '../catalogue/contract/analysis/figures.ts'
import { keysFrom, sha256 } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { makeToken } from '../server/platform/session/token.ts'
import { startPortal } from './server.ts'

/**
 * Pages of statistics and a custom query as a browser asks for them, over the region that `bench:figures`
 * filled, while somebody's sex is changed before every page; and how long after the change a figure says so.
 */
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), 'xingtan-figures-1500000')
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const masterKey = Buffer.alloc(32, 9)
const keys = keysFrom(masterKey)
const database = await startEmbedded(folder, createLog('warn'))
await migrate(database.ownerUrl, 'server/migrations')
const db = openDatabase({ url: database.ownerUrl, statementTimeout: 0 })

async function tokenFor(role: number): Promise<string> {
  const token = makeToken(keys)
  await db.execute(sql`
    insert into session (token_hash, family, identity_id, expires_at)
    select ${sha256(token)}::bytea, gen_random_uuid(), id, now() + interval '12 hours'
    from identity
    where role = ${role}
    order by id
    limit 1`)
  return token
}

/**
 * What approving a change writes: the row in force and its event. The first teacher stands in every office's
 * region.
 */
const change = () =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      update rec_basic_info set gender = case gender when '1' then '2' else '1' end where owner_id = 1`)
    await tx.execute(sql`
      insert into outbox (event, owner_id, record_id, revision_id, type, by_identity)
      select 'record.applied', 1, id, id, 'basicInfo', 1
      from rec_basic_info
      where owner_id = 1`)
  })

const portal = await startPortal({ url: database.ownerUrl, masterKey: masterKey.toString('base64'), folder })

interface Answer {
  readonly ms: number
  readonly data: unknown
}

async function ask(token: string, path: string, body?: object): Promise<Answer> {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
    headers: { token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { data, msg }: { data: unknown; msg: string } = JSON.parse(await response.text())
  if (response.status !== 200 && response.status !== 503) throw new Error(`${path}: ${msg}`)
  return { ms: performance.now() - began, data: response.status === 200 ? data : null }
}

const middle = (took: number[], part: number) =>
  (took.toSorted((a, b) => a - b)[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0).toFixed(0)
const say = (label: string, took: number[]) =>
  console.log(`${label}: median ${middle(took, 0.5)} ms, p95 ${middle(took, 0.95)} ms`)

const reports = ['teacher_analysis', 'teacher_Statistics', 'teacherage', 'teacherecharts']
const offices = { province: 6, city: 5, district: 4 }
const conditions = [
  [
    { field: 'staffCategory', op: 'eq', value: '11' },
    { field: 'titleLevel', op: 'in', value: ['1', '2'] },
    { field: 'mainSubject', op: 'eq', value: '14' },
    { has: 'rewardHonor', min: 1, where: [{ field: 'awardDate', op: 'ge', value: '2023-09-01' }] },
    {
      has: 'trainingRegistration',
      max: 0,
      where: [{ field: 'trainingLevel', op: 'in', value: ['1', '2'] }],
    },
  ],
]

/** Figures of a page but the time of their data. */
async function figuresOf(token: string): Promise<string> {
  const { data } = await ask(token, '/api/v1/analysis/teacher_analysis')
  return JSON.stringify(analysis.parse(data).panels)
}

async function lagOf(token: string): Promise<number> {
  const before = await figuresOf(token)
  await change()
  const began = performance.now()
  while ((await figuresOf(token)) === before) {
    await pause(250)
    if (performance.now() - began > 60_000) throw new Error('never')
  }
  return performance.now() - began
}

try {
  const tokens = new Map<string, string>()
  for (const [name, role] of Object.entries(offices)) tokens.set(name, await tokenFor(role))
  const began = performance.now()
  const province = tokens.get('province') ?? ''
  while ((await ask(province, '/api/v1/analysis/teacherage')).data === null);
  console.log(`first copy ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const report of reports)
    for (const [name, token] of tokens) {
      const took: number[] = []
      for (let round = 0; round <= rounds; round += 1) {
        await change()
        // Longer than a page is shown again although somebody changed.
        await pause(1_600)
        const { ms } = await ask(token, `/api/v1/analysis/${report}`)
        if (round > 0) took.push(ms)
      }
      say(`${report}, ${name}`, took)
    }
  for (const [name, token] of tokens) {
    const took: number[] = []
    for (let round = 0; round <= 5; round += 1) {
      const { ms } = await ask(token, '/api/sanalysis/DataAdvancedSearch', { conditions, page: 1, limit: 20 })
      if (round > 0) took.push(ms)
    }
    say(`custom query, ${name}`, took)
  }
  const lags: number[] = []
  for (let round = 0; round < 10; round += 1) lags.push(await lagOf(province))
  say('figure behind a change, province', lags)
} finally {
  portal.child.kill()
  await new Promise((end) => portal.child.once('exit', end))
  await db.close()
  await database.stop()
}
