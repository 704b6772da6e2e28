import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type {
  RosterApp,
  RosterDelivery,
  RosterTrial,
} from '../../../catalogue/contract/administration/roster.ts'
import { testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import { changeMobile, placeTeachers, renameInstitution } from '../../engine/directory/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { subjectOf } from '../sign-on/index.ts'
import { agreedApp, hooked, isSigned, Receiver, senderOf } from './test-roster.ts'

const receiver = new Receiver()
const lines: string[] = []
let region: Region
let secret = ''
let sender: ReturnType<typeof senderOf>
beforeAll(async () => {
  region = await testRegion('roster-hooks')
  await receiver.open()
  await agreedApp(region, '501')
  secret = await hooked(region, '501', { url: receiver.url })
  sender = senderOf(region, lines)
})
afterAll(async () => {
  await region.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.got.length = 0
  receiver.mood = () => ({ status: 204 })
})

const move = (teacherId: number | null, institutionId: number) =>
  region.db.transaction((tx) => placeTeachers(tx, [{ teacherId: teacherId ?? 0, institutionId }]))
const rename = (id: number, code: string, name: string) =>
  region.db.transaction((tx) =>
    renameInstitution(tx, region.people.admin, {
      id,
      version: null,
      name,
      nameSort: '',
      code,
      from: '2026-11-01',
    }),
  )
const soon = () =>
  region.db.execute(sql`update roster_hook set paused_until = null where paused_until is not null`)
const stateOf = async (app = '501') =>
  (await region.people.admin.get<RosterApp[]>('/api/v1/roster')).data.find((one) => one.app === app)?.hook
const ledger = async (query = '') =>
  (await region.people.admin.get<{ list: RosterDelivery[] }>(`/api/v1/roster/501/deliveries${query}`)).data
    .list

it('joining, moving, changing and leaving are told in their order, signed, with how the person is told of now', async () => {
  const { southTeacher } = region.people
  const { school, sibling, southSchool } = region.places
  await move(southTeacher.teacherId, school)
  await sender.send()
  await move(southTeacher.teacherId, sibling)
  await region.db.transaction((tx) => changeMobile(tx, testKeys, southTeacher.personId, '13800008888'))
  await move(southTeacher.teacherId, southSchool)
  await sender.send()
  expect(receiver.got.map(({ body }) => body.type)).toEqual([
    'teacher.joined',
    'teacher.moved',
    'teacher.changed',
    'teacher.left',
  ])
  const [joined, ...later] = receiver.got
  expect(joined?.body.data).toMatchObject({
    sourcedId: subjectOf(testKeys, '501', southTeacher.personId),
    user: { familyName: '吴', status: 'active' },
  })
  // Sent after they had left: nothing of them is told any more.
  for (const { raw } of later) expect(raw).not.toMatch(/"user"|吴|1380000/)
  const counted = receiver.got.map(({ body }) => body.data.sequence)
  expect(counted).toEqual(counted.toSorted((a, b) => a - b))
  expect(new Set(counted).size).toBe(4)
  for (const got of receiver.got)
    expect([isSigned(got, secret), isSigned(got, 'whsec_b3RoZXI=')]).toEqual([true, false])
  expect(receiver.ids().size).toBe(4)
  await sender.send()
  expect(receiver.got).toHaveLength(4)
})

it('an institution tells its change; what lies elsewhere and what was not asked for does not', async () => {
  const { db, places } = region
  await rename(places.school, 'S1', '东区第一中学')
  await rename(places.otherSchool, 'S3', '西区第一中学')
  await db.execute(sql`update institution set seal_file = null where id = ${places.sibling}`)
  await move(region.people.stranger.teacherId, places.citySchool)
  await sender.send()
  expect(receiver.got.map(({ body }) => [body.type, body.data.org?.name])).toEqual([
    ['institution.changed', '东区第一中学'],
  ])
})

it('a receiver that is down gets everything once it is up, each event under one id, and nothing before its pause ends', async () => {
  const { db, places } = region
  receiver.mood = () => ({ status: 503 })
  const ids: number[] = []
  for (let n = 0; n < 20; n += 1) ids.push((await region.add(2, places.school, `新人${n}`)).teacherId ?? 0)
  await sender.send()
  expect(receiver.got).toHaveLength(1)
  await sender.send()
  expect(receiver.got).toHaveLength(1)
  const down = await stateOf()
  expect(down).toMatchObject({ waiting: 20, failures: 1 })
  expect(Date.parse(down?.pausedUntil ?? '')).toBeGreaterThan(Date.now() + 50_000)
  await soon()
  await sender.send()
  const pause = async () => {
    const { s } = await db.one<{ s: number }>(sql`
      select extract(epoch from paused_until - now())::float8 as s from roster_hook where app_id = '501'`)
    return s
  }
  expect(await pause()).toBeGreaterThan(240)
  // One in three is taken, and the connection lost: the receiver has it, the portal does not know.
  let calls = 0
  receiver.mood = () => ({ status: (calls += 1) % 3 === 0 ? 500 : 204 })
  for (let turn = 0; turn < 15 && (await stateOf())?.waiting !== 0; turn += 1) {
    await soon()
    await sender.send()
  }
  expect(await stateOf()).toMatchObject({ waiting: 0, dead: 0, failures: 0, pausedUntil: null })
  const arrived = new Set(receiver.got.map(({ body }) => body.data.sourcedId))
  expect([arrived.size, receiver.ids().size]).toEqual([20, 20])
  expect(receiver.got.length).toBeGreaterThan(20)
  expect((await ledger('?state=delivered&pageSize=1'))[0]).toMatchObject({ status: 204, reason: null })
})

it('a refused event waits by itself, is given up after eight attempts with a notice, and is sent again by hand', async () => {
  const bad = await region.add(2, region.places.school, '拒收人')
  const number = subjectOf(testKeys, '501', bad.personId)
  receiver.mood = ({ body }) => ({ status: body.data.sourcedId === number ? 422 : 204 })
  await region.add(2, region.places.school, '之后的人')
  await sender.send()
  expect(receiver.got).toHaveLength(2)
  for (let n = 0; n < 9; n += 1) {
    await region.db.execute(sql`update roster_delivery set ready_at = now() where state = 'waiting'`)
    await sender.send()
  }
  expect(receiver.got.filter(({ body }) => body.data.sourcedId === number)).toHaveLength(8)
  expect(sender.told).toEqual(['发给“应用501”的变更通知没有送达'])
  expect(await ledger('?state=dead')).toMatchObject([
    { subject: '拒收人', attempts: 8, status: 422, reason: '对方拒收（422）' },
  ])
  receiver.mood = () => ({ status: 200 })
  const { admin, area } = region.people
  expect((await area.post('/api/v1/roster/501/deliveries/again', {})).status).toBe(403)
  expect((await admin.post('/api/v1/roster/501/deliveries/again', {})).data).toEqual({ count: 1 })
  await sender.send()
  expect(await ledger('?state=dead')).toEqual([])
  expect(receiver.ids().size).toBe(2)
  expect((await admin.post('/api/v1/roster/501/deliveries/again', {})).status).toBe(404)
})

it('a secret is shown once and turned with a day for both; it is neither logged nor stored in the open', async () => {
  const { admin } = region.people
  const turned = await admin.post<{ secret: string }>('/api/v1/roster/501/secret')
  await region.add(2, region.places.school, '换钥人')
  await sender.send()
  const [got] = receiver.got
  if (!got) throw new Error('nothing arrived')
  expect([isSigned(got, secret), isSigned(got, turned.data.secret)]).toEqual([true, true])
  await region.db.execute(sql`update roster_hook set old_until = now()`)
  await region.add(2, region.places.school, '换钥之后')
  await sender.send()
  const last = receiver.got.at(-1)
  if (!last) throw new Error('nothing arrived')
  expect([isSigned(last, secret), isSigned(last, turned.data.secret)]).toEqual([false, true])
  const rows = await region.db.query<{ row: string }>(sql`
    select to_jsonb(h)::text as row from roster_hook h union all select to_jsonb(a)::text from audit a
    union all select to_jsonb(d)::text from roster_delivery d`)
  const listed = JSON.stringify((await admin.get('/api/v1/roster')).data)
  const all = `${rows.map(({ row }) => row).join('\n')}\n${lines.join('\n')}\n${listed}`
  for (const one of [secret, turned.data.secret]) expect(all).not.toContain(one.replace('whsec_', ''))
})

it('internal networks, redirections and whoever is no administrator get nowhere', async () => {
  const { admin, area } = region.people
  await agreedApp(region, '502')
  await hooked(region, '502', { url: 'https://127.0.0.2.nip.example/x' })
  const attempt = (app: string) =>
    admin.post<RosterTrial>(`/api/v1/roster/${app}/try`, { event: 'teacher.left' })
  expect((await attempt('502')).data).toMatchObject({ ok: false, status: null, said: '找不到这个域名' })
  receiver.mood = () => ({ status: 302, location: 'http://127.0.0.1:1/inside' })
  expect((await attempt('501')).data).toMatchObject({ ok: false, status: 302 })
  expect((await attempt('501')).data.said).toContain('没有跟随')
  await region.db.execute(
    sql`update roster_hook set url = 'http://169.254.169.254/latest' where app_id = '502'`,
  )
  expect((await attempt('502')).data).toMatchObject({ ok: false, said: '该地址在内部网络，平台不连接' })
  receiver.mood = () => ({ status: 200 })
  const fine = await attempt('501')
  expect(fine.data).toMatchObject({ ok: true, status: 200 })
  expect(receiver.got.at(-1)?.id).toMatch(/^test_/)
  expect(fine.data.sent).toBe(receiver.got.at(-1)?.raw)
  for (const [method, url] of [
    ['put', '/api/v1/roster/501/feed'],
    ['put', '/api/v1/roster/501/hook'],
    ['post', '/api/v1/roster/501/secret'],
    ['post', '/api/v1/roster/501/try'],
  ] as const)
    expect((await area[method](url, {})).status).toBe(403)
  const body = { url: 'ftp://x', events: [], enabled: true, version: 1 }
  const wrong = await admin.put('/api/v1/roster/501/hook', body)
  expect(wrong.data.errors.map(({ field }) => field).toSorted()).toEqual(['events', 'url'])
  const within = { url: 'http://10.0.0.1/hook', events: ['teacher.left'], enabled: true, version: 1 }
  const refused = await admin.put('/api/v1/roster/501/hook', within)
  expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'url'])
  const stale = { url: receiver.url, events: ['teacher.left'], enabled: true, version: 99 }
  expect((await admin.put('/api/v1/roster/501/hook', stale)).status).toBe(409)
  expect((await admin.put('/api/v1/roster/xx/hook', { ...stale, version: undefined })).status).toBe(409)
})
