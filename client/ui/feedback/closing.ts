import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Calls `close` when the focus leaves the box or Escape is pressed in it; the argument tells whether the
 * focus should return to the opener. The listeners are on the element: with a handler of React's the rules of
 * accessibility would take the box for a control.
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
    // Escape must not reach a dialog around the box, which would close, too.
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
