import Input from 'antd/es/input/Input'
import { useState, type ReactNode } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useSession } from '../../platform/session/session.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { useFollowed } from '../followed.ts'
import { clientKind } from '../kinds/kinds.ts'
import { useNarrow } from '../narrow.ts'
import { isNarrowed, type ListControl } from './list-state.ts'
import { PlaceFilter } from './place-filter.tsx'

/** How many filters stand in the line; the others are behind 更多. */
const inLine = 3

/** Roles whose institution has others below it, by which a list can be narrowed. */
const hasPlacesBelow = (role: number): boolean => role >= 4 && role <= 6

/**
 * One line that narrows a list: search, the first filters, the rest folded; `children` stand at the far end.
 */
export function FilterLine({
  definition,
  control,
  searchHint,
  children,
}: {
  definition: AnyRecord
  control: ListControl
  searchHint: string
  children?: ReactNode
}) {
  const { state, setFilter, setPlace, clear } = control
  const role = useSession()?.role ?? 0
  const narrow = useNarrow()
  const usable = definition.pages.list.filters.filter((key) => {
    const field = definition.fields[key]
    return field && clientKind(field).Filter !== null
  })
  const shownFirst = narrow ? 0 : inLine
  const folded = usable.slice(shownFirst)
  const activeFolded = folded.filter((key) => state.filters[key]).length
  const [open, setOpen] = useState(activeFolded > 0)
  const shown = open ? usable : usable.slice(0, shownFirst)
  return (
    <search className="xr-filters" aria-label="筛选">
      <Search control={control} hint={searchHint} />
      {hasPlacesBelow(role) && <PlaceFilter value={state.place} onChange={setPlace} />}
      {folded.length > 0 && narrow && (
        <More
          open={open}
          onToggle={() => setOpen(!open)}
          label={`筛选${activeFolded > 0 ? ` ${activeFolded}` : ''}`}
        />
      )}
      {shown.map((key) => {
        const field = definition.fields[key]
        const Filter = field ? clientKind(field).Filter : null
        if (!field || !Filter) return null
        return (
          <Filter
            key={key}
            id={`filter-${key}`}
            field={field}
            value={state.filters[key] ?? []}
            onChange={(values) => setFilter(key, values)}
          />
        )
      })}
      {folded.length > 0 && !narrow && (
        <More open={open} onToggle={() => setOpen(!open)} label={open ? '收起' : `更多 ${folded.length}`} />
      )}
      {isNarrowed(state) && (
        <Button look="text" onClick={clear}>
          清除筛选
        </Button>
      )}
      <div className="xr-filters-end">{children}</div>
    </search>
  )
}

function More({ open, label, onToggle }: { open: boolean; label: string; onToggle: () => void }) {
  return (
    <Button look="text" icon="filter" aria-expanded={open} onClick={onToggle}>
      {label}
    </Button>
  )
}

function Search({ control, hint }: { control: ListControl; hint: string }) {
  const { state, setQ } = control
  const [typed, setTyped] = useFollowed(state.q)
  const search = async () => {
    const text = typed.trim()
    if (text === state.q) return
    // An identity or mobile number must not stand in the address: the person is looked up, and their name
    // narrows the list.
    const person = await personOf(text)
    if (person === undefined) setQ(text)
    else if (person) setQ(person.name)
  }
  return (
    <Input
      className="xr-search"
      prefix={<Icon name="search" />}
      placeholder={hint}
      aria-label={hint}
      value={typed}
      allowClear
      maxLength={60}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '' && state.q !== '') setQ('')
      }}
      onPressEnter={() => void search()}
      onBlur={() => void search()}
    />
  )
}
