import { describe, expect, it } from 'vitest'
import { missingOf, neededOf, passageOf, passedBetween, type Checkpoint } from './completion.ts'
import { freshClock, hear, takenBy, type WatchClaim, type WatchClock, type WatchSums } from './rule.ts'
import { lengthOf, type Stretches } from './stretches.ts'

/** Where the tests begin: lessons of 2 700 seconds, up to 1.5×, 30 minutes late. */
const start = Date.parse('2026-11-23T19:30:00+08:00')
const usual = { length: 2_700, cap: 1.5, lateMinutes: 30 }

/** One person with players of lessons, at seconds after the start. */
function person(terms: Partial<typeof usual> = {}) {
  let clock: WatchClock = freshClock
  const lessons = new Map<string, Stretches>()
  const players = new Map<string, { lesson: string; openedAt: number; heardAt: number; seq: number }>()
  const sums: Record<string, Record<keyof WatchSums, number>> = {}
  return {
    open(at: number, id = 'desk', lesson = 'lesson') {
      const now = start + at * 1_000
      clock = takenBy(clock, id, now)
      players.set(id, { lesson, openedAt: now, heardAt: now, seq: 0 })
      sums[id] = { fresh: 0, again: 0, fast: 0, late: 0, busy: 0, outside: 0 }
    },
    beat(at: number, claims: readonly (readonly [number, number, number?])[], id = 'desk', seq?: number) {
      const player = players.get(id)
      if (!player) throw new Error('not open')
      const full = claims.map(([from, to, rate = 1]): WatchClaim => [from, to, rate])
      const beat = { seq: seq ?? player.seq + 1, claims: full, takes: false }
      const seen = lessons.get(player.lesson) ?? []
      const outcome = hear(
        { clock, session: { id, ...player }, seen },
        beat,
        { ...usual, ...terms },
        start + at * 1_000,
      )
      clock = outcome.clock
      players.set(id, { lesson: player.lesson, ...outcome.session })
      lessons.set(player.lesson, outcome.seen)
      const sum = sums[id]
      if (sum)
        for (const [reason, n] of Object.entries(outcome.sums) as [keyof WatchSums, number][])
          sum[reason] += n
      return outcome
    },
    seen: (lesson = 'lesson') => lessons.get(lesson) ?? [],
    put: (seen: Stretches, lesson = 'lesson') => lessons.set(lesson, seen),
    counted: (id = 'desk') =>
      Object.fromEntries(Object.entries(sums[id] ?? {}).filter(([, seconds]) => seconds > 0)),
    spent: () => (clock.spentUntil - start) / 1_000,
  }
}

