import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { absent, doubtful, late, officialLeave, present } from '../../../catalogue/presence/rules.ts'
import { countHeads, countSession, putSession } from './index.ts'
import { at, eventsIn, testRegion, type Region } from './test-event.ts'

let region: Region
let events: ReturnType<typeof eventsIn>
let [anna, bert] = [0, 0]
beforeAll(async () => {
  region = await testRegion('presence-marks')
  events = eventsIn(region)
  anna = region.people.teacher.teacherId ?? 0
  bert = region.people.colleague.teacherId ?? 0
})
afterAll(() => region.close())

const by = () => region.people.school.identityId
const tx = <T>(work: Parameters<typeof region.db.transaction<T>>[0]) => region.db.transaction(work)
describe('marks by hand', () => {
  it('want a reason, and change a mark that was scanned', async () => {
    const { key, sessionId } = await events.event()
    await events.checkIn(sessionId, anna, at('08:45:00'))
    await expect(events.hand(key, anna, present, '  ')).rejects.toThrow('请写明原因')
    expect(await events.hand(key, anna, present)).toMatchObject({ status: present, means: 'hand', acts: 2 })
    expect(await events.hand(key, anna, present)).toMatchObject({ acts: 2 })
  })

  it('decide no doubt by the way; who decided it keeps it', async () => {
    const { key, sessionId } = await events.event()
    await events.checkIn(sessionId, anna, at('08:31:00'), 'phone')
    await events.checkIn(sessionId, bert, at('08:31:00'), 'phone')
    await expect(events.hand(key, bert, present)).rejects.toThrow('请在“待核”中核定')
    await expect(events.decide(key, anna, present)).rejects.toThrow('已经核定')
    expect(await events.decide(key, bert, absent)).toMatchObject({
      status: absent,
      decided: true,
      means: 'code',
    })
    await expect(events.decide(key, bert, present)).rejects.toThrow('已经核定')
    await expect(events.hand(key, bert, present)).rejects.toThrow('修改请提交更正')
  })
})

describe('marks by file', () => {
  it('come in words or codes; blank cells leave what is there; an unknown word names its row', async () => {
    const { eventId, key, sessionId } = await events.event()
    await events.checkIn(sessionId, anna, at('08:31:00'))
    await expect(
      events.sheet(key, [
        [anna, '迟到'],
        [bert, '来了'],
      ]),
    ).rejects.toThrow('第 3 行：不认识“来了”')
    await expect(
      events.sheet(key, [
        [anna, '迟到'],
        [anna, '缺勤'],
      ]),
    ).rejects.toThrow('第 3 行：同一人')
    expect((await events.marks(eventId)).map(({ status }) => status)).toEqual([present])
    expect(
      await events.sheet(key, [
        [anna, ' '],
        [bert, '5'],
      ]),
    ).toEqual({ written: 1, held: [] })
    expect(
      await events.sheet(key, [
        [anna, '迟到'],
        [bert, '公假'],
      ]),
    ).toEqual({ written: 1, held: [] })
    expect((await events.marks(eventId)).map(({ status }) => status)).toEqual([late, officialLeave])
  })

  it('leave doubts and what was decided, and name the rows', async () => {
    const { eventId, key, sessionId } = await events.event()
    const third = region.people.stranger.teacherId ?? 0
    await events.checkIn(sessionId, anna, at('08:31:00'), 'phone')
    await events.checkIn(sessionId, bert, at('08:31:00'), 'phone')
    await events.checkIn(sessionId, third, at('08:31:00'), 'phone')
    await events.decide(key, bert, absent)
    const { written, held } = await events.sheet(key, [
      [anna, '出勤'],
      [bert, '出勤'],
      [third, '出勤'],
    ])
    expect(written).toBe(0)
    expect(held.map(({ message }) => message)).toEqual([
      '第 3 行：已核定为缺勤，没有改动',
      '第 4 行：签到待核，请在“待核”中核定',
    ])
    expect((await events.marks(eventId)).map(({ status }) => status)).toEqual([present, absent, doubtful])
  })

  it('of another platform are one mark with what was scanned', async () => {
    const { eventId, key, sessionId } = await events.event()
    await events.checkIn(sessionId, anna, at('08:31:00'))
    await events.sheet(key, [[anna, '出勤']], 'online')
    expect(await events.sheet(key, [[bert, '出勤']], 'online')).toEqual({ written: 1, held: [] })
    expect(await events.sheet(key, [[bert, '出勤']], 'online')).toEqual({ written: 0, held: [] })
    expect(await events.marks(eventId)).toHaveLength(2)
  })
})

describe('a session', () => {
  it('shows heads that were counted beside the marks', async () => {
    const { key, sessionId } = await events.event()
    await events.checkIn(sessionId, anna, at('08:31:00'))
    expect(await countSession(region.db, key)).toMatchObject({ heads: null, marks: [{ teacherId: anna }] })
    await tx((inner) => countHeads(inner, key, { heads: 3, by: by() }))
    expect((await countSession(region.db, key)).heads).toBe(3)
    await expect(tx((inner) => countHeads(inner, key, { heads: -1, by: by() }))).rejects.toThrow('0 以上')
  })

  it('keeps its times once there are marks, and ends after it begins', async () => {
    const { key, sessionId } = await events.event()
    const plan = { ...key, startsAt: at('14:00:00'), endsAt: at('17:00:00'), place: '报告厅', tenths: 40 }
    const put = (more = {}) => tx((inner) => putSession(inner, { ...plan, ...more }))
    await expect(put({ endsAt: plan.startsAt })).rejects.toThrow('晚于开始')
    await expect(put({ endsAt: plan.startsAt + 90_000_000 })).rejects.toThrow('24 小时')
    await put()
    await events.checkIn(sessionId, anna, at('14:00:00'))
    await expect(put({ startsAt: at('13:00:00') })).rejects.toThrow('已有签到')
    await put({ place: '阶梯教室' })
  })
})
