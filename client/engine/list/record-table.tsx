import type { KeyboardEvent, ReactNode } from 'react'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { Icon } from '../../ui/look/icon.tsx'
import type { Column } from './columns.tsx'

/** Chosen rows by id with their contents, because a chosen row may stand on another page. */
export interface Selection {
  readonly chosen: ReadonlyMap<string, ListRow>
  readonly onChange: (chosen: ReadonlyMap<string, ListRow>) => void
}

export interface RowsProps {
  readonly rows: readonly ListRow[]
  readonly columns: readonly Column[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onOpen: (row: ListRow) => void
  /** The word for opening a row, in the last column: 审核, 查看. */
  readonly verb: string
  readonly selection?: Selection | undefined
  readonly refreshing: boolean
  /** Keys that are part of the summary, which a card need not repeat. */
  readonly told: readonly string[]
  /** Actions on a row beside opening it. */
  readonly acts?: ((row: ListRow) => ReactNode) | undefined
}

/** Arrow keys walk through the rows, Enter opens one; Tab still reaches every control inside. */
function walk(event: KeyboardEvent<HTMLElement>, open: () => void) {
  const row = event.currentTarget
  if (event.target !== row) return
  if (event.key === 'Enter') return open()
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const next = row[step[event.key]]
  if (next instanceof HTMLElement) next.focus()
}

type Order = 'ascending' | 'descending' | 'none'

/** Present order by a column, and the order that a press on its head requests. */
function orderOf(sort: string, key: string, { unasked }: Column): { now: Order; next: string } {
  const falls = sort === `-${key}` || (sort !== key && unasked === 'descend')
  if (sort === key) return { now: 'ascending', next: `-${key}` }
  // The column of the default order only switches direction; it cannot be without an order.
  if (falls) return { now: 'descending', next: unasked === undefined ? '' : key }
  return { now: 'none', next: key }
}

const signs = { ascending: 'up', descending: 'down', none: 'sort' } as const

/** The head of a column, a button where the rows can be ordered by it. */
function Head({ column, sort, onSort }: { column: Column } & Pick<RowsProps, 'sort' | 'onSort'>) {
  const className = column.figure ? 'xr-figure' : ''
  if (column.sort === undefined)
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    )
  const { now, next } = orderOf(sort, column.sort, column)
  return (
    <th scope="col" className={className} aria-sort={now}>
      <button type="button" className="xr-sort" onClick={() => onSort(next)}>
        {column.title}
        <Icon name={signs[now]} />
      </button>
    </th>
  )
}

/** The box that chooses the rows of this page; those of other pages stay chosen. */
function AllRows({ rows, selection }: { rows: readonly ListRow[]; selection: Selection }) {
  const { chosen, onChange } = selection
  const here = rows.filter((row) => chosen.has(row.id)).length
  const all = rows.length > 0 && here === rows.length
  const toggle = () => {
    const next = new Map(chosen)
    for (const row of rows) {
      if (all) next.delete(row.id)
      else next.set(row.id, row)
    }
    onChange(next)
  }
  return (
    <th scope="col" className="xr-box">
      <label>
        <input
          type="checkbox"
          aria-label="全选本页"
          ref={(box) => {
            if (box) box.indeterminate = here > 0 && !all
          }}
          checked={all}
          onChange={toggle}
        />
      </label>
    </th>
  )
}

function OneRow({ row, selection: { chosen, onChange } }: { row: ListRow; selection: Selection }) {
  const toggle = () => {
    const next = new Map(chosen)
    if (!next.delete(row.id)) next.set(row.id, row)
    onChange(next)
  }
  return (
    <td className="xr-box">
      <label>
        <input
          type="checkbox"
          aria-label={`选 ${row.ownerName} ${row.summary}`}
          checked={chosen.has(row.id)}
          onChange={toggle}
        />
      </label>
    </td>
  )
}

function Row({ row, columns, onOpen, verb, selection, acts }: RowsProps & { row: ListRow }) {
  return (
    <tr
      tabIndex={0}
      data-testid="record-row"
      data-id={row.id}
      className={selection?.chosen.has(row.id) ? 'xr-row-chosen' : ''}
      onKeyDown={(event) => walk(event, () => onOpen(row))}
      onDoubleClick={() => onOpen(row)}
    >
      {selection && <OneRow row={row} selection={selection} />}
      {columns.map((column) => (
        <td key={column.key} className={column.figure ? 'xr-figure' : ''}>
          <span className="xr-cell">{column.render(row)}</span>
        </td>
      ))}
      <td>
        <span className="xr-acts">
          <button
            type="button"
            className="xr-link"
            aria-label={`${verb} ${row.ownerName} ${row.summary}`}
            onClick={() => onOpen(row)}
          >
            {verb}
          </button>
          {acts?.(row)}
        </span>
      </td>
    </tr>
  )
}

/** Rows as a table; while others are loaded, the old ones stay dimmed. Its box scrolls sideways. */
export function RecordTable(props: RowsProps) {
  const { rows, columns, sort, onSort, selection, refreshing } = props
  return (
    <div className={refreshing ? 'xr-table xr-refreshing' : 'xr-table'}>
      <table aria-busy={refreshing}>
        <thead>
          <tr>
            {selection && <AllRows rows={rows} selection={selection} />}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            <th scope="col">
              <span className="x-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
