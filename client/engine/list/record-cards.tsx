import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import type { Column } from './columns.tsx'
import type { RowsProps } from './record-table.tsx'

/** Columns that stand in the head or the foot of a card. */
const placed: ReadonlySet<string> = new Set([
  '$owner',
  '$institution',
  '$wait',
  '$change',
  '$files',
  '$warnings',
  '$state',
])

/**
 * Rows as cards, for phones: owner, summary, waiting time. The card opens the record; the box beside it
 * selects it.
 */
export function RecordCards({ rows, columns, onOpen, selection, refreshing, told, acts }: RowsProps) {
  const fresh = columns.filter((column) => !told.includes(column.key))
  return (
    <ul className={refreshing ? 'xr-cards xr-refreshing' : 'xr-cards'}>
      {rows.map((row) => (
        <Card key={row.id} row={row} columns={fresh} onOpen={onOpen} selection={selection} acts={acts} />
      ))}
    </ul>
  )
}

function Card({
  row,
  columns,
  onOpen,
  selection,
  acts,
}: { row: ListRow } & Pick<RowsProps, 'columns' | 'onOpen' | 'selection' | 'acts'>) {
  const chosen = selection?.chosen.has(row.id) === true
  const column = (key: string) => columns.find((one) => one.key === key)
  const part = (key: string) => column(key)?.render(row)
  const values = columns.filter((one) => !placed.has(one.key))
  const toggle = () => {
    if (!selection) return
    const next = new Map(selection.chosen)
    if (!next.delete(row.id)) next.set(row.id, row)
    selection.onChange(next)
  }
  return (
    <li className={chosen ? 'xr-card xr-chosen' : 'xr-card'} data-testid="record-row" data-id={row.id}>
      {selection && (
        <label className="xr-card-check">
          <input
            type="checkbox"
            checked={chosen}
            onChange={toggle}
            aria-label={`选 ${row.ownerName} ${row.summary}`}
          />
        </label>
      )}
      <div className="xr-card-body">
        <button type="button" className="xr-card-open" onClick={() => onOpen(row)}>
          <span className="xr-card-head">
            <b>{column('$owner') ? row.ownerName : row.summary}</b>
            <span>{column('$wait') ? part('$wait') : part('$state')}</span>
          </span>
          {column('$owner') && <span>{row.summary}</span>}
          <CardValues values={values} row={row} />
        </button>
        <span className="xr-card-tags">
          {column('$wait') && column('$state') && part('$state')}
          {column('$change') && <span className="xr-tag">{part('$change')}</span>}
          {column('$files') && <span className="xr-tag">佐证 {row.attachmentCount}</span>}
          {row.warnings.length > 0 && (
            <span className="xr-tag xr-tag-accent">{row.warnings[0]?.message}</span>
          )}
          {acts?.(row)}
        </span>
      </div>
    </li>
  )
}

function CardValues({ values, row }: { values: readonly Column[]; row: ListRow }) {
  return (
    <span className="xr-card-values">
      {values.slice(0, 5).map((one) => (
        <span key={one.key}>
          <span className="x-faint">{one.title}</span> {one.render(row)}
        </span>
      ))}
    </span>
  )
}
