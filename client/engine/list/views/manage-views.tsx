import type { SavedView } from '../../../../catalogue/contract/archive/saved-views.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { Menu } from '../menu.tsx'

/** What can be done to each view: open the list with it, delete it. */
export function ManageViews({
  views,
  onDefault,
  onDrop,
}: {
  views: readonly SavedView[]
  onDefault: (view: SavedView) => void
  onDrop: (view: SavedView) => void
}) {
  return (
    <Menu
      className="xr-views-menu"
      look="x-button x-button-text"
      summary={
        <>
          <Icon name="more" />
          管理视图
        </>
      }
    >
      <ul className="xr-menu-body" tabIndex={-1} aria-label="管理视图">
        {views.map((view) => (
          <li key={view.name}>
            <span>{view.name}</span>
            <Button look="text" onClick={() => onDefault(view)}>
              {view.isDefault ? '取消默认' : '设为默认'}
              <span className="x-hidden">：{view.name}</span>
            </Button>
            <Button look="text" icon="trash" onClick={() => onDrop(view)}>
              删除<span className="x-hidden">：{view.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
