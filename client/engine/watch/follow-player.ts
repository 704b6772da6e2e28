import { BeatSender, type SenderParts } from './beat-sender.ts'

/** Play came from one position to another, or somebody moved it there. */
export interface PassedPositions {
  readonly before: number
  readonly now: number
  readonly jumped: boolean
}

export interface PlayerParts extends SenderParts {
  readonly onPass: (passed: PassedPositions) => void
}

/** A player that is followed. */
export interface FollowedPlayer {
  /** Tells what was played, at once. */
  readonly flush: () => Promise<void>
  readonly stop: () => void
}

/** Positions further apart than this, in seconds at rate 1, were not played one after the other. */
const jumpSeconds = 2

/** Whether a player came from one position to another by a jump. */
export const isJump = (from: number, to: number, rate: number): boolean =>
  Math.abs(to - from) > jumpSeconds * Math.max(1, rate)

/** What the events of a player mean for what is told. */
function listenersOf(
  { player, onPass, onState }: PlayerParts,
  sender: BeatSender,
): Readonly<Record<string, () => void>> {
  const { tally } = sender
  let position = player.currentTime
  const begin = () => {
    position = player.currentTime
    tally.begin(position, player.playbackRate)
  }
  return {
    play() {
      if (sender.isOpen) return void sender.flush(true)
      player.pause()
      void sender.open()
    },
    playing() {
      if (!sender.isOpen) return
      begin()
      onState({ kind: 'counting' })
    },
    timeupdate() {
      if (player.seeking) return
      const now = player.currentTime
      const passed = { before: position, now, jumped: isJump(position, now, player.playbackRate) }
      if (passed.jumped && !player.paused) {
        tally.end(position)
        begin()
      } else tally.reach(now)
      position = now
      if (sender.isOpen) onPass(passed)
    },
    seeking() {
      tally.end(position)
      void sender.flush()
    },
    seeked() {
      position = player.currentTime
      if (!player.paused && sender.isOpen) begin()
    },
    ratechange() {
      if (player.paused || !sender.isOpen) return
      tally.reach(player.currentTime)
      begin()
      void sender.flush()
    },
    pause() {
      if (!sender.isOpen) return
      if (!player.seeking) tally.end(player.ended ? Math.round(player.duration) : player.currentTime)
      sender.rest()
      void sender.flush()
    },
  }
}

/**
 * Follows a player: what it plays is told every few seconds, and at once at a pause, a jump, another rate, the
 * end, and when the page is hidden. What does not arrive is told again with what comes after it.
 */
export function followPlayer(parts: PlayerParts): FollowedPlayer {
  const { player } = parts
  const sender = new BeatSender(parts)
  const listeners = Object.entries(listenersOf(parts, sender))
  const hidden = () => {
    if (document.visibilityState === 'hidden') void sender.flush()
  }
  const leaving = () => {
    sender.tally.end(player.currentTime)
    sender.leave()
  }
  const online = () => void sender.flush()
  for (const [name, listen] of listeners) player.addEventListener(name, listen)
  document.addEventListener('visibilitychange', hidden)
  window.addEventListener('pagehide', leaving)
  window.addEventListener('online', online)
  return {
    flush: () => sender.flush(),
    stop() {
      leaving()
      for (const [name, listen] of listeners) player.removeEventListener(name, listen)
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', leaving)
      window.removeEventListener('online', online)
    },
  }
}
