import { useEffect } from 'react'
import { newUuid } from '../../engine/uuid.ts'
import { sendBeat } from './use-room.ts'

/** The number of this page, so that two pages of one person are told apart. */
const device = newUuid()

/** Beats while the film plays; at once when it begins. A beat that is lost is not made up for. */
export function useBeats(id: number, film: { readonly current: HTMLVideoElement | null }, on: boolean): void {
  useEffect(() => {
    if (!on) return
    const tell = () => {
      if (film.current && !film.current.paused) void sendBeat(id, device).catch(() => undefined)
    }
    const timer = setInterval(tell, 30_000)
    const element = film.current
    element?.addEventListener('playing', tell)
    return () => {
      clearInterval(timer)
      element?.removeEventListener('playing', tell)
    }
  }, [id, film, on])
}
