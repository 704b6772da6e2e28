import Input from '../../ui/library/input.tsx'
import { Fragment, useState, type ReactNode } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { useFollowed } from '../followed.ts'
import { useNarrow } from '../narrow.ts'
import './list.css'

/** One control of the line; `active` where it narrows the list now. */
export interface RowFilter {
  readonly key: string
  readonly active: boolean
  readonly control: ReactNode
}

/**
 * One line that narrows a list: search first, then as many filters as fit (`inLine`), the others behind 更多;
 * on a phone all of them behind one button. `children` stand at the far end.
 */
export function FilterRow({
  search,
  filters,
  inLine,
  onClear,
  children,
}: {
  search?: ReactNode
  filters: readonly RowFilter[]
  inLine: number
  onClear: (() => void) | null
  children?: ReactNode
}) {
  const narrow = useNarrow()
  const shownFirst = narrow ? 0 : inLine
  const folded = filters.slice(shownFirst)
  const activeFolded = folded.filter(({ active }) => active).length
  const [open, setOpen] = useState(activeFolded > 0)
  const shown = open ? filters : filters.slice(0, shownFirst)
  const more = (label: string) => (
    <Button look="text" icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
      {label}
    </Button>
  )
  return (
    <search className="xr-filters" aria-label="筛选">
      {search}
      {folded.length > 0 && narrow && more(`筛选${activeFolded > 0 ? ` ${activeFolded}` : ''}`)}
      {shown.map(({ key, control }) => (
        <Fragment key={key}>{control}</Fragment>
      ))}
      {folded.length > 0 && !narrow && more(open ? '收起' : `更多 ${folded.length}`)}
      {onClear && (
        <Button look="text" onClick={onClear}>
          清除筛选
        </Button>
      )}
      {children !== undefined && <div className="xr-filters-end">{children}</div>}
    </search>
  )
}

/** The search of a list. It asks on Enter, on leaving and when it is emptied, not with every letter. */
export function SearchBox({
  value,
  label,
  hint = label,
  onAsk,
}: {
  value: string
  label: string
  hint?: string
  onAsk: (text: string) => void
}) {
  const [typed, setTyped] = useFollowed(value)
  const ask = () => {
    const text = typed.trim()
    if (text !== value) onAsk(text)
  }
  return (
    <Input
      className="xr-search"
      prefix={<Icon name="search" />}
      placeholder={hint}
      aria-label={label}
      value={typed}
      allowClear
      maxLength={60}
      suffix={<span className="xr-enter">{typed.trim() === value ? '' : '回车搜索'}</span>}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '' && value !== '') onAsk('')
      }}
      onPressEnter={ask}
      onBlur={ask}
    />
  )
}
