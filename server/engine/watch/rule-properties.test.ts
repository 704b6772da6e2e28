import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  freshClock,
  hear,
  takenBy,
  type WatchClaim,
  type WatchClock,
  type WatchSession,
} from '../../../catalogue/watch/rule.ts'
import { joined, lengthOf, type Stretch, type Stretches } from '../../../catalogue/watch/stretches.ts'
import { everything } from '../../platform/testing/test-extent.ts'

const numRuns = everything ? 20_000 : 2_000

/** What people, scripts and bad lines do: players open, beats come late, twice, with anything in them. */
const claim: fc.Arbitrary<WatchClaim> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 20_000 })),
    fc.integer({ min: 0, max: 1_800 }),
    fc.constantFrom(0.1, 0.5, 0.75, 1, 1.25, 1.3, 1.5, 2, 16),
  )
  .map(([from, length, rate]) => [from, from + length, rate])

const act = fc.record({
  /** Milliseconds since the act before. */
  after: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 3_000_000 }) },
  ),
  player: fc.integer({ min: 0, max: 3 }),
  opens: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  takes: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
  /** How far the number of the beat goes on; 0 and less is a repetition. */
  step: fc.constantFrom(1, 1, 1, 1, 2, 0, -1),
  claims: fc.array(claim, { maxLength: 4 }),
})

const run = fc.record({
  cap: fc.constantFrom(1, 1.25, 1.5, 2),
  lateMinutes: fc.constantFrom(0, 1, 30, 1_440),
  length: fc.constantFrom(1, 59, 600, 20_000, 20_000),
  acts: fc.array(act, { maxLength: 25 }),
})

/** Two lessons, two players of each: the first lesson is played by players 0 and 1. */
const lessonOf = (player: number) => Math.floor(player / 2)

function play({ cap, lateMinutes, length, acts }: typeof run extends fc.Arbitrary<infer T> ? T : never) {
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
      fc.property(run, (one) => {
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
      fc.property(run, fc.integer(), (one, seed) => {
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
