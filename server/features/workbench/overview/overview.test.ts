import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { overview, type Overview } from '../../../../catalogue/contract/administration/overview.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { note } from '../../../platform/audit/note.ts'
import { sql } from '../../../platform/db/sql.ts'
import { concernsOf, type Readings } from './concerns.ts'

let region: Region
let admin: Person
beforeAll(async () => {
  region = await testRegion('overview')
  admin = await region.add(1, region.places.province, '管理员')
})
afterAll(() => region.close())

const now = async (): Promise<Overview> => overview.parse((await admin.get('/api/v1/overview')).data)

it('is the administrator’s alone', async () => {
  const { teacher, school, area, city, province } = region.people
  for (const who of [teacher, school, area, city, province])
    expect((await who.get('/api/v1/overview')).status).toBe(403)
  const { at, today, backup, storage } = await now()
  expect(Date.parse(at)).toBeGreaterThan(0)
  expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(backup).toBeNull()
  expect(storage.diskTotal).toBeGreaterThan(storage.diskUsed)
  expect(storage.database).toBeGreaterThan(1_000_000)
})

it('counts the lines of today that the log lists, and says what could not be sent', async () => {
  // Yesterday's line is no line of today.
  await region.db.execute(sql`
    insert into audit (at, by_identity, action) values (now() - interval '30 hours', ${admin.identityId}, 'login')`)
  const before = await now()
  for (const action of ['login', 'login.failed', 'login.failed', 'sms.failed'])
    await note(region.db, { by: admin.identityId, action })
  const after = await now()
  expect(after.signIns.succeeded - before.signIns.succeeded).toBe(1)
  expect(after.signIns.failed - before.signIns.failed).toBe(2)
  expect(after.deliveries.find(({ channel }) => channel === 'sms')?.failed).toBe(1)
  const concern = after.concerns.find(({ key }) => key === 'failed sms')
  expect(concern).toMatchObject({ tone: 'wrong', title: '今天有 1 条短信没有发出' })
  const query = new URL(concern?.link ?? '', 'http://x').search
  const list = await admin.get<{ list: unknown[] }>(`/api/v1/log${query}`)
  expect(list.data.list).toHaveLength(1)
  const signIns = await admin.get<{ list: unknown[] }>(
    `/api/v1/log?kind=signIn&action=login.failed&start=${after.today}&end=${after.today}`,
  )
  expect(signIns.data.list).toHaveLength(after.signIns.failed)
})

it('names every job in Chinese, each by a name of its own', async () => {
  // The queues are made by a process that works them off.
  const worker = await region.serveBeside({ jobs: true })
  onTestFinished(() => worker.close())
  const jobs = await vi.waitUntil(async () => {
    const made = (await now()).jobs
    return made.length > 30 && made
  }, 60_000)
  expect(jobs.filter(({ label }) => !/^\p{Script=Han}+$/u.test(label))).toEqual([])
  expect(new Set(jobs.map(({ label }) => label)).size).toBe(jobs.length)
})

it('shows how far consumers are behind', async () => {
  const { id } = await region.db.one<{ id: number }>(sql`
    insert into outbox (event, owner_id, record_id, revision_id, type, by_identity, at)
    values ('record.edited', 1, gen_random_uuid(), gen_random_uuid(), 'paper', 1, now() - interval '10 minutes')
    returning id`)
  await region.db.execute(sql`insert into outbox_consumer (name, events) values ('late', '{}')`)
  await region.db.execute(sql`insert into outbox_waiting (consumer, event_id) values ('late', ${id})`)
  const { consumers, concerns } = await now()
  const late = consumers.find(({ name }) => name === 'late')
  expect(late?.waiting).toBe(1)
  expect(late?.lagSeconds).toBeGreaterThanOrEqual(600)
  expect(concerns.some(({ key }) => key === 'lag late')).toBe(true)
})

it('names what is broken before what waits, and nothing where all is well', () => {
  const well: Readings = {
    at: '2026-11-23T01:00:00Z',
    today: '2026-11-23',
    signIns: { succeeded: 1, people: 1, failed: 0, locked: 0 },
    jobs: [{ name: 'reminders', label: '到期提醒', state: 'scheduled', doneAt: null, nextAt: null }],
    consumers: [],
    deliveries: [{ channel: 'mail', ready: true, waiting: 0, failed: 0 }],
    storage: { diskUsed: 1, diskTotal: 10, database: 1 },
    backup: { at: '2026-11-23T00:00:00Z', verifiedAt: null, failed: false },
    audit: { sealed: 1, sealedAt: null, pending: 0, checkedAt: null, faults: 0 },
    accountRequests: { waiting: 0, oldestDays: 0 },
    contents: [],
  }
  expect(concernsOf(well)).toEqual([])
  const ill = {
    ...well,
    jobs: [{ name: 'reminders', label: '到期提醒', state: 'late' as const, doneAt: null, nextAt: null }],
    storage: { diskUsed: 95, diskTotal: 100, database: 1 },
    audit: { ...well.audit, faults: 2 },
    accountRequests: { waiting: 3, oldestDays: 2 },
    backup: null,
  }
  expect(concernsOf(ill).map(({ key, tone }) => [key, tone])).toEqual([
    ['audit', 'wrong'],
    ['job reminders', 'wrong'],
    ['disk', 'wrong'],
    ['requests', 'waits'],
    ['backup', 'waits'],
  ])
})

it('knows the last backup, the last trial of restoring one, and that the newest went wrong', async () => {
  await region.db.execute(sql`
    insert into backup_run (began_at, ended_at, result)
    values (now() - interval '9 days', now() - interval '9 days', 'verified'),
      (now() - interval '5 days', now() - interval '5 days', 'made'),
      (now() - interval '30 hours', null, null)`)
  const { backup, concerns, at } = await now()
  const daysAgo = (time: string | null | undefined) =>
    Math.round((Date.parse(at) - Date.parse(time ?? '')) / 86_400_000)
  expect([daysAgo(backup?.at), daysAgo(backup?.verifiedAt), backup?.failed]).toEqual([5, 9, true])
  const keys = concerns.map(({ key }) => key)
  expect(keys).toContain('backup failed')
  expect(keys).toContain('backup old')
})
