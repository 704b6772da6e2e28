import { boardPanelOf, shows, showWords, type Show } from '../../../../catalogue/boards/panels.ts'
import { showOf, type LayoutItem, type Region } from '../../../../catalogue/boards/layout.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { panelsFor, showsFor } from './model.ts'

interface ItemRowProps {
  readonly item: LayoutItem
  readonly region: Region
  /** 左栏第 1 项 */
  readonly name: string
  readonly fault: string | undefined
  readonly onChange: (item: LayoutItem) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

const withTitle = (item: LayoutItem, title: string): LayoutItem => {
  const { panel, show } = item
  const drawn: LayoutItem = show === undefined ? { panel } : { panel, show }
  return title === '' ? drawn : { ...drawn, title }
}
const isShow = (value: string): value is Show => shows.some((one) => one === value)

/** One panel of a region: which, how it is drawn, its title, and moving it by keyboard. */
export function ItemRow({ item, region, name, fault, onChange, onMove, onRemove }: ItemRowProps) {
  const ways = showsFor(region, boardPanelOf(item.panel))
  const known = panelsFor(region)
  return (
    <li className="bs-item" data-testid="layout-item">
      <select
        aria-label={`${name}：面板`}
        aria-invalid={fault !== undefined}
        value={item.panel}
        onChange={({ target }) => onChange(withTitle({ panel: target.value }, item.title ?? ''))}
      >
        {!known.some(({ key }) => key === item.panel) && <option value={item.panel}>{item.panel}</option>}
        {known.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      {ways.length > 1 && (
        <select
          aria-label={`${name}：显示方式`}
          value={showOf(region, item)}
          onChange={({ target: { value } }) => isShow(value) && onChange({ ...item, show: value })}
        >
          {ways.map((way) => (
            <option key={way} value={way}>
              {showWords[way]}
            </option>
          ))}
        </select>
      )}
      <input
        aria-label={`${name}：标题`}
        placeholder={boardPanelOf(item.panel)?.title ?? '标题'}
        value={item.title ?? ''}
        maxLength={20}
        onChange={({ target }) => onChange(withTitle(item, target.value))}
      />
      <span className="bs-item-acts">
        <Button look="text" icon="up" aria-label={`${name}：上移`} onClick={() => onMove(-1)} />
        <Button look="text" icon="down" aria-label={`${name}：下移`} onClick={() => onMove(1)} />
        <Button look="text" icon="trash" aria-label={`${name}：移除`} onClick={onRemove} />
      </span>
      {fault !== undefined && (
        <p className="bs-fault" role="alert">
          {fault}
        </p>
      )}
    </li>
  )
}
