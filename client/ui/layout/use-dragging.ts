import { useEffect, useRef, type RefObject } from 'react'

/**
 * Dragging with a mouse, beside the buttons that do the same: an item is dropped on the place that it takes.
 */
export function useDragging(id: string, onDropped: (id: string) => void): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null)
  const dropped = useRef(onDropped)
  useEffect(() => {
    dropped.current = onDropped
  }, [onDropped])
  useEffect(() => {
    const shown = item.current
    if (!shown) return
    const take = (event: DragEvent) => event.dataTransfer?.setData('text/plain', id)
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      dropped.current(event.dataTransfer?.getData('text/plain') ?? '')
    }
    shown.addEventListener('dragstart', take)
    shown.addEventListener('dragover', over)
    shown.addEventListener('drop', drop)
    return () => {
      shown.removeEventListener('dragstart', take)
      shown.removeEventListener('dragover', over)
      shown.removeEventListener('drop', drop)
    }
  }, [id])
  return item
}
