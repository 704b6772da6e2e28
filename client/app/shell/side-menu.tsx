import { useId, useState } from 'react'
import { isFolded, pagesOf, type MenuGroup, type MenuPlace } from '../../../catalogue/pages/menus.ts'
import { FoldHead } from './fold-head.tsx'
import { useKeptMenuPosition } from './kept-navigation.ts'
import { MenuEntryLink } from './menu-entry-link.tsx'
import { waitingBehind, type CountOf } from './pending-counts.ts'

/** The groups of the current top item; of a long menu one at a time, that of the open page at first. */
export function SideMenu({ place, counts }: { place: MenuPlace; counts: CountOf }) {
  const { item } = place
  const menu = useKeptMenuPosition()
  const [open, setOpen] = useOpenGroup(place)
  return (
    <nav ref={menu} className="shell-side" aria-label={item.title}>
      {item.groups.map((group) =>
        isFolded(item) ? (
          <FoldedGroup
            key={group.title}
            group={group}
            place={place}
            counts={counts}
            isOpen={group.title === open}
            onToggle={() => setOpen(group.title === open ? null : group.title)}
          />
        ) : (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <GroupEntries group={group} place={place} counts={counts} />
          </section>
        ),
      )}
    </nav>
  )
}

/** Title of the open group: that of the page, until another is chosen; a page of another group opens its own. */
function useOpenGroup({ item, entry }: MenuPlace) {
  const here = item.groups.find(({ entries }) => entries.some(({ path }) => path === entry?.path))?.title
  const [chosen, setChosen] = useState<{ from: string | undefined; open: string | null } | null>(null)
  const open = chosen && chosen.from === here ? chosen.open : (here ?? item.groups[0]?.title ?? null)
  return [open, (title: string | null) => setChosen({ from: here, open: title })] as const
}

function GroupEntries({ group, place, counts }: { group: MenuGroup; place: MenuPlace; counts: CountOf }) {
  return (
    <ul>
      {group.entries.map((entry) => (
        <li key={entry.path}>
          <MenuEntryLink entry={entry} place={place} counts={counts} />
        </li>
      ))}
    </ul>
  )
}

function FoldedGroup(props: {
  group: MenuGroup
  place: MenuPlace
  counts: CountOf
  isOpen: boolean
  onToggle: () => void
}) {
  const { group, place, counts, isOpen, onToggle } = props
  const id = useId()
  return (
    <section className="shell-fold">
      <FoldHead
        title={group.title}
        controls={id}
        isOpen={isOpen}
        waiting={waitingBehind(group.entries.flatMap(pagesOf), counts)}
        onToggle={onToggle}
      />
      <div id={id} hidden={!isOpen}>
        <GroupEntries group={group} place={place} counts={counts} />
      </div>
    </section>
  )
}
