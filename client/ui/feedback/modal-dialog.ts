import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Opens a native dialog as modal while `open`; calls back on Esc and on a click beside it. The focus goes to
 * what `data-first-focus` names, else to the first control. The dialog is closed before React removes it,
 * because only then does the browser return the focus.
 */
export function useModalDialog(open: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!open || !shown) return
    const leave = () => close.current()
    // A click on the backdrop has the dialog itself as its target: its contents cover the rest of it.
    const beside = (event: MouseEvent) => {
      if (event.target === shown) leave()
    }
    shown.addEventListener('cancel', leave)
    shown.addEventListener('click', beside)
    shown.showModal()
    shown.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      shown.removeEventListener('cancel', leave)
      shown.removeEventListener('click', beside)
      shown.close()
    }
  }, [open])
  return dialog
}
