import { mostPages, type BoardLayout } from '../../../../catalogue/boards/layout.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { StateTabs } from '../../../ui/layout/state-tabs.tsx'
import { emptyPage } from './model.ts'

interface FieldsProps {
  readonly layout: BoardLayout
  readonly onChange: (layout: BoardLayout) => void
}

const numberOf = (text: string): number => Math.trunc(Number(text)) || 0

/** What holds for the whole board: title, refreshing, and its tour. */
export function LayoutFields({ layout, onChange }: FieldsProps) {
  const { tour } = layout
  return (
    <div className="bs-fields">
      <label className="x-labelled bs-wide">
        标题（“{'{地区}'}”换成所看的地区名）
        <input
          value={layout.title}
          maxLength={30}
          onChange={({ target }) => onChange({ ...layout, title: target.value })}
        />
      </label>
      <label className="x-labelled">
        刷新间隔（秒）
        <input
          type="number"
          min={10}
          max={3600}
          value={layout.refreshSeconds}
          onChange={({ target }) => onChange({ ...layout, refreshSeconds: numberOf(target.value) })}
        />
      </label>
      <label className="x-labelled">
        巡回
        <select
          value={Array.isArray(tour.places) ? 'chosen' : tour.places}
          onChange={({ target: { value } }) =>
            onChange({ ...layout, tour: { ...tour, places: value === 'below' ? 'below' : 'none' } })
          }
        >
          <option value="none">只在本地区换页</option>
          <option value="below">本地区和各下级</option>
          {Array.isArray(tour.places) && (
            <option value="chosen">布局文件中的 {tour.places.length} 个单位</option>
          )}
        </select>
      </label>
      <label className="x-labelled">
        每步停留（秒）
        <input
          type="number"
          min={5}
          max={600}
          value={tour.seconds}
          onChange={({ target }) =>
            onChange({ ...layout, tour: { ...tour, seconds: numberOf(target.value) } })
          }
        />
      </label>
      <label className="bs-check">
        <input
          type="checkbox"
          checked={tour.auto}
          onChange={({ target }) => onChange({ ...layout, tour: { ...tour, auto: target.checked } })}
        />
        打开时自动巡回
      </label>
      <label className="bs-check">
        <input
          type="checkbox"
          checked={layout.enabled}
          onChange={({ target }) => onChange({ ...layout, enabled: target.checked })}
        />
        启用
      </label>
    </div>
  )
}

/** The pages of the board: which is edited, one more, one fewer. */
export function PageTabs({
  layout,
  page,
  onChange,
  onPage,
}: FieldsProps & { page: number; onPage: (page: number) => void }) {
  const { pages } = layout
  const add = () => {
    onChange({ ...layout, pages: [...pages, emptyPage(`第 ${pages.length + 1} 页`)] })
    onPage(pages.length)
  }
  const remove = () => {
    onChange({ ...layout, pages: pages.filter((_, index) => index !== page) })
    onPage(Math.max(0, page - 1))
  }
  return (
    <div className="bs-tabs">
      <StateTabs
        label="页"
        tabs={pages.map(({ title }, index) => ({ key: String(index), label: title || `第 ${index + 1} 页` }))}
        current={String(page)}
        onSelect={(key) => onPage(Number(key))}
      />
      {pages.length < mostPages && (
        <Button look="text" icon="add" onClick={add}>
          增加一页
        </Button>
      )}
      {pages.length > 1 && (
        <Button look="text" icon="trash" onClick={remove}>
          移除这一页
        </Button>
      )}
    </div>
  )
}
