import type { Database } from '../engine.ts'
import { hearBeats, type HeardBeat, type PersonBeat } from './bundle.ts'

interface WaitingBeat {
  readonly beat: PersonBeat
  readonly resolve: (heard: HeardBeat | null) => void
  readonly reject: (error: unknown) => void
}

/** Beats of many people, written together. */
export interface Beats {
  /** Counts a beat; null where the session is not this person's. */
  readonly hear: (beat: PersonBeat) => Promise<HeardBeat | null>
  /** After how many seconds players should be heard again: later while bundles take long. */
  readonly nextIn: () => number
}

/** Beats wait so long for others to be written with them. */
const gatherMs = 250
const mostInBundle = 400
const usualSeconds = 15
/** A bundle that takes longer than this makes players tell less often; what they tell adds up. */
const slowMs = 500

/**
 * Gathers beats into bundles: one transaction for many people, one beat of each. A second beat of a person
 * waits for the next bundle. Nothing is kept that another process needs: a beat that is not answered comes
 * again.
 */
export function gatherBeats(db: Database): Beats {
  let waiting: WaitingBeat[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWriting = false
  let next = usualSeconds

  function take(): WaitingBeat[] {
    const bundle = new Map<number, WaitingBeat>()
    const rest: WaitingBeat[] = []
    for (const one of waiting)
      if (bundle.size < mostInBundle && !bundle.has(one.beat.ownerId)) bundle.set(one.beat.ownerId, one)
      else rest.push(one)
    waiting = rest
    return [...bundle.values()]
  }

  async function write(): Promise<void> {
    timer = undefined
    if (isWriting) return
    isWriting = true
    const bundle = take()
    const began = performance.now()
    try {
      const heard = await hearBeats(
        db,
        bundle.map(({ beat }) => beat),
      )
      for (const [n, { resolve }] of bundle.entries()) resolve(heard[n] ?? null)
    } catch (error) {
      for (const { reject } of bundle) reject(error)
    }
    const took = performance.now() - began
    next = took > 2 * slowMs ? 4 * usualSeconds : took > slowMs ? 2 * usualSeconds : usualSeconds
    isWriting = false
    if (waiting.length > 0) plan()
  }

  function plan(): void {
    if (waiting.length >= mostInBundle && !isWriting) {
      clearTimeout(timer)
      void write()
      return
    }
    timer ??= setTimeout(() => void write(), gatherMs)
  }

  return {
    hear: (beat) =>
      new Promise((resolve, reject) => {
        waiting.push({ beat, resolve, reject })
        if (!isWriting) plan()
      }),
    // A fifth more or less, so that players that began together do not stay together.
    nextIn: () => Math.round(next * (0.8 + 0.4 * Math.random())),
  }
}
