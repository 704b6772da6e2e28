import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Closes what hangs below a button when the focus or the pointer goes elsewhere, and on Escape, back to the
 * button. `box` holds both.
 */
export function useClosedFromOutside(box: RefObject<HTMLElement | null>, open: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close()
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      close()
      box.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [box, open])
}
