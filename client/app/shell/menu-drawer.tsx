import { useId, useState } from 'react'
import { pagesBelow, type MenuPlace, type TopItem } from '../../../catalogue/pages/menus.ts'
import { DisplaySwitches } from '../../ui/look/display-switches.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { MenuEntryLink } from './menu-entry-link.tsx'
import { FoldHead } from './fold-head.tsx'
import { waitingBehind, type CountOf } from './pending-counts.ts'

/**
 * The whole navigation on narrow screens, in a native modal dialog: top items, the current one with its
 * groups.
 */
export function MenuDrawer({
  menu,
  place,
  counts,
  onClose,
}: {
  menu: readonly TopItem[]
  place: MenuPlace | undefined
  counts: CountOf
  onClose: () => void
}) {
  const dialog = useModalDialog(true, onClose)
  const [open, setOpen] = useState(place?.item.key ?? menu[0]?.key ?? null)
  return (
    <dialog ref={dialog} className="shell-drawer" aria-label="菜单">
      <div className="shell-drawer-body">
        <div className="shell-drawer-head">
          <DisplaySwitches />
          <button type="button" aria-label="关闭菜单" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="全部栏目">
          {menu.map((item) => (
            <DrawerItem
              key={item.key}
              item={item}
              place={place}
              counts={counts}
              isOpen={item.key === open}
              onToggle={() => setOpen(item.key === open ? null : item.key)}
              onFollow={onClose}
            />
          ))}
        </nav>
      </div>
    </dialog>
  )
}

function DrawerItem(props: {
  item: TopItem
  place: MenuPlace | undefined
  counts: CountOf
  isOpen: boolean
  onToggle: () => void
  onFollow: () => void
}) {
  const { item, place, counts, isOpen, onToggle, onFollow } = props
  const id = useId()
  return (
    <section className="shell-fold">
      <FoldHead
        title={item.title}
        controls={id}
        isOpen={isOpen}
        waiting={waitingBehind(pagesBelow(item), counts)}
        onToggle={onToggle}
      />
      <div id={id} hidden={!isOpen}>
        {item.groups.map((group) => (
          <div key={group.title}>
            {item.groups.length > 1 && <h3>{group.title}</h3>}
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.path}>
                  <MenuEntryLink entry={entry} place={place} counts={counts} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
