import type { ReactNode } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { useSession } from '../../platform/session/session.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { clientKind } from '../kinds/kinds.ts'
import { FilterRow, SearchBox } from './filter-row.tsx'
import { isNarrowed, type ListControl } from './list-state.ts'
import { PlaceFilter } from './place-filter.tsx'

/**
 * How many filters stand in the line, beside the choice of an institution or without it; the others are
 * behind 更多.
 */
const inLine = { alone: 3, beside: 2 } as const

/** Roles whose institution has others below it, by which a list can be narrowed. */
const hasPlacesBelow = (role: number): boolean => role >= 4 && role <= 6

/** The filters of a list of records, from its declaration; `children` stand at the far end. */
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
  const filters = definition.pages.list.filters.flatMap((key) => {
    const field = definition.fields[key]
    const Filter = field ? clientKind(field).Filter : null
    if (!field || !Filter) return []
    const control = (
      <Filter
        id={`filter-${key}`}
        field={field}
        value={state.filters[key] ?? []}
        onChange={(values) => setFilter(key, values)}
      />
    )
    return [{ key, active: state.filters[key] !== undefined, control }]
  })
  return (
    <FilterRow
      search={
        <>
          <Search control={control} hint={searchHint} />
          {hasPlacesBelow(role) && <PlaceFilter value={state.place} onChange={setPlace} />}
        </>
      }
      filters={filters}
      inLine={hasPlacesBelow(role) ? inLine.beside : inLine.alone}
      onClear={isNarrowed(state) ? clear : null}
    >
      {children}
    </FilterRow>
  )
}

function Search({ control, hint }: { control: ListControl; hint: string }) {
  const { state, setQ } = control
  const search = async (text: string) => {
    // An identity or mobile number must not stand in the address: the person is looked up, and their name
    // narrows the list.
    const person = await personOf(text)
    if (person === undefined) setQ(text)
    else if (person) setQ(person.name)
  }
  return <SearchBox value={state.q} label={hint} onAsk={(text) => void search(text)} />
}
