import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SavedView, ViewedList } from '../../../../catalogue/contract/archive/saved-views.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ManageViews } from './manage-views.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { useViews } from './use-views.ts'
import { isOrdinary, isSame, queryIn, withView } from './view-state.ts'
import './views.css'

/**
 * The views that a person keeps of this list: their names in a row, keeping the present conditions as one
 * more, and what can be done to each. Nothing where none is kept and there is nothing to keep.
 */
export function ViewBar({ list, type }: { list: ViewedList; type: string }) {
  const { enabled, views, keep, drop } = useViews(list, type)
  const [params, setParams] = useSearchParams()
  const [saving, setSaving] = useState(false)
  if (!enabled || !views) return null
  const now = queryIn(params, list)
  const current = views.find(({ query }) => isSame(query, now))
  const canKeep = current === undefined && !isOrdinary(now)
  if (views.length === 0 && !canKeep) return null
  const show = (view: SavedView | null) => setParams((was) => withView(was, view?.query ?? null))
  const change = (act: Promise<unknown>, said: string, back?: SavedView) =>
    void act.then(
      () => notify.success(said, back && { action: { label: '撤销', run: () => void keep(back) } }),
      (error: unknown) => notify.error(sentenceOf(error), { stay: 4000 }),
    )
  return (
    <div className="xr-views">
      {views.length > 0 && (
        <nav aria-label="常用视图">
          <span className="x-soft x-dense">常用视图</span>
          <ViewButton
            name="全部"
            current={current === undefined && isOrdinary(now)}
            onShow={() => show(null)}
          />
          {views.map((view) => (
            <ViewButton
              key={view.name}
              name={view.name}
              usual={view.isDefault}
              current={view === current}
              onShow={() => show(view)}
            />
          ))}
        </nav>
      )}
      {canKeep && (
        <Button look="text" icon="pin" onClick={() => setSaving(true)}>
          存为视图
        </Button>
      )}
      {views.length > 0 && (
        <ManageViews
          views={views}
          onDefault={(view) =>
            change(
              keep({ ...view, isDefault: !view.isDefault }),
              view.isDefault ? '打开名单时不再默认用视图' : `打开名单时默认用“${view.name}”`,
            )
          }
          onDrop={(view) => change(drop(view.name), `已删除视图“${view.name}”`, view)}
        />
      )}
      {saving && (
        <SaveViewDialog
          names={views.map(({ name }) => name)}
          onClose={() => setSaving(false)}
          onSave={(view) => keep({ ...view, query: now })}
        />
      )}
    </div>
  )
}

function ViewButton({
  name,
  usual,
  current,
  onShow,
}: {
  name: string
  usual?: boolean
  current: boolean
  onShow: () => void
}) {
  return (
    <button type="button" aria-current={current ? 'true' : undefined} onClick={onShow}>
      {name}
      {usual && <span className="x-faint x-note">默认</span>}
    </button>
  )
}
