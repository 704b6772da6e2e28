import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Closes what opened inside a box when the focus leaves the box or Escape is pressed in it.
 * `close` is told whether the focus should go back to what opened it. Listeners stand on the element, because
 * the box is no control.
 */
export function useClosing(
  box: RefObject<HTMLElement | null>,
  isOpen: () => boolean,
  close: (goBack: boolean) => void,
): void {
  const left = useEffectEvent((event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)) return
    if (isOpen()) close(false)
  })
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return
    // A dialog around the box stays open.
    event.stopPropagation()
    close(true)
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onLeave = (event: FocusEvent) => left(event)
    const onKey = (event: KeyboardEvent) => pressed(event)
    element.addEventListener('focusout', onLeave)
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('focusout', onLeave)
      element.removeEventListener('keydown', onKey)
    }
  }, [box])
}
