import { Link } from 'react-router'
import type { MenuEntry } from '../../../catalogue/pages/menus.ts'
import { badgeText } from '../../ui/look/badge.tsx'

/** One entry of the side menu, with what waits behind it. */
export function MenuEntryLink({
  entry,
  current,
  count,
  onFollow,
}: {
  entry: MenuEntry
  current: boolean
  count: number | null
  onFollow?: () => void
}) {
  return (
    <Link
      to={entry.path}
      className="shell-entry"
      aria-current={current ? 'page' : undefined}
      onClick={onFollow}
    >
      {entry.title}
      {count !== null && (
        <span className={count > 0 ? 'shell-count shell-count-waits' : 'shell-count'}>
          {badgeText(count)}
          <span className="x-hidden"> 条待办</span>
        </span>
      )}
    </Link>
  )
}
