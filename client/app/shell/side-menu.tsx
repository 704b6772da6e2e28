import type { MenuEntry, TopItem } from '../../../catalogue/pages/menus.ts'
import { MenuEntryLink } from './menu-entry-link.tsx'
import type { CountOf } from './pending-counts.ts'

/** The groups of the current top item. */
export function SideMenu({ item, current, counts }: { item: TopItem; current: MenuEntry; counts: CountOf }) {
  return (
    <nav className="shell-side" aria-label={item.title}>
      {item.groups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <MenuEntryLink entry={entry} current={entry.path === current.path} count={counts(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