describe('one player', () => {
  it('counts what was played, second by second (1)', () => {
    const one = person()
    one.open(0)
    for (const n of [1, 2, 3]) one.beat(15 * n, [[15 * n - 15, 15 * n]])
    expect([one.seen(), one.spent()]).toEqual([[[0, 45]], 45])
  })

  it.each([
    [2, {}, 15, [[0, 20]], { fresh: 15, fast: 5 }],
    [3, {}, 15, [[0, 22, 1.5]], { fresh: 22 }],
    [6, {}, 15, [[0, 45, 3]], { fresh: 22, fast: 23 }],
    [7, { cap: 2 }, 15, [[0, 120, 8]], { fresh: 30, fast: 90 }],
    [8, {}, 15, [[0, 15, 0.75]], { fresh: 11, fast: 4 }],
    [9, {}, 10, [[0, 2700]], { fresh: 10, fast: 2_690 }],
    [
      15,
      {},
      15,
      [
        [0, 6],
        [600, 609],
      ],
      { fresh: 15 },
    ],
    [
      16,
      {},
      15,
      [
        [100, 105],
        [102, 107],
        [50, 55],
      ],
      { fresh: 12, again: 3 },
    ],
    [27, {}, 15, [[2690, 2705]], { fresh: 10, outside: 5 }],
  ] as const)(
    'counts no faster than the clock and the rate of the course (%i)',
    (_, terms, at, claims, sums) => {
      const one = person(terms)
      one.open(0)
      one.beat(at, claims)
      expect(one.counted()).toEqual(sums)
    },
  )

  it('spends the clock by the rate: 22 seconds at 1.5× are 14.667 (3)', () => {
    const one = person()
    one.open(0)
    one.beat(15, [[0, 22, 1.5]])
    expect(one.spent()).toBe(14.667)
  })

  it('leaves no hole in a lesson watched at 1.5× (4)', () => {
    const one = person()
    one.open(0)
    for (let n = 1; n <= 120; n += 1)
      one.beat(15 * n, [[Math.floor(22.5 * (n - 1)), Math.floor(22.5 * n), 1.5]])
    expect([one.seen(), one.counted()]).toEqual([[[0, 2700]], { fresh: 2700 }])
    expect(Math.abs(one.spent() - 1_800)).toBeLessThan(0.01)
  })

  it('leaves none at 1.25× either, where seconds end between beats (5)', () => {
    const one = person()
    one.open(0)
    const taken = [18, 37, 56, 75].map((end, n, all) => {
      const { sums } = one.beat(15 * (n + 1), [[all[n - 1] ?? 0, end, 1.25]])
      return sums.fresh
    })
    expect([taken, one.spent()]).toEqual([[18, 19, 19, 19], 60])
  })

  it('gives a script one person’s time (10)', () => {
    const one = person()
    one.open(0)
    for (let n = 1; n <= 60; n += 1) one.beat(n, [[15 * n - 15, 15 * n]])
    expect(one.counted()).toEqual({ fresh: 60, fast: 840 })
  })

  it('counts a second once, and takes no time for what was seen before (16–18)', () => {
    const one = person()
    one.open(0)
    one.beat(15, [
      [100, 105],
      [102, 107],
      [50, 55],
    ])
    expect(one.seen()).toEqual([
      [50, 55],
      [100, 107],
    ])
    const two = person()
    two.put([[0, 100]])
    two.open(0)
    two.beat(15, [[90, 105]])
    expect([two.counted(), two.spent()]).toEqual([{ fresh: 5, again: 10 }, 5])
    const three = person()
    three.put([[0, 2_700]])
    three.open(0)
    const { used, clock } = three.beat(15, [[0, 15]])
    expect([three.counted(), used, clock.spentUntil]).toEqual([{ again: 15 }, 0, 0])
  })
})

describe('beats', () => {
  it('that are heard twice count once, whatever they claim (19)', () => {
    const one = person()
    one.open(0)
    one.beat(15, [[0, 15]], 'desk', 1)
    const again = one.beat(30, [[100, 115]], 'desk', 1)
    expect([again.replayed, one.seen()]).toEqual([true, [[0, 15]]])
  })

  it.each([
    [20, [[45, [[15, 45]]]], { fresh: 45 }],
    [23, [[795, [[15, 735]]]], { fresh: 735 }],
    [
      26,
      [
        [600, []],
        [615, [[15, 600]]],
      ],
      { fresh: 35, fast: 565 },
    ],
  ] as const)('carry what was not acknowledged, as far as the clock goes (%i)', (_, beats, sums) => {
    const one = person()
    one.open(0)
    one.beat(15, [[0, 15]])
    for (const [at, claims] of beats) one.beat(at, claims)
    expect(one.counted()).toEqual(sums)
  })

  it('may come a little late, not much (21, 22)', () => {
    const late = (first: number) => {
      const one = person()
      one.open(0)
      return [one.beat(first, [[0, 15]]).sums.fresh, one.beat(30, [[15, 30]]).sums]
    }
    expect(late(17)).toMatchObject([15, { fresh: 15, fast: 0 }])
    expect(late(23)).toMatchObject([15, { fresh: 12, fast: 3 }])
  })

  it('after forty minutes without network count thirty (24)', () => {
    const one = person()
    one.open(0)
    one.beat(2_400, [[0, 2_400]])
    expect(one.counted()).toEqual({ fresh: 1_800, late: 600 })
  })
})

