import Input from '../../ui/library/input.tsx'
import { useId, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { date } from '../../../catalogue/field.ts'
import { clientKind } from '../kinds/kinds.ts'
import { useFollowed } from '../followed.ts'
import { FilterRow, SearchBox } from './filter-row.tsx'
import { OneChoice, type Choice } from './one-choice.tsx'
import { PlaceFilter } from './place-filter.tsx'
import type { ListRequest } from './use-asked.ts'
import './list.css'

interface FilterChoice<K extends string = string> {
  readonly key: K
  readonly label: string
  /** Placeholder of the control. */
  readonly hint?: string
}

/** One filter of a list that shows no records; its key is the one in the address. */
export type BarFilter<K extends string = string> =
  | (FilterChoice<K> & { readonly kind: 'text' | 'day' | 'place' })
  | (FilterChoice<K> & { readonly kind: 'choice'; readonly options: readonly Choice[] })

interface ControlProps<F> {
  readonly filter: F
  readonly value: string
  readonly onAsk: (value: string) => void
}

/** How many filters stand in the line, beside something at its end or not; the others are behind 更多. */
const inLine = { alone: 5, beside: 4 } as const

/**
 * The filters of a list that shows no records, declared as data: a search where there is one, texts, choices
 * and days, in the same line and with the same controls as those of lists of records.
 */
export function FilterBar<K extends string>({
  search,
  filters,
  asked: { of, isNarrowed, clear },
  onAsk,
  children,
}: {
  search?: FilterChoice<K>
  filters: readonly BarFilter<K>[]
  asked: Pick<ListRequest<K>, 'of' | 'isNarrowed' | 'clear'>
  onAsk: (key: K, value: string) => void
  /** Stands at the far end of the line. */
  children?: ReactNode
}) {
  return (
    <FilterRow
      search={
        search && <SearchBox {...search} value={of(search.key)} onAsk={(text) => onAsk(search.key, text)} />
      }
      filters={filters.map((filter) => ({
        key: filter.key,
        active: of(filter.key) !== '',
        control: (
          <Control filter={filter} value={of(filter.key)} onAsk={(value) => onAsk(filter.key, value)} />
        ),
      }))}
      inLine={children === undefined ? inLine.alone : inLine.beside}
      onClear={isNarrowed ? clear : null}
    >
      {children}
    </FilterRow>
  )
}

function Control(props: ControlProps<BarFilter>) {
  const { filter, ...rest } = props
  if ('options' in filter) return <ChoiceControl filter={filter} {...rest} />
  const Drawn = controls[filter.kind]
  return <Drawn filter={filter} {...rest} />
}

function ChoiceControl({
  filter: { label, hint = '全部', options },
  value,
  onAsk,
}: ControlProps<FilterChoice & { readonly options: readonly Choice[] }>) {
  return (
    <OneChoice
      label={label}
      hint={hint}
      value={value}
      options={options}
      onChange={onAsk}
      clear={`清除${label}`}
    />
  )
}

/** A part of a text. It is sent on Enter and on blur. */
function TextControl({ filter: { label, hint = '全部' }, value, onAsk }: ControlProps<FilterChoice>) {
  const [typed, setTyped] = useFollowed(value)
  const ask = () => {
    const text = typed.trim()
    if (text !== value) onAsk(text)
  }
  return (
    <Input
      className="xr-filter-text"
      prefix={<span className="x-faint">{label}：</span>}
      placeholder={hint}
      aria-label={label}
      value={typed}
      allowClear
      maxLength={60}
      suffix={<span className="xr-enter">{typed.trim() === value ? '' : '回车'}</span>}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '' && value !== '') onAsk('')
      }}
      onPressEnter={ask}
      onBlur={ask}
    />
  )
}

const wholeDay = /^\d{4}-\d{2}-\d{2}$/

/** A day, typed in any of the usual ways or chosen from the calendar. Text that is no day is not sent. */
function DayControl({ filter: { label, hint = '不限' }, value, onAsk }: ControlProps<FilterChoice>) {
  const id = useId()
  const [unread, setUnread] = useState('')
  const field = useMemo(() => date(label), [label])
  const { Input: Day } = clientKind(field)
  return (
    <div className="xr-filter-day">
      <label htmlFor={id} className="x-faint">
        {label}：
      </label>
      <Day
        id={id}
        field={field}
        value={unread || value || null}
        row={{}}
        invalid={unread !== ''}
        describedBy={unread === '' ? undefined : `${id}-fault`}
        whenEmpty={hint}
        onChange={(next) => {
          const text = typeof next === 'string' ? next : ''
          const isDay = text === '' || wholeDay.test(text)
          setUnread(isDay ? '' : text)
          if (isDay && text !== value) onAsk(text)
        }}
      />
      {unread !== '' && (
        <span id={`${id}-fault`} className="xr-fault" role="alert">
          日期应形如 2026-01-31
        </span>
      )}
    </div>
  )
}

/** An institution of the reader’s scope; its number stands in the address. */
function PlaceControl({ value, onAsk }: ControlProps<FilterChoice>) {
  return (
    <PlaceFilter
      value={Math.trunc(Number(value)) || null}
      onChange={(id) => onAsk(id === null ? '' : String(id))}
    />
  )
}

const controls = { text: TextControl, day: DayControl, place: PlaceControl } satisfies Record<
  Exclude<BarFilter['kind'], 'choice'>,
  ComponentType<ControlProps<FilterChoice>>
>
