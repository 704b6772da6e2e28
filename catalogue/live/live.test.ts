import { describe, expect, it } from 'vitest'
import { attendanceOf, united, type Span } from './attendance.ts'
import { livePhaseAt, liveStatusOf, livePhases, type LiveMoments } from './phase.ts'

/** Minutes after 18:00. */
const at = (minutes: number, seconds = 0) => (minutes * 60 + seconds) * 1_000
const [from, to] = [at(60), at(120)]
const push: LiveMoments = { from, to, signalled: true, heardAt: null, endedAt: null, replay: false }
const phase = (now: number, more: Partial<LiveMoments> = {}) => livePhaseAt({ ...push, ...more }, now)

describe('phases of a broadcast with a signal', () => {
  it('waits for the signal: 未开始, 候播 from half an hour before, 直播中 when it is heard', () => {
    expect([phase(at(29, 59)), phase(at(30)), phase(at(61))]).toEqual(['ahead', 'lobby', 'lobby'])
    expect(phase(at(61), { heardAt: at(60, 55) })).toBe('onAir')
  })

  it('a signal before the beginning is a rehearsal', () => {
    expect(phase(at(50), { heardAt: at(50) })).toBe('lobby')
    expect(phase(at(60, 5), { heardAt: at(59, 58) })).toBe('lobby')
    expect(phase(at(60, 9), { heardAt: at(60, 8) })).toBe('onAir')
  })

  it('is 信号中断 after 20 s without, and 直播中 when it is back (48)', () => {
    const heardAt = at(70)
    expect([phase(at(70, 19), { heardAt }), phase(at(70, 20), { heardAt })]).toEqual(['onAir', 'broken'])
    expect(phase(at(70, 25), { heardAt: at(70, 25) })).toBe('onAir')
  })

  it('ends by the host, half an hour after the end without a signal, or four hours beyond it', () => {
    expect(phase(at(100), { heardAt: at(99), endedAt: at(99) })).toBe('over')
    // It goes on longer than announced.
    expect(phase(at(130), { heardAt: at(130) })).toBe('onAir')
    expect([phase(at(150), { heardAt: at(119) }), phase(at(150, 1), { heardAt: at(119) })]).toEqual([
      'broken',
      'over',
    ])
    expect(phase(at(359), { heardAt: at(359) })).toBe('onAir')
    expect(phase(at(361), { heardAt: at(361) })).toBe('over')
  })

  it('never began: 候播 until half an hour after the end, then 已结束; with a released recording 可回放', () => {
    expect([phase(at(150)), phase(at(151)), phase(at(151), { replay: true })]).toEqual([
      'lobby',
      'over',
      'replay',
    ])
    // A released recording does not end what runs.
    expect(phase(at(61), { heardAt: at(61), replay: true })).toBe('onAir')
  })
})

it('a link has no signal: the clock alone', () => {
  const link = { signalled: false }
  expect([29, 30, 60, 120].map((minutes) => phase(at(minutes), link))).toEqual([
    'ahead',
    'lobby',
    'onAir',
    'onAir',
  ])
  expect([phase(at(121), link), phase(at(121), { ...link, replay: true })]).toEqual(['over', 'replay'])
})

it('each phase has its code of the domain model: 0 0 1 1 2 3', () => {
  expect(livePhases.map((one) => liveStatusOf[one]).join(' ')).toBe('0 0 1 1 2 3')
})

describe('attendance', () => {
  const air: Span[] = [[from, to]]

  it('unites devices within the time on air: 55 of 60 minutes (47)', () => {
    const stays: Span[] = [
      [at(60), at(80)],
      [at(75), at(80)],
      [at(85), at(120)],
    ]
    expect(attendanceOf(stays, air)).toEqual({
      seconds: 3_300,
      ofSeconds: 3_600,
      percent: 91.7,
      present: true,
    })
  })

  it('does not count before the beginning, while the signal was broken, and after the end', () => {
    const cut: Span[] = [
      [at(60), at(80)],
      [at(81), at(120)],
    ]
    expect(attendanceOf([[at(0), at(200)]], cut)).toMatchObject({ seconds: 3_540, percent: 100 })
    expect(attendanceOf([[at(60), at(108)]], air).present).toBe(true)
    expect(attendanceOf([[at(60), at(107, 59)]], air).present).toBe(false)
    expect(attendanceOf([[at(60), at(120)]], [])).toEqual({
      seconds: 0,
      ofSeconds: 0,
      percent: 0,
      present: false,
    })
  })

  it('a union is the same in every order, and never longer than the time on air', () => {
    let seed = 47
    const draw = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let run = 0; run < 2_000; run += 1) {
      const stays = Array.from({ length: 1 + draw(8) }, (): Span => {
        const start = draw(200)
        return [at(start), at(start + draw(60))]
      })
      const mixed = stays.toSorted((a, b) => a[1] - b[1]).concat(stays)
      expect(united(mixed)).toEqual(united(stays))
      expect(attendanceOf(stays, air)).toEqual(attendanceOf(mixed, air))
      expect(attendanceOf(stays, air).seconds).toBeLessThanOrEqual(3_600)
    }
  })
})
