import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { absent, late, onLeave, present, type SettledStatus } from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import { correctableUntil, correctionsOf } from './index.ts'
import { at, eventsIn, testRegion, type Region } from './test-event.ts'

let region: Region
let events: ReturnType<typeof eventsIn>
let [anna, bert] = [0, 0]
beforeAll(async () => {
  region = await testRegion('presence-corrections')
  events = eventsIn(region)
  anna = region.people.teacher.teacherId ?? 0
  bert = region.people.colleague.teacherId ?? 0
})
afterAll(() => region.close())

const by = () => region.people.school.identityId

describe('a correction', () => {
  it('is asked for within three working days', async () => {
    const { key } = await events.event()
    // Monday: Tuesday, Wednesday, Thursday.
    expect(await correctableUntil(region.db, key)).toBe('2026-11-26')
    await expect(events.wish(key, anna, at('08:00:00'))).rejects.toThrow('尚未开始')
    await expect(events.wish(key, anna, at('00:00:00', '2026-11-27'))).rejects.toThrow('已于 2026-11-26 截止')
    expect(await events.wish(key, anna, at('23:59:59', '2026-11-26'))).toMatch(/-/)
    await expect(events.wish(key, anna, at('09:00:00', '2026-11-24'))).rejects.toThrow('正在办理')
    await expect(events.wish(key, bert, at('09:00:00', '2026-11-24'), { reason: '' })).rejects.toThrow(
      '写明原因',
    )
  })

  it('is decided once by another person; both values stay', async () => {
    const { eventId, key, sessionId } = await events.event()
    await events.checkIn(sessionId, anna, at('08:45:00'))
    await expect(events.wish(key, anna, at('12:30:00'), { wish: late })).rejects.toThrow('无需更正')
    const first = await events.wish(key, anna, at('12:30:00'))
    const own = region.people.teacher.identityId
    await expect(events.decideWish(key, first, true, own)).rejects.toThrow('由他人核定')
    await expect(events.decideWish(key, first, false)).rejects.toThrow('写明原因')
    expect(await events.decideWish(key, first, false, by(), '考勤表没有签名')).toBeNull()
    expect((await events.marks(eventId)).map(({ status }) => status)).toEqual([late])
    await expect(events.decideWish(key, first, true)).rejects.toThrow('已办理')
    const second = await events.wish(key, anna, at('12:40:00'))
    expect(await events.decideWish(key, second, true)).toMatchObject({
      status: present,
      means: 'correction',
      moment: at('08:45:00'),
      decided: true,
    })
    expect((await correctionsOf(region.db, eventId)).map((one) => [one.was, one.wish, one.accepted])).toEqual(
      [
        [late, present, false],
        [late, present, true],
      ],
    )
    expect(await events.sheet(key, [[anna, '缺勤']])).toMatchObject({ written: 0, held: [{ wish: absent }] })
  })

  it('is one of its session: under another one of the same event it is not there', async () => {
    const { keys, key } = await events.event(2)
    const id = await events.wish(key, anna, at('12:30:00'))
    const [, other = key] = keys
    await expect(events.decideWish(other, id, true)).rejects.toMatchObject({ code: 'missing' })
    expect(await events.decideWish(key, id, true)).toMatchObject({ status: present })
  })

  it('makes a mark for somebody who had none', async () => {
    const { eventId, key } = await events.event()
    const id = await events.wish(key, bert, at('12:30:00'))
    await Promise.allSettled([1, 2, 3].map(() => events.decideWish(key, id, true)))
    expect(await events.marks(eventId)).toEqual([
      { teacher_id: bert, way: 'in', status: present, doubt: null },
    ])
  })
})

describe('what happened', () => {
  it('is edited and deleted by nobody', async () => {
    const denied = /permission denied/
    await expect(region.db.execute(sql`update presence_event set status = '1'`)).rejects.toThrow(denied)
    await expect(region.db.execute(sql`delete from presence_event`)).rejects.toThrow(denied)
    await expect(region.db.execute(sql`delete from presence_mark`)).rejects.toThrow(denied)
    await expect(region.db.execute(sql`delete from presence_correction`)).rejects.toThrow(denied)
  })

  it('comes to the marks that there are, whatever people do', async () => {
    const people = [anna, bert, region.people.stranger.teacherId ?? 0]
    const act = fc.record({
      kind: fc.constantFrom('scan', 'hand', 'sheet', 'decide', 'correct'),
      who: fc.nat(2),
      session: fc.nat(1),
      status: fc.constantFrom<SettledStatus>(present, late, onLeave, absent),
      phone: fc.constantFrom('a', 'b'),
      minute: fc.integer({ min: 0, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const { eventId, keys } = await events.event(2, { signOut: true })
        const run = async (one: (typeof acts)[number]): Promise<unknown> => {
          const [key, who] = [keys[one.session], people[one.who]]
          if (!key || who === undefined) throw new Error('no session')
          const moment = at('08:30:00', `2026-11-${23 + one.session}`) + one.minute * 60_000
          if (one.kind === 'scan') return events.checkIn(key.sessionId, who, moment, one.phone)
          if (one.kind === 'hand') return events.hand(key, who, one.status)
          if (one.kind === 'decide') return events.decide(key, who, one.status)
          if (one.kind === 'sheet') return events.sheet(key, [[who, one.status]])
          return events.decideWish(
            key,
            await events.wish(key, who, moment, { wish: one.status }),
            one.minute > 10,
          )
        }
        // Three at a time: what is refused leaves nothing.
        for (let n = 0; n < acts.length; n += 3) await Promise.allSettled(acts.slice(n, n + 3).map(run))
        const marks = await region.db.query(sql`
          select id, status, means, doubt, moment, decided, acts from presence_mark where event_id = ${eventId} order by id`)
        const replayed = await region.db.query(sql`
          select distinct on (mark_id) mark_id as id, status, means, doubt, moment,
            bool_or(act in ('decided', 'corrected')) over (partition by mark_id) as decided,
            count(*) over (partition by mark_id)::int as acts
          from presence_event where event_id = ${eventId} order by mark_id, no desc`)
        expect(replayed).toEqual(marks)
        expect(marks.length).toBeLessThanOrEqual(12)
      }),
      { numRuns: 25 },
    )
  })
})
