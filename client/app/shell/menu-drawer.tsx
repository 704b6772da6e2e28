import type { MenuPlace, TopItem } from '../../../catalogue/pages/menus.ts'
import { DisplaySwitches } from '../../ui/look/display-switches.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { MenuEntryLink } from './menu-entry-link.tsx'
import type { CountOf } from './pending-counts.ts'

/** The whole navigation on narrow screens: top items with their groups, in a native modal dialog. */
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
            <section key={item.key}>
              <h2>{item.title}</h2>
              <ul>
                {item.groups.flatMap(({ entries }) =>
                  entries.map((entry) => (
                    <li key={entry.path}>
                      <MenuEntryLink entry={entry} place={place} count={counts(entry)} onFollow={onClose} />
                    </li>
                  )),
                )}
              </ul>
            </section>
          ))}
        </nav>
      </div>
    </dialog>
  )
}
