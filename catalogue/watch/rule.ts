import { joined, lengthOf, outside, within, type Stretch, type Stretches } from './stretches.ts'

/**
 * What counts of the seconds that a player says it played (docs/decisions/0205): seconds within what the
 * server can vouch for, each once, by one clock for a person. One rule for both sides.
 *
 * Moments are milliseconds of the clock of the database.
 */

/** How a lesson is counted. */
export interface WatchTerms {
  /** Whole seconds of the recording. */
  readonly length: number
  /** The fastest rate that counts: 1 to 2. */
  readonly cap: number
  /** For how many minutes back seconds count that arrive late. */
  readonly lateMinutes: number
}

/** The clock of a person over all devices: until when it is spent, and which player holds it. */
export interface WatchClock {
  readonly spentUntil: number
  readonly holder: string | null
  readonly holderHeard: number
}

/** One opening of a lesson on one device. */
export interface WatchSession {
  readonly id: string
  readonly openedAt: number
  readonly heardAt: number
  /** The number of the last beat that was heard; 0 before the first. */
  readonly seq: number
}

/** What was played: seconds from the first to the one after the last, and how fast. */
export type WatchClaim = readonly [from: number, to: number, rate: number]

/** What a player tells: all that was not acknowledged yet. */
export interface WatchBeat {
  readonly seq: number
  readonly claims: readonly WatchClaim[]
  /** Play was pressed here: this player takes the clock. */
  readonly takes: boolean
}

/**
 * Why seconds were not counted. `fast`: played faster than counts · `late`: told too late · `busy`: another
 * player had the clock · `outside`: not in the recording.
 */
export const cutReasons = ['fast', 'late', 'busy', 'outside'] as const
export type CutReason = (typeof cutReasons)[number]
export const isCutReason = (word: string): word is CutReason => cutReasons.some((one) => one === word)

/** Seconds of one beat by what became of them. */
export type WatchSums = Readonly<Record<'fresh' | 'again' | CutReason, number>>

export interface WatchOutcome {
  readonly clock: WatchClock
  readonly session: WatchSession
  readonly seen: Stretches
  /** What of the claims lies in the recording, and what of it had been seen before. */
  readonly played: Stretches
  readonly again: Stretches
  readonly sums: WatchSums
  /** Seconds of the clock that were spent, in ms. */
  readonly used: number
  /** The beat was heard before: nothing counts. */
  readonly replayed: boolean
  /** Another player holds the clock; null where this one does. */
  readonly holder: string | null
}

/** A clock that nothing was spent of. */
export const freshClock: WatchClock = { spentUntil: 0, holder: null, holderHeard: 0 }

/** A player that was silent for so long lost the clock to the next that is heard: three beats. */
export const silentMs = 45_000
/** Beats come a little late: for so long a stretch may reach back before the last one. */
const slackMs = 5_000
/** The slowest rate that is believed: below it time would be spent for nothing. */
const slowest = 0.5

const none: WatchSums = { fresh: 0, again: 0, fast: 0, late: 0, busy: 0, outside: 0 }

/** Opening a lesson, or pressing play, takes the clock at once. */
export const takenBy = (clock: WatchClock, id: string, now: number): WatchClock => ({
  ...clock,
  holder: id,
  holderHeard: now,
})

/** Whether another player than this one has the clock now. */
export const isBusy = ({ holder, holderHeard }: WatchClock, id: string, now: number): boolean =>
  holder !== null && holder !== id && now - holderHeard < silentMs

interface Window {
  readonly start: number
  /** How much time may be spent, in ms. */
  readonly most: number
  readonly busy: boolean
  readonly cut: CutReason
}

/** The time that a beat may spend, and why the rest of it does not count. */
function windowOf(clock: WatchClock, session: WatchSession, terms: WatchTerms, now: number): Window {
  const base = Math.max(session.openedAt, session.heardAt - slackMs, clock.spentUntil)
  const start = Math.max(base, now - terms.lateMinutes * 60_000)
  const busy = isBusy(clock, session.id, now)
  const cut = busy || clock.spentUntil > session.heardAt ? 'busy' : start > base ? 'late' : 'fast'
  return { start, most: busy ? 0 : Math.max(0, now - start), busy, cut }
}

/** The rate at which seconds of a claim spend the clock. */
const rateOf = (rate: number, cap: number): number => Math.min(Math.max(rate, slowest), cap)

interface Expense {
  seen: Stretches
  /** As they were told; joined once, when all claims are counted. */
  readonly played: Stretch[]
  readonly again: Stretch[]
  used: number
  readonly sums: Record<keyof WatchSums, number>
}

/** Counts one claim: seconds seen before are free, fresh ones are taken while there is time. */
function spend(expense: Expense, [from, to, rate]: WatchClaim, terms: WatchTerms, window: Window): void {
  const { sums } = expense
  const [first, last] = [Math.max(0, from), Math.min(terms.length, to)]
  const inside = Math.max(0, last - first)
  sums.outside += to - from - inside
  if (inside === 0) return
  const before = within(expense.seen, [first, last])
  sums.again += lengthOf(before)
  expense.again.push(...before)
  expense.played.push([first, last])
  const r = rateOf(rate, terms.cap)
  for (const [a, b] of outside(expense.seen, [first, last])) {
    const left = window.most - expense.used
    // A hundredth of a second, because whole seconds at a rate end between two milliseconds.
    const taken = Math.min(b - a, Math.floor((left / 1_000) * r + 0.01))
    if (taken > 0) {
      expense.seen = joined([...expense.seen, [a, a + taken]])
      expense.used += Math.min(left, Math.ceil((taken / r) * 1_000))
    }
    sums.fresh += taken
    sums[window.cut] += b - a - taken
  }
}

/**
 * Hears a beat: what becomes of the clock, of the session and of the seconds seen. A number that was heard
 * before counts nothing.
 * @param seen what was counted of the lesson until now
 * @param now the moment at which the beat is heard
 */
export function hear(
  before: { readonly clock: WatchClock; readonly session: WatchSession; readonly seen: Stretches },
  beat: WatchBeat,
  terms: WatchTerms,
  now: number,
): WatchOutcome {
  const { clock, session } = before
  if (beat.seq <= session.seq)
    return {
      ...before,
      played: [],
      again: [],
      sums: none,
      used: 0,
      replayed: true,
      holder: isBusy(clock, session.id, now) ? clock.holder : null,
    }
  const window = windowOf(clock, session, terms, now)
  const expense: Expense = { seen: before.seen, played: [], again: [], used: 0, sums: { ...none } }
  for (const claim of beat.claims) spend(expense, claim, terms, window)
  const holds = beat.takes || !window.busy
  const held = holds ? takenBy(clock, session.id, now) : clock
  const { used } = expense
  return {
    clock: used > 0 ? { ...held, spentUntil: window.start + used } : held,
    session: { ...session, seq: beat.seq, heardAt: Math.max(session.heardAt, now) },
    seen: expense.seen,
    played: joined(expense.played),
    again: joined(expense.again),
    sums: expense.sums,
    used,
    replayed: false,
    holder: holds ? null : clock.holder,
  }
}
