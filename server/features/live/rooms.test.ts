import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  liveServer,
  trialSteps,
  type LiveTrial,
  type PushAccess,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import type { Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { keyWithin } from '../../platform/live-servers/index.ts'
import { liveBench, secret, url, type LiveBench } from './test-live.ts'

let bench: LiveBench
let region: Region
beforeAll(async () => {
  bench = await liveBench('live-rooms')
  region = bench.region
})
afterAll(() => bench.close())
beforeEach(async () => {
  await region.db.execute(sql`update content set take_down_at = now() where type = 'liveBroadcast'`)
})

describe('the room of a broadcast', () => {
  it('is opened by whoever conducts it, its key is told once and is nowhere in the database', async () => {
    const { school, teacher, siblingSchool, area } = region.people
    const id = await bench.published()
    for (const who of [teacher, siblingSchool, area])
      for (const act of ['/room', '/key', '/end']) expect((await who.post(url(id, act), {})).status).toBe(403)
    expect((await school.post(url(id, '/key'), {})).msg).toBe('直播间尚未打开')
    const { pushKey, path } = await bench.opened(id)
    expect((await school.post(url(id, '/room'), {})).msg).toContain('密钥只显示一次')
    const rows = await region.db.query(sql`select to_jsonb(r)::text as row from live_room r`)
    const audit = await region.db.query(sql`select facts::text as row from audit where action like 'live.%'`)
    const { data } = await school.get<object>(url(id))
    for (const text of [...rows, ...audit, data].map((one) => JSON.stringify(one)))
      expect(text).not.toContain(keyWithin(pushKey))
    expect(path).toMatch(new RegExp(`^live-${id}-[0-9a-f]{12}$`))
    expect((await bench.viewed(school, id)).room).toMatchObject({ fault: null })
    expect((await bench.viewed(teacher, id)).room).toBe(null)
  })

  it('is as none for those who may not see the broadcast, and wants a number', async () => {
    const { teacher, school } = region.people
    const id = await bench.published()
    await region.db.execute(sql`update content set publish_at = now() + interval '1 day' where id = ${id}`)
    for (const who of [teacher, school]) {
      expect((await who.get(url(id))).status).toBe(404)
      for (const act of ['/room', '/key', '/end']) expect((await who.post(url(id, act), {})).status).toBe(404)
      for (const act of ['/checks', '/attendance']) expect((await who.get(url(id, act))).status).toBe(404)
    }
    expect((await teacher.get('/api/v1/lives/abc')).status).toBe(400)
    expect((await region.app.inject({ url: url(id) })).statusCode).toBe(404)
    expect((await region.people.admin.get(url(id))).status).toBe(404)
  })

  it('is none where the broadcast is elsewhere or over', async () => {
    const { school } = region.people
    const [link, over] = [await bench.published({ way: '2' }), await bench.published({ from: -300 })]
    expect((await school.post(url(link, '/room'), {})).msg).toContain('在本平台以外进行')
    expect((await school.post(url(over, '/room'), {})).msg).toBe('该直播已结束')
  })

  it('is the lecturer’s as well, who asked the school for it', async () => {
    const { teacher, colleague } = region.people
    const id = await bench.published()
    const request = await bench.askedFor(id)
    expect([(await bench.viewed(teacher, id)).host, (await bench.viewed(colleague, id)).host]).toEqual([
      true,
      false,
    ])
    expect((await teacher.post(url(id, '/room'), {})).status).toBe(200)
    await region.db.execute(sql`update process_case set state = 'withdrawn' where id = ${request}::uuid`)
    expect((await teacher.post(url(id, '/key'), {})).status).toBe(403)
  })
})

describe('the calls of the live server', () => {
  it('need the secret, the right server and a body of it', async () => {
    const body = { action: 'on_publish', app: 'live', stream: 'x', param: '' }
    for (const given of ['', 'wrong', `${secret}x`, secret.slice(1), `${secret.slice(1)}é`])
      expect((await bench.hook(body, given)).statusCode).toBe(404)
    expect((await bench.hook(body, secret, 'mediamtx')).statusCode).toBe(404)
    expect((await bench.hook(body, secret, 'nginx')).statusCode).toBe(400)
    expect((await bench.hook([])).statusCode).toBe(400)
    expect((await bench.hook({ action: 'on_connect', app: 'live', stream: 'x' })).json()).toEqual({ code: 1 })
  })

  it('let send whoever has the key that holds now: renewed on air, the old one is refused at once (46)', async () => {
    const id = await bench.published()
    const { path, pushKey } = await bench.opened(id)
    const [old, other] = [keyWithin(pushKey), 'x'.repeat(24)]
    expect([
      await bench.sends(path, old),
      await bench.sends(path, other),
      await bench.sends('live-1-none', old),
    ]).toEqual([true, false, false])
    bench.server.publish(path)
    const renewed = await region.people.school.post<PushAccess>(url(id, '/key'), {})
    expect(bench.server.kicked.some((cid) => cid.includes(path))).toBe(true)
    expect([await bench.sends(path, old), await bench.sends(path, keyWithin(renewed.data.pushKey))]).toEqual([
      false,
      true,
    ])
  })

  it('let play whoever has a ticket of this room that has not ended', async () => {
    const id = await bench.published()
    const { path } = await bench.opened(id)
    bench.server.publish(path)
    await bench.ask()
    const { playUrl, playUntil } = await bench.viewed(region.people.teacher, id)
    const ticket = new URL(playUrl ?? '').searchParams.get('ticket') ?? ''
    const plays = async (stream: string, given: string) =>
      (await bench.hook({ action: 'on_play', app: 'live', stream, param: `?ticket=${given}` })).json<{
        code: number
      }>().code
    expect(await plays(path, ticket)).toBe(0)
    expect(await plays('live-9-other', ticket)).toBe(1)
    for (const bad of [
      '',
      ticket.replace(/^\d/, '9'),
      ticket.slice(0, -1),
      `${Date.now() - 1}.${ticket.split('.')[1]}`,
    ])
      expect(await plays(path, bad)).toBe(1)
    const left = (playUntil ?? 0) - Date.now()
    expect([left > 3_500_000, left <= 7_200_000]).toEqual([true, true])
  })
})

describe('the page of the operator', () => {
  const base = '/api/v1/liveServer'

  it('is the administrator’s alone, and tells no secret', async () => {
    const { admin, school, teacher, province } = region.people
    for (const who of [school, teacher, province]) {
      expect((await who.get(base)).status).toBe(403)
      expect((await who.post(`${base}/trial`, {})).status).toBe(403)
    }
    const answer = await admin.get(base)
    expect(liveServer.parse(answer.data)).toMatchObject({ provider: 'srs' })
    expect(JSON.stringify(answer.data)).not.toContain(secret)
  })

  it('tries the server step by step and names what failed', async () => {
    const { admin } = region.people
    const { data: trial } = await admin.post<LiveTrial>(`${base}/trial`, {})
    const steps = async () =>
      trialSteps
        .parse((await admin.get(`${base}/trial/${trial.path}`)).data)
        .map(({ key, state }) => [key, state])
    expect(await steps()).toEqual([
      ['room', 'done'],
      ['signal', 'waiting'],
      ['recording', 'waiting'],
    ])
    const key = keyWithin(trial.pushKey)
    expect([await bench.sends(trial.path, key), await bench.sends(trial.path, 'guess')]).toEqual([
      true,
      false,
    ])
    bench.server.publish(trial.path)
    expect(await steps()).toEqual([
      ['room', 'done'],
      ['signal', 'done'],
      ['playing', 'done'],
      ['recording', 'waiting'],
    ])
    for (const path of ['trial-1000000000-aaaaaaaa', 'x', `live-1`])
      expect((await admin.get(`${base}/trial/${path}`)).status).toBeGreaterThanOrEqual(400)
    // After an hour its key is nobody's.
    const old = `trial-${Math.floor(Date.now() / 1_000) - 3_601}-aaaaaaaa`
    expect(await bench.sends(old, key)).toBe(false)
  })
})

it('only the page of a broadcast may reach the live server, and no other origin', async () => {
  const policyOf = async (path: string) =>
    String((await region.app.inject({ url: path })).headers['content-security-policy'])
  for (const path of ['/teacher/zhibojian?id=7', '/school/zhibojian']) {
    const policy = await policyOf(path)
    expect(policy).toContain(
      `connect-src 'self' ${bench.server.url};media-src 'self' blob: ${bench.server.url}`,
    )
    expect(policy).toContain("script-src 'self';")
  }
  for (const path of ['/teacher/wdzb', '/home/jyFIle/jy2Zhibo?id=7', '/teacher/zhibojianx', '/'])
    expect(await policyOf(path)).not.toContain(bench.server.url)
})
