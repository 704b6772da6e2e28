import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BeatHeard } from '../../../catalogue/contract/watch.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import type { BeatBody, PlayerState } from './beat-sender.ts'
import { followPlayer } from './follow-player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A player whose position the test moves, and a server that hears it. */
function played() {
  const film = document.createElement('video')
  const now = { time: 0, paused: true, seeking: false, rate: 1 }
  Object.defineProperties(film, {
    currentTime: { get: () => now.time },
    duration: { get: () => 600 },
    paused: { get: () => now.paused },
    seeking: { get: () => now.seeking },
    ended: { get: () => now.time >= 600 },
    playbackRate: { get: () => now.rate },
  })
  const fire = (...names: string[]) => names.forEach((name) => film.dispatchEvent(new Event(name)))
  film.play = async () => {
    now.paused = false
    fire('play', 'playing')
  }
  film.pause = () => {
    if (now.paused) return
    now.paused = true
    fire('pause')
  }
  const told: BeatBody[] = []
  const states: PlayerState[] = []
  const passed: { before: number; now: number; jumped: boolean }[] = []
  const server: { answer: (body: BeatBody) => Partial<BeatHeard> } = { answer: () => ({}) }
  const followed = followPlayer({
    player: film,
    open: async () => ({ session: 'one', next: 15 }),
    beat: async (body) => {
      told.push(body)
      const none = { seconds: 0, seen: [], played: [], again: [], completeAt: null, gained: 0 }
      return { ...none, seq: body.seq, next: 15, busy: null, ...server.answer(body) }
    },
    onHeard: () => undefined,
    onState: (state) => states.push(state),
    onPass: (one) => passed.push(one),
  })
  /** Plays on to a position, a quarter of a second at a time. */
  const to = (end: number) => {
    while (now.time < end) {
      now.time = Math.min(end, now.time + 0.25)
      fire('timeupdate')
    }
  }
  const jump = (at: number) => {
    now.seeking = true
    now.time = at
    fire('seeking')
    now.seeking = false
    fire('seeked')
  }
  const rest = () => vi.advanceTimersByTimeAsync(0)
  return { film, now, fire, told, states, passed, server, followed, to, jump, rest }
}

const claimsOf = (told: readonly BeatBody[]) => told.map(({ claims }) => claims)

describe('a followed player', () => {
  it('opens the lesson before its first second, and tells what it played every few seconds', async () => {
    const { film, told, to, rest, states } = played()
    await film.play()
    await rest()
    to(15.2)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(claimsOf(told).flat()).toContainEqual([0, 15, 1])
    expect(states.at(-1)).toEqual({ kind: 'counting' })
    to(31)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(told.at(-1)?.claims).toEqual([[15, 31, 1]])
  })

  it('tells at once at a jump and at a pause, and counts nothing in between', async () => {
    const { film, told, to, jump, rest, passed } = played()
    await film.play()
    await rest()
    to(6)
    jump(300)
    to(309)
    film.pause()
    await rest()
    expect(claimsOf(told).flat()).toEqual([
      [0, 6, 1],
      [300, 309, 1],
    ])
    expect(passed.some(({ before, now, jumped }) => !jumped && now - before > 10)).toBe(false)
  })

  it('goes on without a network, and tells everything when it is back', async () => {
    const { film, told, to, rest, server, states } = played()
    await film.play()
    await rest()
    server.answer = () => {
      throw new ApiError(0, 0, '连不上')
    }
    to(20)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(states.at(-1)).toEqual({ kind: 'offline' })
    expect(film.paused).toBe(false)
    to(40)
    server.answer = () => ({})
    window.dispatchEvent(new Event('online'))
    await rest()
    const seconds = (told.at(-1)?.claims ?? []).reduce((sum, [from, end]) => sum + end - from, 0)
    expect(seconds).toBe(40)
    expect(told.at(-1)?.seq).toBeGreaterThan(told[0]?.seq ?? 0)
  })

  it('stops where another one plays; pressing play here takes the clock', async () => {
    const { film, told, to, rest, server, states } = played()
    await film.play()
    await rest()
    server.answer = () => ({ busy: 'phone' })
    to(15)
    await vi.advanceTimersByTimeAsync(15_000)
    expect([film.paused, states.at(-1)]).toEqual([true, { kind: 'busy', device: 'phone' }])
    server.answer = () => ({})
    await film.play()
    await rest()
    expect(told.at(-1)?.takes).toBe(true)
  })

  it('stops where the server refuses, with its sentence', async () => {
    const { film, to, rest, server, states } = played()
    await film.play()
    await rest()
    server.answer = () => {
      throw new ApiError(404, 40401, '没有本次观看，请重新打开课时')
    }
    to(15)
    await vi.advanceTimersByTimeAsync(15_000)
    expect([film.paused, states.some(({ kind }) => kind === 'refused')]).toEqual([true, true])
  })

  it('tells the rest when the page closes', async () => {
    const { film, told, to, rest, followed } = played()
    await film.play()
    await rest()
    to(8)
    followed.stop()
    expect(told.at(-1)?.claims).toEqual([[0, 8, 1]])
  })
})
