import type { WatchClaim } from '../../../catalogue/watch/rule.ts'

/** What a player played and the server has not acknowledged yet, in whole seconds. */
export interface Tally {
  /** Play begins at a position, in seconds, at a rate. */
  readonly begin: (at: number, rate: number) => void
  /** Play came as far as this. */
  readonly reach: (at: number) => void
  /** Play ends at a position: what comes next begins anew. */
  readonly end: (at: number) => void
  /** All that was not acknowledged, with the next number; the same stretches again until one arrives. */
  readonly due: () => { readonly seq: number; readonly claims: readonly WatchClaim[] }
  /** The server has heard this number: what went with it need not go again. */
  readonly heard: (seq: number) => void
  /** Whether something was played that the server does not know. */
  readonly isDue: () => boolean
}

/** Play that goes on within so many seconds of where it stopped is one stretch. */
const near = 0.5
/** Most stretches of one beat; more wait for the next. */
const mostAtOnce = 400

/**
 * Adds up what is played. A stretch goes on where its last claim ended, so that no second is lost between two
 * beats, at a pause or where the rate changes; one that begins elsewhere, in the middle of a second, takes the
 * nearer whole one.
 */
export function createTally(): Tally {
  let waiting: WatchClaim[] = []
  let sent: { seq: number; count: number }[] = []
  let seq = 0
  let running: { from: number; at: number; rate: number } | null = null
  /** Where play stopped last, and the first second that was not told of then. */
  let left: { from: number; at: number } | null = null

  function cut(): void {
    if (!running) return
    const to = Math.floor(running.at + 0.001)
    if (to <= running.from) return
    const claim: WatchClaim = [running.from, to, running.rate]
    const last = waiting.at(-1)
    const isFree = waiting.length > (sent.at(-1)?.count ?? 0)
    if (last && isFree && last[1] === claim[0] && last[2] === claim[2])
      waiting = [...waiting.slice(0, -1), [last[0], to, last[2]]]
    else waiting.push(claim)
    running.from = to
  }

  return {
    begin(at, rate) {
      cut()
      const before = running ?? left
      const goesOn = before !== null && Math.abs(at - before.at) < near
      running = { from: goesOn ? before.from : Math.round(at), at, rate }
    },
    reach(at) {
      if (running && at > running.at) running.at = at
    },
    end(at) {
      if (!running) return
      if (at > running.at) running.at = at
      cut()
      left = { from: running.from, at: running.at }
      running = null
    },
    due() {
      cut()
      seq += 1
      const claims = waiting.slice(0, mostAtOnce)
      sent.push({ seq, count: claims.length })
      return { seq, claims }
    },
    heard(number) {
      const count = sent.find((one) => one.seq === number)?.count ?? 0
      waiting = waiting.slice(count)
      sent = sent.flatMap((one) =>
        one.seq > number ? [{ seq: one.seq, count: Math.max(0, one.count - count) }] : [],
      )
    },
    isDue: () => waiting.length > 0 || (running !== null && Math.floor(running.at + 0.001) > running.from),
  }
}
