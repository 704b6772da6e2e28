import { Icon } from '../../ui/look/icon.tsx'
import { MenuCount } from './menu-count.tsx'

/** The head of a part of a menu that opens and closes; closed, it says what waits within. */
export function FoldHead({
  title,
  controls,
  isOpen,
  waiting,
  onToggle,
}: {
  title: string
  /** Id of the part. */
  controls: string
  isOpen: boolean
  waiting: number | null
  onToggle: () => void
}) {
  return (
    <h2>
      <button type="button" aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
        {title}
        {!isOpen && waiting !== null && waiting > 0 && <MenuCount count={waiting} />}
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
    </h2>
  )
}
