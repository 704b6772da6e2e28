import { Link } from 'react-router'
import { pagesOf, type MenuEntry, type MenuPlace } from '../../../catalogue/pages/menus.ts'
import { MenuCount } from './menu-count.tsx'
import { waitingBehind, type CountOf } from './pending-counts.ts'

/** One entry of the side menu, with what waits behind it. */
export function MenuEntryLink({
  entry,
  place,
  counts,
  onFollow,
}: {
  entry: MenuEntry
  /** Where the reader is. */
  place: MenuPlace | undefined
  counts: CountOf
  onFollow?: () => void
}) {
  const count = waitingBehind(pagesOf(entry), counts)
  const isPage = place?.isItself === true && entry.tabs.length === 0
  return (
    <Link
      to={entry.path}
      className="shell-entry"
      aria-current={entry.path !== place?.entry?.path ? undefined : isPage ? 'page' : 'true'}
      onClick={onFollow}
    >
      {entry.title}
      {count !== null && <MenuCount count={count} />}
    </Link>
  )
}
