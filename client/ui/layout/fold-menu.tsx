import { useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../look/icon.tsx'
import { useClosedFromOutside } from './closed-from-outside.ts'
import './fold-menu.css'

/**
 * A button with a list of links below it.
 * @param props.name what screen readers are told instead of the label
 * @param props.current whether one of the links leads to the page that is open
 */
export function FoldMenu(props: {
  label: string
  name?: string
  className?: string
  current: boolean
  children: ReactNode
}) {
  const { label, name, className = '', current, children } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  // A link that was followed closes the list.
  const open = openAt === key
  useClosedFromOutside(box, open, () => setOpenAt(null))
  return (
    <div className={`x-fold ${className}`} ref={box}>
      <button
        type="button"
        aria-label={name}
        aria-expanded={open}
        aria-controls={id}
        data-current={current ? '' : undefined}
        onClick={() => setOpenAt(open ? null : key)}
      >
        {label}
        <Icon name={open ? 'up' : 'down'} />
      </button>
      <ul id={id} className="x-fold-list" hidden={!open}>
        {children}
      </ul>
    </div>
  )
}
