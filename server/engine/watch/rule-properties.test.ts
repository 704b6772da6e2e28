import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  freshClock,
  hear,
  takenBy,
  type WatchClock,
  type WatchSession,
} from '../../../catalogue/watch/rule.ts'
import { joined, lengthOf, type Stretch, type Stretches } from '../../../catalogue/watch/stretches.ts'
import { everything } from '../../platform/testing/test-extent.ts'
import { lessonOf, watchRun, type WatchRun } from './test-acts.ts'

const numRuns = everything ? 20_000 : 2_000

function play({ cap, lateMinutes, length, acts }: WatchRun) {
  let now = Date.parse('2026-11-23T00:00:00Z')
  let clock: WatchClock = freshClock
  let opened: number | null = null
  const seen: Stretches[] = [[], []]
  const sessions = new Map<number, WatchSession>()
  const accepted: [lesson: number, stretch: Stretch][] = []
  const sums = { used: 0, fresh: 0, beats: 0, claimed: 0, spread: 0 }
  for (const { after, player, opens, takes, step, claims } of acts) {
    now += after
    const lesson = lessonOf(player)
    const session = sessions.get(player)
    if (!session || opens) {
      const id = `${player} ${now}`
      sessions.set(player, { id, openedAt: now, heardAt: now, seq: 0 })
      clock = takenBy(clock, id, now)
      opened ??= now
      continue
    }
    const before = seen[lesson] ?? []
    const beat = { seq: session.seq + step, claims, takes }
    const outcome = hear({ clock, session, seen: before }, beat, { length, cap, lateMinutes }, now)
    if (outcome.replayed) {
      expect([outcome.seen, outcome.clock]).toEqual([before, clock])
      continue
    }
    clock = outcome.clock
    sessions.set(player, outcome.session)
    for (const stretch of outcome.seen) accepted.push([lesson, stretch])
    expect(lengthOf(outcome.seen)).toBe(lengthOf(before) + outcome.sums.fresh)
    seen[lesson] = outcome.seen
    sums.used += outcome.used
    sums.fresh += outcome.sums.fresh
    sums.beats += 1
    sums.claimed += claims.reduce((sum, [from, to]) => sum + to - from, 0)
    sums.spread += Object.values(outcome.sums).reduce((sum, n) => sum + n, 0)
  }
  return { seen, accepted, sums, lasted: opened === null ? 0 : now - opened }
}

describe('watched time, whatever is told', () => {
  it('never exceeds the clock of the person, nor the rate (a); every second told has its place (c, d)', () => {
    fc.assert(
      fc.property(watchRun, (one) => {
        const { seen, sums, lasted } = play(one)
        expect(sums.used).toBeLessThanOrEqual(lasted)
        expect(sums.fresh).toBeLessThanOrEqual((one.cap * lasted) / 1_000 + 0.01 * sums.beats)
        expect(sums.spread).toBe(sums.claimed)
        expect(sums.fresh).toBe(seen.reduce((sum, lesson) => sum + lengthOf(lesson), 0))
        for (const lesson of seen) expect(lengthOf(lesson)).toBeLessThanOrEqual(one.length)
      }),
      { numRuns },
    )
  })

  it('is the union of what was accepted, in every order and however often (b)', () => {
    fc.assert(
      fc.property(watchRun, fc.integer(), (one, seed) => {
        const { seen, accepted } = play(one)
        const mixed = [...accepted, ...accepted].toSorted(
          (a, b) => ((a[1][0] * 31 + a[1][1]) ^ seed) - ((b[1][0] * 31 + b[1][1]) ^ seed),
        )
        for (const [lesson, stretches] of seen.entries()) {
          const own = mixed.flatMap(([of, stretch]) => (of === lesson ? [stretch] : []))
          expect(own.reduce<Stretches>((all, stretch) => joined([...all, stretch]), [])).toEqual(stretches)
        }
      }),
      { numRuns: numRuns / 4 },
    )
  })
})
