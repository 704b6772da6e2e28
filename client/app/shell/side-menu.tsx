import type { MenuPlace } from '../../../catalogue/pages/menus.ts'
import { useKeptMenuPosition } from './kept-navigation.ts'
import { MenuEntryLink } from './menu-entry-link.tsx'
import type { CountOf } from './pending-counts.ts'

/** The groups of the current top item. */
export function SideMenu({ place, counts }: { place: MenuPlace; counts: CountOf }) {
  const { item } = place
  const menu = useKeptMenuPosition()
  return (
    <nav ref={menu} className="shell-side" aria-label={item.title}>
      {item.groups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <MenuEntryLink entry={entry} place={place} count={counts(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
