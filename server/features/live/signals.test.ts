import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { liveAttendance, liveChecks } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { livePhaseAt, liveStatusOf } from '../../../catalogue/live/phase.ts'
import type { Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { phaseOf } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { keyWithin } from '../../platform/live-servers/index.ts'
import { momentOf } from './room.ts'
import { earlier, liveBench, url, type LiveBench } from './test-live.ts'

let bench: LiveBench
let region: Region
beforeAll(async () => {
  bench = await liveBench('live-signals')
  region = bench.region
})
afterAll(() => bench.close())
beforeEach(async () => {
  await region.db.execute(sql`update content set take_down_at = now() where type = 'liveBroadcast'`)
})

describe('the phase of a broadcast', () => {
  it('follows the signal: 候播, 直播中, 信号中断 after 20 s, 直播中 again in two spans (48), 已结束', async () => {
    const { teacher, school } = region.people
    const id = await bench.published()
    const { path, pushKey } = await bench.opened(id)
    await bench.ask()
    expect(await bench.viewed(teacher, id)).toMatchObject({ phase: 'lobby', playUrl: null })
    // A key that is right says nothing yet: the room is asked.
    expect(await bench.sends(path, keyWithin(pushKey))).toBe(true)
    expect((await bench.viewed(teacher, id)).phase).toBe('lobby')
    bench.server.publish(path)
    await bench.ask()
    const on = await bench.viewed(teacher, id)
    expect([on.phase, on.playUrl?.startsWith(`${bench.server.url}/live/${path}.m3u8?ticket=`)]).toEqual([
      'onAir',
      true,
    ])
    expect((await bench.viewed(school, id)).room).toMatchObject({ kbps: 1_150, size: '1280×720' })
    bench.server.lose(path)
    await bench.pass(id, 25)
    await bench.ask()
    expect((await bench.viewed(teacher, id)).phase).toBe('broken')
    bench.server.publish(path)
    await bench.ask()
    expect((await bench.viewed(teacher, id)).phase).toBe('onAir')
    const { spans } = await region.db.one<{ spans: number }>(
      sql`select count(*)::int as spans from live_air where live_id = ${id}`,
    )
    expect(spans).toBe(2)
    // The list of the portal says the same.
    const { data } = await teacher.get<{ list: { id: number; liveStatus: string }[] }>('/api/v1/jy/live')
    expect(data.list.find((one) => one.id === id)?.liveStatus).toBe('1')
    for (const _ of [1, 2]) expect((await school.post(url(id, '/end'), {})).status).toBe(200)
    expect(await bench.viewed(teacher, id)).toMatchObject({ phase: 'over', playUrl: null })
    expect((await school.post(url(id, '/key'), {})).msg).toBe('该直播已结束')
    // Who goes on sending is cut off and refused.
    expect(await bench.sends(path, keyWithin(pushKey))).toBe(false)
  })

  it('shows the host the rehearsal, and nobody else', async () => {
    const { teacher, school } = region.people
    const id = await bench.published({ from: 20 })
    const { path } = await bench.opened(id)
    bench.server.publish(path)
    await bench.ask()
    expect(await bench.viewed(teacher, id)).toMatchObject({ phase: 'lobby', playUrl: null })
    expect((await bench.viewed(school, id)).playUrl).toContain('.m3u8?ticket=')
    expect((await school.post(url(id, '/end'), {})).msg).toContain('该直播尚未开始')
  })

  it('of a link is the clock’s, and its address is told while it runs', async () => {
    const { teacher } = region.people
    const link = { watchUrl: 'https://basic.smartedu.cn/' }
    const [before, now, past] = [
      await bench.published({ way: '2', from: 20, more: link }),
      await bench.published({ way: '3', more: link }),
      await bench.published({ way: '2', from: -300, more: link }),
    ]
    expect(await bench.viewed(teacher, before)).toMatchObject({ phase: 'lobby', address: null, way: 'link' })
    expect(await bench.viewed(teacher, now)).toMatchObject({
      phase: 'onAir',
      address: link.watchUrl,
      way: 'relay',
    })
    expect(await bench.viewed(teacher, past)).toMatchObject({ phase: 'over', address: null })
  })

  it('is the same in the query as in the catalogue, over random times', async () => {
    let seed = 20_261_130
    const draw = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    const ids: number[] = []
    for (let run = 0; run < 100; run += 1) {
      const id = await bench.published({
        from: draw(800) - 500,
        minutes: 1 + draw(200),
        way: String(1 + draw(2)),
        more: draw(3) === 0 ? { replayUrl: 'https://basic.smartedu.cn/x' } : {},
      })
      const [heard, ended] = [draw(700), draw(700)]
      await region.db.execute(sql`
        insert into content_signal (content_id, heard_at, ended_at)
        select ${id}, case when ${draw(3)}::int > 0 then now() - make_interval(mins => ${heard}, secs => 7) end,
          case when ${draw(4)}::int = 0 then now() - make_interval(mins => ${ended}) end`)
      ids.push(id)
    }
    const rows = await region.db.query<{
      live: Record<string, string>
      heard: string | null
      ended: string | null
      now: string
      code: string
    }>(sql`
      select c.live, (extract(epoch from s.heard_at) * 1000)::text as heard,
        (extract(epoch from s.ended_at) * 1000)::text as ended,
        (extract(epoch from now()) * 1000)::text as now, ${phaseOf(contents.liveBroadcast)} as code
      from content c join content_signal s on s.content_id = c.id where c.id = any(${ids}::int[])`)
    const codes = rows.map(
      ({ live, heard, ended, now }) =>
        liveStatusOf[
          livePhaseAt(
            {
              from: momentOf(live['startTime']?.slice(0, 16) ?? ''),
              to: momentOf(live['endTime']?.slice(0, 16) ?? ''),
              signalled: live['way'] === '1',
              heardAt: heard === null ? null : Number(heard),
              endedAt: ended === null || live['way'] !== '1' ? null : Number(ended),
              replay: live['replayUrl'] !== undefined,
            },
            Number(now),
          )
        ],
    )
    expect(rows.map(({ code }) => code)).toEqual(codes)
    expect(new Set(codes).size).toBe(4)
  })
})

describe('attendance', () => {
  it('unites devices over the time on air: 55 of 60 minutes are present (47)', async () => {
    const { teacher, school, colleague } = region.people
    const id = await bench.published({ from: -70, minutes: 60 })
    await bench.opened(id)
    const at = (minute: number) =>
      sql`${minuteIn(-70)}::timestamp at time zone 'Asia/Shanghai' + make_interval(mins => ${minute})`
    await region.db.execute(sql`insert into live_air values (${id}, ${at(-5)}, ${at(60)})`)
    await region.db.execute(
      sql`update content_signal set heard_at = ${at(60)}, ended_at = ${at(60)} where content_id = ${id}`,
    )
    const stays = [
      [teacher, 'desk-0001', 0, 20],
      [teacher, 'phone-001', 15, 20],
      [teacher, 'phone-001', 25, 60],
      [colleague, 'desk-0002', 30, 75],
    ] as const
    for (const [{ teacherId }, device, from, to] of stays)
      await region.db.execute(
        sql`insert into stay values (${teacherId}, ${id}, ${device}, ${at(from)}, ${at(to)})`,
      )
    const { ofSeconds, list } = liveAttendance.parse((await school.get(url(id, '/attendance'))).data)
    expect([ofSeconds, list.map(({ seconds, percent, present }) => [seconds, percent, present])]).toEqual([
      3_600,
      [
        [3_300, 91.7, true],
        [1_800, 50, false],
      ],
    ])
    expect((await bench.viewed(teacher, id)).own).toMatchObject({ seconds: 3_300, present: true })
    // Names are the host's to see.
    expect((await colleague.get(url(id, '/attendance'))).status).toBe(403)
    expect((await bench.viewed(school, id)).viewers).toEqual({ live: 2, replay: 0 })
    expect((await bench.viewed(teacher, id)).viewers).toBe(null)
  })

  it('counts beats by the clock of the server, and only while it is on air', async () => {
    const { teacher, school } = region.people
    const id = await bench.published()
    const { path } = await bench.opened(id)
    const beat = (device = 'desk-0001') =>
      teacher.post<{ phase: string; nextMs: number }>(url(id, '/beat'), { device })
    expect((await beat()).data).toEqual({ phase: 'lobby', nextMs: 30_000 })
    bench.server.publish(path)
    await bench.ask()
    for (const _ of [1, 2, 3]) expect((await beat()).data.phase).toBe('onAir')
    const rows = () =>
      region.db.one<{ stays: number; seconds: number }>(sql`
        select count(*)::int as stays, coalesce(sum(extract(epoch from to_at - from_at)), 0)::int as seconds
        from stay where live_id = ${id}`)
    // Beats sent quickly give no time that did not pass.
    expect(await rows()).toEqual({ stays: 1, seconds: 0 })
    const age = (seconds: number) =>
      region.db.execute(sql`
        update stay set from_at = ${earlier('from_at', seconds)}, to_at = ${earlier('to_at', seconds)}
        where live_id = ${id}`)
    await age(60)
    await beat()
    expect((await rows()).stays).toBe(1)
    await age(90)
    await beat()
    expect((await rows()).stays).toBe(2)
    for (const device of ['short', 'x'.repeat(41), 'a b c d e f g', 7])
      expect((await teacher.post(url(id, '/beat'), { device })).status).toBe(400)
    expect((await teacher.post(url(id, '/beat'), {})).status).toBe(400)
    expect((await school.post(url(id, '/beat'), { device: 'desk-0001' })).status).toBe(403)
  })
})

describe('before it begins', () => {
  it('the lecturer sees what is missing and what to do', async () => {
    const { school, teacher } = region.people
    const id = await bench.published({ from: 20 })
    expect((await school.get(url(id, '/checks'))).msg).toBe('直播间尚未打开')
    const { path } = await bench.opened(id)
    const checks = async () =>
      Object.fromEntries(
        liveChecks.parse((await school.get(url(id, '/checks'))).data).map(({ key, state }) => [key, state]),
      )
    expect(await checks()).toMatchObject({
      server: 'fine',
      signal: 'bad',
      picture: 'unknown',
    })
    bench.server.publish(path)
    expect(await checks()).toMatchObject({ signal: 'fine', picture: 'fine', upload: 'fine' })
    expect((await teacher.get(url(id, '/checks'))).status).toBe(403)
  })
})
