import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { besideOf, cellsOf, changeText, figureText, isCompared, numberText, type Place } from './cells.ts'

/** Links and focus of the figures in a panel. */
export interface FigureLinks {
  /** Address of the list behind a figure. */
  readonly listOf: (place: Place) => string
  /** Address of the same page for the place of a row; null where one cannot step down. */
  readonly belowOf: (row: string) => string | null
}

interface TableProps {
  readonly panel: Panel
  readonly links: FigureLinks
  /** The figure that has the focus. */
  readonly onFocus: (place: Place | null) => void
}

/** What the arrows do: rows, and figures within a row. */
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The cells on the way of an arrow, the nearest first. */
function cellsOnTheWay(from: HTMLTableCellElement, [down, across]: readonly [number, number]): Element[] {
  const row = from.closest('tr')
  const table = from.closest('tbody')
  if (!row || !table) return []
  const cells = [...row.cells]
  const column = cells.indexOf(from)
  if (across !== 0) return across > 0 ? cells.slice(column + 1) : cells.slice(0, column).toReversed()
  const rows = [...table.rows]
  const at = rows.indexOf(row)
  const way = down > 0 ? rows.slice(at + 1) : rows.slice(0, at).toReversed()
  return way.flatMap((one) => one.cells[column] ?? [])
}

/** Moves the focus to the next figure that opens, along the row or the column. */
function move(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = moves[event.key]
  const from = event.currentTarget.closest('td')
  if (!step || !from) return
  event.preventDefault()
  cellsOnTheWay(from, step)
    .flatMap((cell) => (cell.matches('td') ? (cell.querySelector('a') ?? []) : []))
    .at(0)
    ?.focus()
}

const keyOf = ({ row, column }: Place): string => `${row} ${column}`

/**
 * The figures of a panel as a table. A figure with a list behind it is a link; Tab enters the table once, the
 * arrows move within it.
 */
export function PanelTable({ panel, links, onFocus }: TableProps) {
  const [at, setAt] = useState<string | null>(null)
  const compared = isCompared(panel)
  const cell = cellsOf(panel)
  const first = panel.cells.find(({ opens }) => opens)
  const entry = panel.cells.some((one) => one.opens && keyOf(one) === at) ? at : first && keyOf(first)
  return (
    <table
      className="x-chart-table"
      aria-label={`${panel.title}${panel.unit === '' ? '' : `（${panel.unit}）`}`}
    >
      <Heads panel={panel} compared={compared} />
      <tbody>
        {panel.rows.map((row) => (
          <tr key={row.key} className={row.key === 'all' ? 'x-chart-sum' : ''}>
            <th scope="row">
              <RowName to={links.belowOf(row.key)} label={row.label} />
            </th>
            {panel.columns.map((column) => (
              <Figure
                key={column.key}
                panel={panel}
                cell={cell(row.key, column.key)}
                compared={compared}
                link={(own) => ({
                  to: links.listOf(own),
                  tabIndex: keyOf(own) === entry ? 0 : -1,
                  onKeyDown: move,
                  onBlur: () => onFocus(null),
                  onFocus: () => {
                    setAt(keyOf(own))
                    onFocus(own)
                  },
                })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const RowName = ({ to, label }: { to: string | null; label: string }) =>
  to === null ? (
    label
  ) : (
    <Link to={to} title={`看${label}的统计`}>
      {label}
    </Link>
  )

/** Whether figures stand with what they were worked out from: shares in one series. */
const hasParts = ({ unit, columns, cells }: Panel): boolean =>
  unit === '%' && columns.length === 1 && cells.some(({ denominator }) => denominator !== undefined)

function Heads({ panel, compared }: { panel: Panel; compared: boolean }) {
  const single = panel.columns.length === 1
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="x-hidden">项目</span>
        </th>
        {panel.columns.map(({ key, label }) => (
          <ColumnHeads
            key={key}
            label={single ? panel.title : label}
            parts={hasParts(panel)}
            beside={compared ? besideOf(panel) : null}
          />
        ))}
      </tr>
    </thead>
  )
}

function ColumnHeads({ label, parts, beside }: { label: string; parts: boolean; beside: string | null }) {
  return (
    <>
      <th scope="col">{label}</th>
      {parts && <th scope="col">人数 / 总数</th>}
      {beside !== null && <th scope="col">{beside}</th>}
      {beside !== null && <th scope="col">变化</th>}
    </>
  )
}

interface LinkProps {
  readonly to: string
  readonly tabIndex: number
  readonly onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => void
  readonly onBlur: () => void
  readonly onFocus: () => void
}

function Figure(props: {
  panel: Panel
  cell: FigureCell | undefined
  compared: boolean
  link: (place: Place) => LinkProps
}) {
  const { panel, cell, compared, link } = props
  const { unit } = panel
  const parts = hasParts(panel)
  if (!cell) return <td colSpan={1 + (parts ? 1 : 0) + (compared ? 2 : 0)}>无</td>
  const text = cell.value === null ? figureText(cell, unit) : numberText(cell.value, unit)
  const before = cell.before ?? null
  return (
    <>
      <td>{cell.opens ? <Link {...link(cell)}>{text}</Link> : text}</td>
      {parts && (
        <td>
          {numberText(cell.numerator ?? 0, '')} / {numberText(cell.denominator ?? 0, '')}
        </td>
      )}
      {compared && <td>{before === null ? '无' : numberText(before, unit)}</td>}
      {compared && <td>{changeText(cell, unit) ?? '无'}</td>}
    </>
  )
}
