import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  absent,
  late,
  officialLeave,
  onLeave,
  present,
  type SettledStatus,
} from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import { attendanceOf, bindClaim, cancelSession, fixAttendance } from './index.ts'
import { at, eventsIn, testKeys, testRegion, type Region } from './test-event.ts'

let region: Region
let events: ReturnType<typeof eventsIn>
let [anna, bert] = [0, 0]
beforeAll(async () => {
  region = await testRegion('presence-attendance')
  events = eventsIn(region)
  anna = region.people.teacher.teacherId ?? 0
  bert = region.people.colleague.teacherId ?? 0
})
afterAll(() => region.close())

const by = () => region.people.school.identityId
const tx = <T>(work: Parameters<typeof region.db.transaction<T>>[0]) => region.db.transaction(work)
const fix = (eventId: string) =>
  tx((inner) => fixAttendance(inner, eventId, { by: by(), now: at('18:00:00', '2026-12-02') }))
/** Moves people through all their sessions: a status a session, null for none. */
async function attended(statuses: readonly (SettledStatus | null)[]) {
  const made = await events.event(statuses.length)
  for (const [n, status] of statuses.entries()) {
    const key = made.keys[n]
    if (key && status !== null) await events.hand(key, anna, status)
  }
  const read = async (now = at('18:00:00', '2026-12-05')) => {
    const attendance = (await attendanceOf(region.db, { eventId: made.eventId, teachers: [anna] }, now)).get(
      anna,
    )
    if (!attendance) throw new Error('no attendance')
    return attendance
  }
  return { ...made, read }
}
const times = (status: SettledStatus, n: number) => Array.from({ length: n }, () => status)

describe('attendance', () => {
  it('is enough with 6 present, 3 late, 1 absent of ten, by integers (24)', async () => {
    const { read } = await attended([...times(present, 6), ...times(late, 3), null])
    expect(await read()).toMatchObject({
      due: 10,
      absences: 2,
      attended: 8,
      enough: true,
      left: 0,
      tenths: 360,
    })
  })

  it('is not with 7 present, 1 on official leave, 2 absent (25)', async () => {
    const { read } = await attended([...times(present, 7), officialLeave, null, absent])
    expect(await read()).toMatchObject({ due: 9, absences: 2, attended: 7, enough: false, tenths: 280 })
  })

  it('does not count sessions that were cancelled', async () => {
    const { read, keys } = await attended([...times(present, 4), null])
    expect(await read()).toMatchObject({ due: 5, absences: 1, enough: true })
    const last = keys[4] ?? { eventId: '', sessionId: '' }
    const cancel = () =>
      tx((inner) => cancelSession(inner, last, { reason: '台风', now: at('07:00:00', '2026-11-27') }))
    await cancel()
    expect(await read()).toMatchObject({ due: 4, absences: 0 })
    await expect(cancel()).rejects.toThrow('没有找到')
    await expect(events.hand(last, anna, present)).rejects.toThrow('已取消')
  })

  it('can be reached as long as what is left is enough (15)', async () => {
    const { read } = await attended(Array.from({ length: 10 }, () => null))
    expect(await read(at('13:00:00', '2026-11-24'))).toMatchObject({
      due: 2,
      absences: 2,
      left: 8,
      reachable: true,
    })
    expect(await read(at('13:00:00', '2026-11-25'))).toMatchObject({ due: 3, left: 7, reachable: false })
  })

  it('counts an open doubt neither as attended nor as an absence', async () => {
    const { read, sessionId, key } = await attended([onLeave])
    await events.checkIn(sessionId, anna, at('08:31:00'))
    expect(await read()).toMatchObject({ due: 1, doubts: 1, attended: 0, absences: 0, enough: false })
    await events.decide(key, anna, present)
    expect(await read()).toMatchObject({ doubts: 0, attended: 1, enough: true })
  })

  it('is fixed once its doubts are decided; then only a decided correction changes it', async () => {
    const { eventId, sessionId, key, read } = await attended([onLeave])
    await events.checkIn(sessionId, anna, at('08:31:00'))
    await expect(fix(eventId)).rejects.toThrow('还有 1 条待核')
    await events.decide(key, anna, absent)
    await fix(eventId)
    const fixed = '出勤已经确定'
    await expect(fix(eventId)).rejects.toThrow(fixed)
    await expect(events.hand(key, bert, present)).rejects.toThrow(fixed)
    await expect(events.sheet(key, [[bert, '出勤']])).rejects.toThrow(fixed)
    await expect(events.checkIn(sessionId, bert, at('08:32:00'))).rejects.toThrow(fixed)
    const id = await events.wish(key, anna, at('09:00:00', '2026-11-24'))
    await events.decideWish(key, id, true)
    expect(await read()).toMatchObject({ attended: 1 })
  })

  it('is not fixed while somebody checks in', async () => {
    const { eventId, sessionId } = await events.event()
    const begun = await events.scan(sessionId, at('08:31:00'))
    if (!('claim' in begun)) throw new Error('a question')
    const who = { token: begun.claim, teacherId: anna, by: by() }
    await tx(async (inner) => {
      await bindClaim(inner, testKeys, who, at('08:31:05'))
      const fixing = tx(async (other) => {
        await other.execute(sql`set local lock_timeout = '50ms'`)
        await fixAttendance(other, eventId, { by: by(), now: at('12:30:00') })
      })
      await expect(fixing).rejects.toThrow('lock timeout')
    })
    await fix(eventId)
    expect(await events.marks(eventId)).toHaveLength(1)
  })
})
