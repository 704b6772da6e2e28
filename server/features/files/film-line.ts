import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../catalogue/errors.ts'

/** What this process hands out of recordings. */
export interface FilmLine {
  /**
   * The bytes of a recording on their way to a viewer, counted. Whoever played a moment ago goes on; somebody
   * new is asked to wait while the line is full. AppError `tooOften` with the seconds to wait.
   * @param viewer one browser with one recording
   */
  through(viewer: string, open: () => Promise<Readable>): Promise<Readable>
}

export const isFilm = (mime: string): boolean => mime.startsWith('video/') || mime.startsWith('audio/')

/** Seconds over which bytes are added up. A player fetches ahead in bursts some seconds apart. */
const span = 10
/** Milliseconds for which a viewer is known after the last bytes: a pause, a question, a full buffer. */
const known = 300_000
/** Bytes a second that a viewer is taken for who was let in within the span: a lecture has 1 Mbit/s. */
const lecture = 125_000
const waitSeconds = 20

/**
 * @param mbit Mbit/s that the line takes
 * @param now the clock in milliseconds
 */
export function openFilmLine(mbit: number, now: () => number = Date.now): FilmLine {
  const sent = new Map<number, number>()
  const viewers = new Map<string, { since: number; heard: number }>()
  const count = (bytes: number) => {
    const second = Math.floor(now() / 1000)
    sent.set(second, (sent.get(second) ?? 0) + bytes)
  }
  /** Forgets what is too long ago; viewers stand in the order in which they were heard last. */
  const forget = () => {
    for (const second of sent.keys()) if (second <= now() / 1000 - span) sent.delete(second)
    for (const [viewer, { heard }] of viewers) {
      if (heard > now() - known) break
      viewers.delete(viewer)
    }
  }
  const isFull = () => {
    forget()
    const bytes = [...sent.values()].reduce((sum, one) => sum + one, 0) / span
    const fresh = [...viewers.values()].filter(({ since }) => since > now() - span * 1000)
    return (bytes + fresh.length * lecture) * 8 >= mbit * 1_000_000
  }
  const hear = (viewer: string) => {
    const since = viewers.get(viewer)?.since ?? now()
    viewers.delete(viewer)
    viewers.set(viewer, { since, heard: now() })
  }
  return {
    async through(viewer, open) {
      const last = viewers.get(viewer)?.heard ?? 0
      if (last < now() - known && isFull())
        throw new AppError('tooOften', {
          message: '现在观看的人多，线路已满，请先看讲义，轮到时会自动载入',
          retryAfter: waitSeconds,
        })
      hear(viewer)
      const body = await open()
      const counted = new PassThrough()
      counted.on('data', (piece: Buffer) => {
        count(piece.length)
        hear(viewer)
      })
      // Listening makes a stream flow; it goes on when whoever sends it asks for more.
      counted.pause()
      // Whoever sends the bytes sees the fault on `counted`.
      pipeline(body, counted).catch(() => undefined)
      return counted
    },
  }
}
