import { Link } from 'react-router'
import type { MenuPlace } from '../../../catalogue/pages/menus.ts'
import { useCurrentInView } from '../../ui/layout/current-in-view.ts'
import { MenuCount } from './menu-count.tsx'
import type { CountOf } from './pending-counts.ts'

/** The pages that share an entry of the menu, above whichever of them is open. */
export function EntryTabs({ place, counts }: { place: MenuPlace | undefined; counts: CountOf }) {
  const row = useCurrentInView(place?.path)
  const { entry } = place ?? {}
  if (!place?.isItself || !entry || entry.tabs.length === 0) return null
  return (
    <nav className="x-tabs shell-tabs" aria-label={`${entry.title}的页面`} ref={row}>
      {entry.tabs.map((tab) => {
        const count = counts(tab)
        return (
          <Link key={tab.path} to={tab.path} aria-current={tab.path === place.path ? 'page' : undefined}>
            {tab.title}
            {count !== null && count > 0 && <MenuCount count={count} />}
          </Link>
        )
      })}
    </nav>
  )
}
