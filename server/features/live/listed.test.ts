import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveAttendance } from '../../../catalogue/contract/teaching/live-rooms.ts'
import type { Faulty } from '../courses/test-course.ts'
import type { Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { liveBench, url, type LiveBench } from './test-live.ts'

let bench: LiveBench
let region: Region
beforeAll(async () => {
  bench = await liveBench('live-listed')
  region = bench.region
})
afterAll(() => bench.close())

const link = { way: '2', more: { watchUrl: 'https://basic.smartedu.cn/' } }
const over = { ...link, from: -120, minutes: 60 }

const take = async (id: number, rows: readonly object[], who = region.people.school) =>
  who.post<Faulty<object>>(url(id, '/listed'), { rows })
const taken = async (id: number, rows: readonly object[]) => {
  const answer = await take(id, rows)
  expect([answer.status, answer.msg]).toEqual([200, 'ok'])
  return liveAttendance.parse(answer.data)
}
const facts = (id: number) =>
  region.db.query<{ owner: number; times: number }>(sql`
    select owner_id as owner, times from person_fact
    where kind = 'liveSeen' and ref = ${`live-${id}`} order by owner_id`)

describe('the list of a meeting', () => {
  it('knows who one line is, adds several lines of one, and holds what it does not know', async () => {
    const { school, otherSchool } = region.places
    const [one, twin] = [await region.add(2, school, '叶知秋'), await region.add(2, school, '叶同名')]
    await region.add(2, school, '叶同名')
    await region.add(2, otherSchool, '别区人')
    const id = await bench.published(over)
    const first = await taken(id, [
      { name: '叶知秋', time: '30' },
      { name: '叶知秋', time: '0:20:00' },
      { name: '叶同名', time: '50' },
      { name: '别区人', time: '60' },
      { name: '听众 7', time: '55分钟' },
    ])
    expect([first.ofSeconds, first.list]).toMatchObject([
      3_600,
      [{ name: '叶知秋', seconds: 3_000, percent: 83.3, present: true }],
    ])
    expect(first.doubts.map(({ name, candidates }) => [name, candidates.length])).toEqual([
      ['叶同名', 2],
      ['别区人', 0],
      ['听众 7', 0],
    ])
    expect(await facts(id)).toEqual([{ owner: one.teacherId, times: 3_000 }])
    // The host says who it is: only one who is called so, and of the own region.
    const say = (no: number, teacherId: number | null, who = region.people.school) =>
      who.put(url(id, `/listed/${no}`), { teacherId })
    expect((await say(3, one.teacherId)).status).toBe(404)
    expect((await say(9, twin.teacherId)).status).toBe(404)
    expect((await say(3, twin.teacherId)).status).toBe(200)
    expect((await facts(id)).map(({ times }) => times)).toEqual([3_000, 3_000])
    expect((await say(3, null)).status).toBe(200)
    expect(await facts(id)).toHaveLength(1)
    // What somebody sees of himself, and nobody else.
    expect((await bench.viewed(one, id)).own).toMatchObject({ seconds: 3_000, present: true })
    expect((await bench.viewed(twin, id)).own.seconds).toBe(0)
    // Another list takes the place of the first, and nothing is longer than the broadcast.
    const again = await taken(id, [
      { name: '叶同名', unit: '', time: '1' },
      { name: '叶知秋', time: '9 小时' },
    ])
    expect(again.list.map(({ seconds }) => seconds)).toEqual([3_600])
    await taken(id, [{ name: '听众 7', time: '5' }])
    expect(await facts(id)).toEqual([])
  })

  it('names an institution where somebody is of elsewhere', async () => {
    const { otherSchool } = region.places
    const guest = await region.add(2, otherSchool, '远方客')
    const { name } = await region.db.one<{ name: string }>(
      sql`select name from institution where id = ${otherSchool}`,
    )
    const id = await bench.published(over)
    expect((await taken(id, [{ name: '远方客', unit: `${name}分校`, time: '55' }])).list).toEqual([])
    expect((await taken(id, [{ name: '远 方 客', unit: name, time: '55' }])).list).toHaveLength(1)
    expect((await facts(id)).map(({ owner }) => owner)).toEqual([guest.teacherId])
  })

  it('is the host’s to bring in, after the end, for what was held elsewhere', async () => {
    const { teacher, siblingSchool, area } = region.people
    const rows = [{ name: '叶知秋', time: '30' }]
    const id = await bench.published(over)
    for (const who of [teacher, siblingSchool, area]) expect((await take(id, rows, who)).status).toBe(403)
    expect((await take(await bench.published(link), rows)).msg).toBe('该直播尚未结束，结束后再导入参会名单')
    expect((await take(await bench.published({ from: -300 }), rows)).msg).toContain('由服务器计')
    const bad = await take(id, [...rows, { name: '甲', time: '很久' }])
    expect([bad.status, bad.data.errors]).toMatchObject([
      400,
      [{ field: 'rows.1.time', message: '第 2 行：时长“很久”读不懂，请写分钟数，如 57' }],
    ])
    expect((await take(id, [])).status).toBe(400)
    expect(
      (
        await take(
          id,
          Array.from({ length: 3_001 }, () => rows[0] ?? {}),
        )
      ).status,
    ).toBe(400)
  })
})