describe('two players of one person', () => {
  const together = (second: string, from: number) => {
    const one = person(second === 'lesson' ? { length: 600 } : {})
    one.open(0, 'first')
    one.open(1, 'second', second)
    for (let at = 15; at <= 300; at += 15) {
      one.beat(at, [[at - 15, at]], 'first')
      one.beat(at + 1, [[from + at - 15, from + at]], 'second')
    }
    return one
  }

  it('count in one place: the one that was opened last (11)', () => {
    const one = together('other', 0)
    expect([one.counted('first'), one.counted('second')]).toEqual([{ busy: 300 }, { fresh: 300 }])
  })

  it('count in one place where they play halves of one lesson, too (12)', () => {
    const one = together('lesson', 300)
    expect([one.seen(), one.counted('first')]).toEqual([[[300, 600]], { busy: 300 }])
  })

  it('pass the clock on when one is silent (13), or at once where the other is opened (14)', () => {
    const one = person()
    one.open(0)
    one.beat(15, [[0, 15]])
    one.open(70, 'phone')
    expect(one.beat(85, [[15, 30]], 'phone').sums.fresh).toBe(15)
    expect(one.seen()).toEqual([[0, 30]])
    const two = person()
    two.open(0)
    two.beat(15, [[0, 15]])
    two.open(18, 'phone')
    const desk = two.beat(30, [[15, 30]])
    expect([desk.sums.busy, desk.holder]).toEqual([15, 'phone'])
    expect(two.beat(33, [[15, 30]], 'phone').sums.fresh).toBe(15)
  })

  it('spend one clock, when what one kept arrives later (25)', () => {
    const one = person()
    one.open(0, 'phone')
    one.beat(15, [[0, 15]], 'phone')
    one.open(600, 'desk', 'other')
    for (let at = 615; at <= 1_500; at += 15) one.beat(at, [[at - 615, at - 600]])
    const { sums } = one.beat(1_800, [[15, 1_800]], 'phone')
    expect([one.counted(), sums.fresh, sums.busy]).toEqual([{ fresh: 900 }, 300, 1_485])
  })
})

describe('a lesson', () => {
  const question = (no: number, second: number, required = true): Checkpoint => ({
    no,
    second,
    passage: [second - 60, second],
    required,
  })
  const terms = { needed: neededOf(2_700, 90), checkpoints: [question(1, 760), question(2, 1_200, false)] }
  const seen: Stretches = [
    [0, 2_000],
    [2_200, 2_640],
  ]

  it('is complete with the share that is asked for, and its questions (28, 29)', () => {
    expect(lengthOf(seen)).toBe(2_440)
    expect(missingOf(terms, seen, new Set([1]))).toEqual({ seconds: 0, checkpoints: [] })
    expect(missingOf(terms, [[0, 2_429]], new Set([1])).seconds).toBe(1)
    expect(missingOf(terms, seen, new Set([2])).checkpoints.map(({ second }) => second)).toEqual([760])
  })

  it('asks when play passes the second at any rate, and not at a jump (30)', () => {
    const pass = (before: number, now: number, jumped = false) =>
      passedBetween(terms.checkpoints, new Set(), { before, now, jumped })?.no ?? null
    expect([pass(759.9, 760.4), pass(758, 761.9), pass(760, 761), pass(700, 800, true)]).toEqual([
      1,
      1,
      null,
      null,
    ])
    expect(
      passedBetween(terms.checkpoints, new Set([1]), { before: 759, now: 761, jumped: false }),
    ).toBeNull()
  })

  it('lets nobody answer who has not seen four fifths of the passage (31)', () => {
    const [one] = terms.checkpoints
    if (!one) throw new Error('no question')
    expect(passageOf(one, [[700, 747]])).toEqual({ seen: 47, needed: 48 })
    expect(passageOf(one, [[700, 748]])).toEqual({ seen: 48, needed: 48 })
  })
})
