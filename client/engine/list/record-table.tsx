import Table, { type ColumnType } from 'antd/es/table'
import type { KeyboardEvent, ReactNode } from 'react'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
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

/** How a column is sorted. One that orders the list unasked turns round and is never without an order. */
function sorting(sort: string, { sort: key, unasked }: Column): Partial<ColumnType<ListRow>> {
  if (key === undefined) return {}
  const order = sort === key ? 'ascend' : sort === `-${key}` ? 'descend' : null
  if (unasked === undefined) return { sorter: true, sortOrder: order }
  return { sorter: true, sortOrder: order ?? unasked, sortDirections: ['descend', 'ascend', 'descend'] }
}

function chosenOf(ids: readonly string[], rows: readonly ListRow[], before: ReadonlyMap<string, ListRow>) {
  const found = ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id) ?? before.get(id)
    return row ? [[id, row] as const] : []
  })
  return new Map(found)
}

function tableColumns({ columns, sort, verb, onOpen, acts }: RowsProps): ColumnType<ListRow>[] {
  return [
    ...columns.map((column): ColumnType<ListRow> => ({
      key: column.key,
      title: column.title,
      ...(column.figure && { align: 'right' }),
      ...sorting(sort, column),
      render: (_value: unknown, row: ListRow) => <span className="xr-cell">{column.render(row)}</span>,
    })),
    {
      key: '$open',
      title: <span className="x-hidden">操作</span>,
      render: (_value: unknown, row: ListRow) => (
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
      ),
    },
  ]
}

/**
 * Rows as a table; while others are loaded, the old ones stay dimmed. CSS scrolls it sideways: antd’s own
 * scrolling draws the heads a second time, hidden, with a check box that takes the focus.
 */
export function RecordTable(props: RowsProps) {
  const { rows, onSort, onOpen, selection, refreshing } = props
  return (
    <Table<ListRow>
      className={refreshing ? 'xr-table xr-refreshing' : 'xr-table'}
      size="small"
      rowKey="id"
      dataSource={[...rows]}
      pagination={false}
      showSorterTooltip={false}
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.chosen.keys()],
          preserveSelectedRowKeys: true,
          onChange: (keys) => selection.onChange(chosenOf(keys.map(String), rows, selection.chosen)),
          getCheckboxProps: (row) => ({ 'aria-label': `选 ${row.ownerName} ${row.summary}` }),
          getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
        },
      })}
      onRow={(row) => ({
        tabIndex: 0,
        'data-testid': 'record-row',
        'data-id': row.id,
        onKeyDown: (event) => walk(event, () => onOpen(row)),
        onDoubleClick: () => onOpen(row),
      })}
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        const key = props.columns.find((column) => column.key === one?.columnKey)?.sort ?? ''
        onSort(one?.order ? (one.order === 'descend' ? `-${key}` : key) : '')
      }}
      columns={tableColumns(props)}
    />
  )
}
