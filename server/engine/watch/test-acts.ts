import fc from 'fast-check'
import type { WatchClaim } from '../../../catalogue/watch/rule.ts'

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

/** A lesson's terms, and what is done with it. */
export const watchRun = fc.record({
  cap: fc.constantFrom(1, 1.25, 1.5, 2),
  lateMinutes: fc.constantFrom(0, 1, 30, 1_440),
  length: fc.constantFrom(1, 59, 600, 20_000, 20_000),
  acts: fc.array(act, { maxLength: 25 }),
})

/** Two lessons, two players of each: the first lesson is played by players 0 and 1. */
export const lessonOf = (player: number) => Math.floor(player / 2)

export type WatchRun = typeof watchRun extends fc.Arbitrary<infer T> ? T : never
