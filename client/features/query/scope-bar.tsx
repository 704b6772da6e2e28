import { useId, useMemo } from 'react'
import { date } from '../../../catalogue/field.ts'
import { peopleKeys } from '../../../catalogue/query/people.ts'
import type { Query } from '../../../catalogue/query/query.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { PlaceFilter } from '../../engine/list/place-filter.tsx'
import { thousands } from '../../platform/format.ts'
import { basisChoices, peopleChoices } from './words.ts'

const wholeDay = /^\d{4}-\d{2}-\d{2}$/

/** Whom a query looks at: where, who, by which membership, on which day; and how many they are. */
export function ScopeBar(props: {
  query: Query
  base: number | undefined
  onChange: (query: Query) => void
}) {
  const { query, base, onChange } = props
  const { place: _place, ...anywhere } = query
  return (
    <div className="xq-scope">
      <span className="x-faint">范围</span>
      <PlaceFilter
        value={query.place ?? null}
        onChange={(id) => onChange(id === null ? anywhere : { ...query, place: id })}
      />
      <OneChoice
        label="人员"
        value={query.people}
        options={peopleChoices}
        onChange={(value) =>
          onChange({ ...query, people: peopleKeys.find((key) => key === value) ?? 'serving' })
        }
      />
      <OneChoice
        label="多岗"
        value={query.basis}
        options={basisChoices}
        onChange={(value) => onChange({ ...query, basis: value === 'teaching' ? 'teaching' : 'personnel' })}
      />
      <AsOf query={query} onChange={onChange} />
      {base !== undefined && (
        <span className="xq-base x-faint">
          起算 <b className="x-num">{thousands(base)}</b> 人
        </span>
      )}
    </div>
  )
}

function AsOf({ query, onChange }: { query: Query; onChange: (query: Query) => void }) {
  const id = useId()
  const field = useMemo(() => date('截至日期'), [])
  const { Input: Day } = clientKind(field)
  const { asOf: _asOf, ...today } = query
  return (
    <span className="xq-day">
      <label htmlFor={id} className="x-faint">
        截至
      </label>
      <Day
        id={id}
        field={field}
        value={query.asOf ?? null}
        row={{}}
        invalid={false}
        whenEmpty="今天"
        onChange={(next) => {
          if (next === null) onChange(today)
          else if (typeof next === 'string' && wholeDay.test(next)) onChange({ ...query, asOf: next })
        }}
      />
    </span>
  )
}
