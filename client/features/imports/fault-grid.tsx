import { useState } from 'react'
import type { ImportRow, ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { cellChoices } from './cell-choices.ts'
import { CellEditor } from './cell-editor.tsx'
import { faultOf, gridColumns, type GridColumn, type Place } from './grid-columns.ts'
import { useGrid, type Grid } from './use-grid.ts'
import type { ImportKind } from './use-imports.ts'

interface FaultGridProps {
  task: ImportView
  kind: ImportKind | undefined
  rows: readonly ImportRow[]
  onRefresh: () => void
}

/** Rows with faults, to be mended cell by cell. Mended rows stay until the list is asked for again. */
export function FaultGrid({ task, kind, rows, onRefresh }: FaultGridProps) {
  const [all, setAll] = useState(false)
  const columns = gridColumns(kind, task, rows, all)
  const { table, grid } = useGrid(task.id, rows, columns)
  const good = rows.filter(isGood).length
  return (
    <>
      <div className="import-grid-head">
        <output>
          {good > 0 ? `本页已改好 ${good} 行，还有 ${rows.length - good} 行` : `本页 ${rows.length} 行`}
        </output>
        {good > 0 && <Button onClick={onRefresh}>移除改好的行</Button>}
        {grid.canTakeBack && (
          <Button icon="undo" onClick={grid.takeBack}>
            撤销上一处修改
          </Button>
        )}
        <label className="import-all">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
          显示全部列
        </label>
        <span className="import-keys" aria-hidden="true">
          <Kbd>Tab</Kbd> 下一处错误　<Kbd>Enter</Kbd> 修改　<Kbd>Ctrl Z</Kbd> 撤销
        </span>
      </div>
      <div className="import-grid-box">
        <table className="import-grid" aria-label="要改的行" ref={table}>
          <thead>
            <tr>
              <th scope="col">行</th>
              {columns.map(({ key, head }) => (
                <th key={key} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col">哪里错，怎么改</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <GridRow key={row.row} row={row} at={at} columns={columns} kind={kind} grid={grid} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const isGood = ({ faults }: ImportRow): boolean => faults.every(({ level }) => level === 'warning')

interface GridRowProps {
  row: ImportRow
  at: number
  columns: readonly GridColumn[]
  kind: ImportKind | undefined
  grid: Grid
}

function GridRow({ row, at, columns, kind, grid }: GridRowProps) {
  const good = isGood(row)
  return (
    <tr data-testid="import-row" data-row={row.row} data-good={good || undefined}>
      <th scope="row" className="x-num">
        {row.row}
      </th>
      {columns.map((column, place) => (
        <GridCell
          key={column.key}
          row={row}
          place={{ row: at, column: place }}
          column={column}
          kind={kind}
          grid={grid}
        />
      ))}
      <td className="import-why" id={`import-why-${row.row}`}>
        {good && <strong className="import-good">已改好</strong>}
        {row.faults.map(({ field, header, code, message, level }) => (
          <p key={`${field} ${code} ${message}`} data-level={level}>
            <span className="x-num">{level === 'warning' ? '警告' : code}</span>
            {'　'}
            {message.includes(header) ? message : `${header}：${message}`}
            <Suggested row={row} field={field} grid={grid} />
          </p>
        ))}
        {row.reason !== null && <p>{row.reason}</p>}
      </td>
    </tr>
  )
}

/** What a faulty cell probably meant, to be taken at one press: 语文课 → 语文，记住. */
function Suggested({ row, field, grid }: { row: ImportRow; field: string; grid: Grid }) {
  const [likely] = row.faults.find((one) => one.field === field)?.suggestions ?? []
  const text = row.cells[field] ?? ''
  if (likely === undefined || text === '' || likely === text) return null
  return (
    <Button look="text" onClick={() => grid.takeSuggestion(row, field, likely)}>
      {text} → {likely}，记住
    </Button>
  )
}

interface GridCellProps extends Omit<GridRowProps, 'at' | 'columns'> {
  place: Place
  column: GridColumn
}

/** A cell is a button that becomes an editor. */
function GridCell(props: GridCellProps) {
  const { row, place, column, kind, grid } = props
  const { editing } = grid
  if (!editing || editing.row !== place.row || editing.column !== place.column)
    return <RestingCell {...props} />
  const fault = faultOf(row, column.key)
  return (
    <td data-head={column.head} data-fault={fault?.level}>
      <CellEditor
        label={`第 ${row.row} 行 ${column.head}`}
        before={row.cells[column.key] ?? ''}
        text={editing.text}
        choices={cellChoices(column.column, row, kind?.columns ?? [], fault)}
        onDone={(edited, leaving) => grid.done(place, edited, leaving)}
        onCancel={() => grid.go(place)}
      />
    </td>
  )
}

const levelWords = { error: '错误', warning: '警告' } as const

/** Only cells with a fault are stops of Tab; arrows reach the others. */
function RestingCell({ row, place, column: { key, head }, grid }: GridCellProps) {
  const fault = faultOf(row, key)
  const text = row.cells[key] ?? ''
  const mended = !fault && grid.isMended(row.row, key)
  const told = fault ? `，${levelWords[fault.level]}：${fault.message}` : ''
  return (
    <td
      data-head={head}
      data-fault={fault?.level}
      data-mended={mended || undefined}
      data-quiet={(!fault && !mended && place.column > 1) || undefined}
    >
      <button
        type="button"
        className="import-cell"
        data-at={`${place.row}:${place.column}`}
        tabIndex={fault ? 0 : -1}
        aria-label={`${head}：${text || '空'}${told}`}
        onClick={() => grid.edit(place)}
        onKeyDown={(event) => grid.press(event, place)}
      >
        {text}
      </button>
    </td>
  )
}
