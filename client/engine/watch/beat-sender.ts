import type { BeatHeard } from '../../../catalogue/contract/watch.ts'
import type { WatchBeat } from '../../../catalogue/watch/rule.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { createTally, type Tally } from './tally.ts'

/** How a player stands with the server. */
export type PlayerState =
  | { readonly kind: 'idle' | 'counting' | 'offline' }
  | { readonly kind: 'busy'; readonly device: string }
  | { readonly kind: 'refused'; readonly sentence: string }

/** What is told in one beat. */
export interface BeatBody extends WatchBeat {
  readonly session: string
  /** Where the player stands, in whole seconds. */
  readonly at: number
}

export interface SenderParts {
  readonly player: HTMLVideoElement
  /** Opens the lesson on this device; the first press of play does. */
  readonly open: () => Promise<{ readonly session: string; readonly next: number }>
  readonly beat: (
    told: BeatBody,
    how: { readonly counts: boolean; readonly leaving: boolean },
  ) => Promise<BeatHeard>
  readonly onHeard: (heard: BeatHeard) => void
  readonly onState: (state: PlayerState) => void
}

const usualSeconds = 15

/** Whether the server refused what was sent, and would again. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** Sends beats of one player: one at a time, every few seconds; what does not arrive goes with the next. */
export class BeatSender {
  readonly tally: Tally = createTally()
  readonly #parts: SenderParts
  #session: string | null = null
  #isOpening = false
  #sending: Promise<void> | null = null
  #again = false
  #takes = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  get isOpen(): boolean {
    return this.#session !== null
  }

  /** The lesson is opened before its first second is played, so that this second counts, too. */
  async open(): Promise<void> {
    if (this.#isOpening) return
    this.#isOpening = true
    try {
      const { session, next } = await this.#parts.open()
      this.#session = session
      this.#plan(next)
      await this.#parts.player.play()
    } catch (error) {
      if (error instanceof ApiError) this.#parts.onState({ kind: 'refused', sentence: sentenceOf(error) })
    } finally {
      this.#isOpening = false
    }
  }

  /** Tells what was played, at once; `takes`: play was pressed here. */
  async flush(takes = false): Promise<void> {
    this.#takes ||= takes
    if (this.#sending) {
      this.#again = true
      return this.#sending
    }
    this.#sending = this.#send(false)
    await this.#sending
    this.#sending = null
    if (!this.#again) return
    this.#again = false
    await this.flush()
  }

  /** The page closes: tells the rest without waiting for an answer. */
  leave(): void {
    this.rest()
    void this.#send(true)
  }

  /** No beat is due while nothing plays. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  #plan(seconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), seconds * 1_000)
  }

  async #send(leaving: boolean): Promise<void> {
    const { player, beat } = this.#parts
    if (this.#session === null || !(this.tally.isDue() || this.#takes)) return
    const { seq, claims } = this.tally.due()
    const told: BeatBody = {
      session: this.#session,
      seq,
      claims,
      at: Math.floor(player.currentTime),
      takes: this.#takes,
    }
    this.#takes = false
    try {
      const answer = await beat(told, { counts: claims.length > 0, leaving })
      if (!leaving) this.#heard(answer)
    } catch (error) {
      this.#takes ||= told.takes
      if (!leaving) this.#failed(error)
    }
  }

  #heard(answer: BeatHeard): void {
    const { player, onHeard, onState } = this.#parts
    this.tally.heard(answer.seq)
    onHeard(answer)
    if (answer.busy !== null) {
      onState({ kind: 'busy', device: answer.busy })
      player.pause()
    } else onState({ kind: player.paused ? 'idle' : 'counting' })
    if (!player.paused) this.#plan(answer.next)
  }

  /** Without a network play goes on, and what was played is told later. */
  #failed(error: unknown): void {
    const { player, onState } = this.#parts
    if (isRefusal(error)) {
      onState({ kind: 'refused', sentence: sentenceOf(error) })
      player.pause()
    } else {
      onState({ kind: 'offline' })
      this.#plan(usualSeconds)
    }
  }
}
