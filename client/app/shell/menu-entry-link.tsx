import { Link } from 'react-router'
import type { MenuEntry, MenuPlace } from '../../../catalogue/pages/menus.ts'
import { badgeText } from '../../ui/look/badge.tsx'

/** One entry of the side menu, with what waits behind it. */
export function MenuEntryLink({
  entry,
  place,
  count,
  onFollow,
}: {
  entry: MenuEntry
  /** Where the reader is. */
  place: MenuPlace | undefined
  count: number | null
  onFollow?: () => void
}) {
  return (
    <Link
      to={entry.path}
      className="shell-entry"
      aria-current={entry.path !== place?.entry?.path ? undefined : place.isItself ? 'page' : 'true'}
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
