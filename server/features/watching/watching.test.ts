import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LearningPage } from '../../../catalogue/contract/courses.ts'
import type { WhyView } from '../../../catalogue/contract/watch.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { forgetSessions } from '../../engine/watch/index.ts'
import { addDays, endOfDay, startOfDay, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { coursesIn, question, watch, type Faulty } from '../courses/test-course.ts'

let region: Region
let life: ReturnType<typeof coursesIn>
beforeAll(async () => {
  region = await testRegion('watching')
  life = coursesIn(region)
})
afterAll(() => region.close())

const audited = async (who: Person) => {
  const { n } = await region.db.one<{ n: number }>(sql`
    select count(*)::int as n from audit where action = 'watch.foreign' and by_identity = ${who.identityId}`)
  return n
}

describe('a player', () => {
  it('has its seconds counted, goes on where it was left, on another device too (1, 13)', async () => {
    const { lesson } = await life.course()
    const who = await life.teacher()
    const before = await life.view(who, lesson)
    expect(before.data).toMatchObject({ length: 2_700, needed: 2_430, seconds: 0, resume: null, cap: 1.5 })
    const desk = await life.open(who, lesson)
    const first = await desk.beat(15, [[0, 15]])
    expect(first.data).toMatchObject({ seq: 1, gained: 15, seconds: 15, seen: [[0, 15]], busy: null })
    const phone = await life.open(who, lesson, 'phone')
    expect(phone.answer.data.view.resume).toEqual({ at: 15, device: 'desk' })
    expect((await phone.beat(15, [[15, 30]])).data.seen).toEqual([[0, 30]])
    expect((await life.view(who, lesson)).data.resume).toEqual({ at: 30, device: 'phone' })
  })

  it('counts no faster than the clock (9), a number once (19), and what was lost when it comes again (20)', async () => {
    const { lesson } = await life.course()
    const who = await life.teacher()
    const desk = await life.open(who, lesson)
    const rushed = await desk.beat(10, [[0, 2_700]])
    expect(rushed.data).toMatchObject({ gained: 10, played: [[0, 2_700]] })
    const twice = await desk.beat(15, [[100, 115]], { seq: 1 })
    expect(twice.data).toMatchObject({ seq: 1, gained: 0, seconds: 10 })
    const late = await desk.beat(15, [[100, 130]])
    expect(late.data.gained).toBe(30)
  })

  it('stops while another one plays, and says which (11, 14)', async () => {
    const { lessons } = await life.course([2_700, 2_700])
    const [one = '', other = ''] = lessons
    const who = await life.teacher()
    const desk = await life.open(who, one)
    const phone = await life.open(who, other, 'phone')
    const stopped = await desk.beat(15, [[0, 15]])
    expect(stopped.data).toMatchObject({ gained: 0, busy: 'phone', seen: [] })
    expect((await phone.beat(0, [[0, 15]])).data).toMatchObject({ gained: 15, busy: null })
    // Pressing play here takes the clock back.
    expect((await desk.beat(1, [], { takes: true })).data.busy).toBeNull()
    expect((await phone.beat(5, [[15, 20]])).data).toMatchObject({ gained: 0, busy: 'desk' })
    expect((await desk.beat(10, [[0, 15]])).data.gained).toBeGreaterThanOrEqual(14)
  })

  it('is one person, however many processes and requests hear it (e, 32)', async () => {
    const { lesson } = await life.course()
    const who = await life.teacher()
    const desk = await life.open(who, lesson)
    const beside = await region.serveBeside()
    const tell = async (app: typeof region.app, seq: number, from: number): Promise<number> => {
      const answer = await app.inject({
        method: 'POST',
        url: `${watch}/beat`,
        headers: { token: who.token },
        payload: { session: desk.answer.data.session, seq, claims: [[from, from + 20, 1]], at: 0 },
      })
      expect(answer.statusCode).toBe(200)
      return answer.json<{ data: { gained: number } }>().data.gained
    }
    let gained = 0
    const rounds = 5
    for (let n = 1; n <= rounds; n += 1) {
      await life.pass(who, 20)
      // At once to both: other seconds, and the first of them twice.
      const each = await Promise.all([
        tell(region.app, 2 * n - 1, 40 * n),
        tell(beside, 2 * n, 1_000 + 40 * n),
        tell(beside, 2 * n - 1, 40 * n),
      ])
      gained += each.reduce((sum, one) => sum + one, 0)
    }
    await beside.close()
    const stored = await region.db.one<{ seconds: number; seen: number; fresh: number }>(sql`
      select s.seconds, (select sum(upper(r) - lower(r))::int from unnest(s.seen) r) as seen,
        (select sum(fresh)::int from watch_session where owner_id = ${who.teacherId}) as fresh
      from watch_state s where s.owner_id = ${who.teacherId}`)
    expect(stored).toEqual({ seconds: gained, seen: gained, fresh: gained })
    expect(gained).toBeGreaterThanOrEqual(20 * rounds)
    expect(gained).toBeLessThanOrEqual(20 * rounds + 10)
  })

  it('is not another person’s: 404, with a line in the audit (33)', async () => {
    const { lesson } = await life.course()
    const [who, other] = [await life.teacher(), await life.teacher()]
    const desk = await life.open(who, lesson)
    const body = { session: desk.answer.data.session, seq: 1, claims: [[0, 15, 1]], at: 15 }
    expect((await other.post(`${watch}/beat`, body)).status).toBe(404)
    expect((await other.post(`${watch}/beat`, { ...body, session: randomUUID() })).status).toBe(404)
    expect([await audited(other), await audited(who)]).toEqual([2, 0])
    expect((await life.view(who, lesson)).data.seconds).toBe(0)
  })

  it('is told in Chinese what is wrong with what it sends; nobody else has one', async () => {
    const { lesson, id } = await life.course()
    const who = await life.teacher()
    const desk = await life.open(who, lesson)
    const bad = async (more: object) => {
      const body = { session: desk.answer.data.session, seq: 1, claims: [], at: 0, ...more }
      const { status, data } = await who.post<Faulty<object>>(`${watch}/beat`, body)
      return [status, data.errors?.[0]?.message]
    }
    expect(await bad({ claims: [[15, 0, 1]] })).toEqual([400, '开始的秒数不能大于结束的秒数'])
    expect(await bad({ claims: [[0.5, 3, 1]] })).toEqual([400, '开始的秒数应为整秒'])
    expect(await bad({ claims: [[0, 3, 0]] })).toEqual([400, '倍速应大于 0'])
    expect(await bad({ claims: Array.from({ length: 501 }, () => [0, 1, 1]) })).toEqual([
      400,
      '一次至多报 500 段',
    ])
    expect(await bad({ seq: 0 })).toEqual([400, '序号从 1 起'])
    expect((await bad({ claims: [[0, 1e12, 1]] }))[0]).toBe(400)
    const days = Array.from({ length: 3 }, () => [0, 86_400, 1])
    expect(await bad({ claims: days })).toEqual([400, '一次报来的秒数过多'])
    const { area, school } = region.people
    for (const one of [area, school])
      expect((await one.post(`${watch}/course/${lesson}/sessions`, { device: 'desk' })).status).toBe(403)
    expect((await who.post(`${watch}/course/${lesson}/sessions`, { device: 'fridge' })).status).toBe(400)
    expect((await who.get(`${watch}/other/${lesson}`)).status).toBe(400)
    expect((await who.get(`${watch}/course/${randomUUID()}`)).status).toBe(404)
    // Taken down, it is missing; what was seen stays, and the player is still heard.
    await desk.beat(15, [[0, 15]])
    await life.act(id, 'takeDown')
    expect((await life.view(who, lesson)).status).toBe(404)
    expect((await desk.beat(15, [[15, 30]])).data.seconds).toBe(30)
  })
})

describe('a player of a script', () => {
  it('does not keep others from being heard, however much it tells', async () => {
    const { lesson } = await life.course()
    const [script, who] = [await life.teacher(), await life.teacher()]
    const [flood, desk] = [await life.open(script, lesson), await life.open(who, lesson)]
    // What many hours of such beats come to.
    await region.db.execute(sql`
      update watch_session set outside = 2147483000 where owner_id = ${script.teacherId}`)
    await life.pass(who, 15)
    const [told, heard] = await Promise.all([flood.beat(0, [[3_000, 90_000]]), desk.beat(0, [[0, 15]])])
    expect([told.status, heard.status, heard.data.gained]).toEqual([200, 200, 15])
  })
})

describe('questions on the way', () => {
  it('are answered once their passage is seen, with the answers kept on the server (31)', async () => {
    const { id, lesson } = await life.course()
    await life.saveLesson(id, lesson, { questions: [question] })
    const who = await life.teacher()
    const shown = await life.view(who, lesson)
    expect(JSON.stringify(shown.data)).not.toMatch(/right"|看两篇怎样/)
    const desk = await life.open(who, lesson)
    await desk.beat(47, [[700, 747]])
    const early = await life.answer(who, lesson, 1, [1])
    expect([early.status, early.msg]).toEqual([409, '先看 11:40–12:40：这一段已看 47 秒，看满 48 秒才能答'])
    await desk.beat(10, [[747, 748]])
    const wrong = await life.answer(who, lesson, 1, [0])
    expect(wrong.data).toMatchObject({
      right: false,
      view: { checkpoints: [{ tries: 1, hint: question.hint, rightAt: null }] },
    })
    await life.answer(who, lesson, 1, [2])
    expect((await life.answer(who, lesson, 1, [0, 1])).data.view.checkpoints[0]?.waits).toBeGreaterThan(50)
    const tooSoon = await life.answer(who, lesson, 1, [1])
    expect([tooSoon.status, tooSoon.msg]).toEqual([409, expect.stringContaining('秒以后再答')])
    await life.pass(who, 61)
    const right = await life.answer(who, lesson, 1, [1])
    expect(right.data).toMatchObject({ right: true, view: { checkpoints: [{ tries: 4 }] } })
    expect((await life.answer(who, lesson, 9, [1])).status).toBe(404)
    expect((await life.answer(who, lesson, 1, [])).status).toBe(400)
  })

  it('keep a lesson open until they are right; then it is complete (28, 29)', async () => {
    const { id, lesson } = await life.course()
    await life.saveLesson(id, lesson, { questions: [question] })
    const who = await life.teacher()
    const desk = await life.open(who, lesson)
    await desk.beat(1_300, [[0, 1_300]])
    const enough = await desk.beat(1_140, [[1_300, 2_440]])
    expect(enough.data).toMatchObject({ seconds: 2_440, completeAt: null })
    expect((await life.hours(who, id)).length).toBe(0)
    // Sent twice at once, it gives its hours once.
    const [right] = await Promise.all([1, 2].map(() => life.answer(who, lesson, 1, [1])))
    expect(right?.data.right).toBe(true)
    expect((await life.view(who, lesson)).data.completeAt).not.toBeNull()
    expect(await life.hours(who, id)).toMatchObject([{ tenths: 50 }])
  })
})

describe('a replaced recording', () => {
  it('begins anew for whoever was not complete, who is told; who was complete stays so (34)', async () => {
    const { id, lesson } = await life.course([100])
    const [half, whole] = [await life.teacher(), await life.teacher()]
    const player = await life.open(half, lesson)
    await player.beat(40, [[0, 40]])
    await life.whole(whole, lesson, 100)
    const { area } = region.people
    const saved = await life.saveLesson(id, lesson, { fileId: await life.film(area, 200) })
    expect(saved.data.lessons[0]?.film).toMatchObject({ no: 2, seconds: 200 })
    expect((await life.view(half, lesson)).data).toMatchObject({ seconds: 0, replaced: true, length: 200 })
    const stays = { completeAt: expect.any(String) }
    expect((await life.view(whole, lesson)).data).toMatchObject({ replaced: false, ...stays })
    // Played again, the new one is still of a lesson that is complete, and nothing to go on with.
    const again = await life.open(whole, lesson)
    expect((await again.beat(15, [[0, 15]])).data).toMatchObject({ gained: 15, ...stays })
    const { data } = await whole.get<LearningPage>('/api/v1/learning')
    expect([data.goOn, data.list[0]]).toMatchObject([null, { id, done: true }])
  })
})

describe('why something was not counted', () => {
  it('adds up: played is counted, seen again and not counted, each with reason and minute', async () => {
    const { lesson } = await life.course()
    const who = await life.teacher()
    const desk = await life.open(who, lesson)
    await desk.beat(60, [[0, 60]])
    await desk.beat(60, [
      [30, 60],
      [60, 180, 2],
    ])
    const phone = await life.open(who, lesson, 'phone')
    await desk.beat(15, [[180, 195]])
    await phone.beat(0, [[180, 190]])
    const { data } = await who.get<WhyView>(`${watch}/course/${lesson}/why`)
    const [first, second] = data.sessions
    expect(first).toMatchObject({
      device: 'desk',
      again: 30,
      fast: 30,
      busy: 15,
      late: 0,
      fastest: 200,
      cap: 150,
    })
    expect(second).toMatchObject({ device: 'phone', fresh: 10 })
    for (const { fresh, fast, late, busy, outside, cuts } of data.sessions) {
      expect(cuts.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(fast + late + busy + outside)
      expect(fresh).toBeGreaterThan(0)
    }
    expect(data.watch.seconds).toBe(data.sessions.reduce((sum, { fresh }) => sum + fresh, 0))
  })

  it('is kept for 400 days after its year; what was seen stays', async () => {
    const { lesson } = await life.course()
    const who = await life.teacher()
    const year = addDays(today(), -400).slice(0, 4)
    const heardAt = async (at: string) => {
      await (await life.open(who, lesson)).beat(10, [[0, 10]])
      await region.db.execute(sql`
        update watch_session set opened_at = ${at}, heard_at = ${at}
        where owner_id = ${who.teacherId} and heard_at > ${startOfDay(today())}::timestamptz`)
    }
    await heardAt(startOfDay(`${year}-01-02`))
    await heardAt(endOfDay(`${Number(year) - 1}-12-31`))
    await forgetSessions(region.db)
    const { data } = await who.get<WhyView>(`${watch}/course/${lesson}/why`)
    expect([data.sessions.length, data.watch.seconds]).toEqual([1, 10])
  })
})
