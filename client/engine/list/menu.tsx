import { useRef, type ReactNode } from 'react'
import { useClosing } from '../../ui/feedback/closing.ts'
import './list.css'

/**
 * What opens below a button of a list. It is a native disclosure (details), which keyboards and screen
 * readers work with; Esc and a press elsewhere close it.
 */
export function Menu({
  summary,
  look = 'x-button',
  name,
  className = '',
  children,
}: {
  summary: ReactNode
  /** Classes of the button. */
  look?: string
  /** What the button is called where its words do not say it. */
  name?: string
  className?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDetailsElement>(null)
  useClosing(
    box,
    () => box.current?.open === true,
    (goBack) => {
      if (box.current) box.current.open = false
      if (goBack) box.current?.querySelector('summary')?.focus()
    },
  )
  return (
    <details ref={box} className={`xr-menu ${className}`.trimEnd()}>
      <summary className={look} aria-label={name}>
        {summary}
      </summary>
      {children}
    </details>
  )
}
