import { useEffect, useRef, useState, type RefObject } from 'react'
import type { WatchView } from '../../../catalogue/contract/watch.ts'
import { passedBetween, rightAmong } from '../../../catalogue/watch/completion.ts'
import type { Device } from '../../../catalogue/watch/words.ts'
import type { PlayerState } from './beat-sender.ts'
import { followPlayer, isJump, type FollowedPlayer, type PassedPositions } from './follow-player.ts'
import { useWatchCalls, type WatchedLesson } from './use-watch-calls.ts'

/** Which of three this device is, for the person's own list of where they watched. */
function thisDevice(): Device {
  if (!window.matchMedia('(pointer: coarse)').matches) return 'desk'
  return Math.min(window.screen.width, window.screen.height) < 600 ? 'phone' : 'tablet'
}

/**
 * Follows the player of a lesson: what it plays is told and counted, and it stops at questions. In a preview
 * (`of` null) it stops at questions, and nothing is told.
 */
export function useFollow(
  of: WatchedLesson | null,
  view: WatchView,
  player: RefObject<HTMLVideoElement | null>,
) {
  const calls = useWatchCalls(of ?? { kind: '', lesson: '' })
  const [state, setState] = useState<PlayerState>({ kind: 'idle' })
  const [asked, setAsked] = useState<number | null>(null)
  const [isBegun, setBegun] = useState(false)
  const followed = useRef<FollowedPlayer | null>(null)
  const now = useRef({ view, calls })
  useEffect(() => {
    now.current = { view, calls }
  })
  const isPreview = of === null
  useEffect(() => {
    const film = player.current
    if (!film) return
    const ask = (no: number) => {
      film.pause()
      if (document.fullscreenElement) void document.exitFullscreen()
      setAsked(no)
    }
    const onPass = (passed: PassedPositions) => {
      const no = passedQuestion(now.current.view, passed)
      if (no !== null) ask(no)
    }
    if (isPreview) return stopAtQuestions(film, onPass)
    const one = followPlayer({
      player: film,
      open: () => now.current.calls.open(thisDevice()),
      beat: (told, how) => now.current.calls.beat(told, how),
      onHeard: ({ seconds, seen, played, again, completeAt }) =>
        now.current.calls.learn({ seconds, seen, played, again, completeAt }),
      onState: (next) => {
        setState(next)
        if (next.kind === 'counting') setBegun(true)
      },
      onPass,
    })
    followed.current = one
    return () => one.stop()
  }, [player, isPreview])
  return {
    state,
    /** Something was played since the page was opened. */
    isBegun,
    asked,
    ask: (no: number | null) => {
      if (no !== null) player.current?.pause()
      setAsked(no)
    },
    answer: isPreview
      ? null
      : async (no: number, choice: readonly number[]) => {
          // What was just played may be what is still missing of the passage.
          await followed.current?.flush()
          return calls.answer(no, choice)
        },
  }
}

/** Looks where a player is that tells nobody. */
function stopAtQuestions(film: HTMLVideoElement, onPass: (passed: PassedPositions) => void): () => void {
  let before = film.currentTime
  const look = () => {
    const { currentTime, seeking, playbackRate } = film
    if (!seeking) onPass({ before, now: currentTime, jumped: isJump(before, currentTime, playbackRate) })
    before = currentTime
  }
  film.addEventListener('timeupdate', look)
  return () => film.removeEventListener('timeupdate', look)
}

/** The number of the question that play has just passed and that is not answered right; null for none. */
function passedQuestion({ checkpoints }: WatchView, passed: PassedPositions): number | null {
  return passedBetween(checkpoints, rightAmong(checkpoints), passed)?.no ?? null
}
