import { useRef } from 'react'
import type { SavedView } from '../../../../catalogue/contract/archive/saved-views.ts'
import { useClosing } from '../../../ui/feedback/closing.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/look/icon.tsx'

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
  const box = useRef<HTMLDetailsElement>(null)
  useClosing(
    box,
    () => box.current?.open === true,
    (goBack) => {
      if (box.current) box.current.open = false
      if (goBack) box.current?.querySelector('summary')?.focus()
    },
  )
  return (
    <details ref={box} className="xr-menu xr-views-menu">
      <summary className="x-button x-button-text">
        <Icon name="more" />
        管理视图
      </summary>
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
    </details>
  )
}
