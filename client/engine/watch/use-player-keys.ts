import { useEffect, type RefObject } from 'react'

const step = 10

/** Whether letters belong to what has the focus: a field. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** K plays and pauses, J goes back, L on, wherever the focus is beside fields; not while a question is open. */
export function usePlayerKeys(player: RefObject<HTMLVideoElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const film = player.current
      if (!film || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const key = event.key.toLowerCase()
      if (key === 'k') {
        if (film.paused) void film.play().catch(() => undefined)
        else film.pause()
      } else if (key === 'j') film.currentTime = Math.max(0, film.currentTime - step)
      else if (key === 'l') film.currentTime = Math.min(film.duration || 0, film.currentTime + step)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [player, isOn])
}
