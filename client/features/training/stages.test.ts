import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nextByPortal, stagesOf } from './stages.ts'

// A date of another year is written with its year.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T04:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const value = {
  quota: 120,
  signupStart: '2026-10-12T08:00',
  signupEnd: '2026-11-06T18:00',
  startDate: '2026-11-23',
  endDate: '2026-11-27',
  followUp: true,
  rated: true,
  quotaReturnsOn: '2026-11-20',
  lastOfferHours: 12,
  sessions: [{ startsAt: '2026-11-23T08:30' }],
}
const whole = { held: 0, offered: 0, left: 0, waiting: 0 }
const pool = (more: object) => ({
  institutionId: 1,
  name: '江城区教育局',
  own: false,
  granted: 36,
  given: 0,
  held: 0,
  offered: 0,
  left: 0,
  waiting: 0,
  until: null,
  whole,
  ...more,
})
const seats = {
  pools: [
    pool({ own: true }),
    pool({ institutionId: 2 }),
    pool({ institutionId: 3, whole: { ...whole, left: 2 } }),
  ],
  counts: { confirmed: 112, offered: 5, waitlisted: 15 },
}
const at = (state: string, now: string, counts: Record<string, number> = seats.counts) =>
  stagesOf({ state, value, entries: 137 }, { ...seats, counts }, now)
const nowOf = (state: string, now: string, counts?: Record<string, number>) =>
  at(state, now, counts).find((stage) => stage.at === 'now')

describe('the way of a project', () => {
  it('stands where its state and what waits say, with the days that are left', () => {
    expect(nowOf('recruiting', '2026-11-05T08:00')).toMatchObject({ key: 'entries', left: 1 })
    expect(nowOf('recruiting', '2026-11-06T18:01')?.key).toBe('decisions')
    expect(nowOf('preparing', '2026-11-20T08:00', { recommending: 4 })).toMatchObject({
      key: 'decisions',
      says: '4 人待审',
    })
    expect(nowOf('preparing', '2026-11-20T08:00')).toMatchObject({
      key: 'answers',
      says: '5 人待答复　15 人候补',
      left: 3,
    })
    expect(nowOf('ongoing', '2026-11-27T08:00')).toMatchObject({ key: 'course', left: 0 })
    expect(nowOf('ongoing', '2026-12-02T08:00')?.left).toBeNull()
    expect(nowOf('assessing', '2026-12-01T08:00')?.key).toBe('results')
    expect(nowOf('finished', '2026-12-20T08:00')).toMatchObject({
      key: 'later',
      says: '满意度、30 日、90 日',
    })
    expect(at('preparing', '2026-11-20T08:00').map((stage) => stage.at)).toEqual([
      'over',
      'over',
      'over',
      'now',
      'ahead',
      'ahead',
      'ahead',
    ])
    expect(at('preparing', '2026-11-20T08:00')[0]?.says).toBe('120 个　2 个单位')
  })

  it('says how seats are given where they do not go down level by level', () => {
    const of = (more: object) =>
      stagesOf(
        { state: 'recruiting', value: { ...value, ...more }, entries: 0 },
        seats,
        '2026-11-01T08:00',
      )[0]?.says
    expect(of({ pooled: true })).toBe('120 个　各单位共用')
    expect(of({ invited: true })).toBe('120 个　由主办单位邀请')
  })
})

describe('what the portal does next', () => {
  it('is said with its times before the project begins, and of what is there', () => {
    const offers = [...seats.pools, pool({ until: '2026-11-21T02:12:00Z' })]
    expect(
      nextByPortal({ state: 'preparing', value }, { pools: offers }).map(
        ({ what, when }) => `${what} ${when}`,
      ),
    ).toEqual([
      '下级未用的 2 个名额退回，先给候补 11-20',
      '待答复的到期，席位给下一位 11-21 10:12',
      '停止递补，空席由主办单位安排 11-22 20:30',
    ])
    expect(nextByPortal({ state: 'ongoing', value }, { pools: offers })).toEqual([])
    expect(nextByPortal({ state: 'recruiting', value: {} }, { pools: [] })).toEqual([])
  })
})
