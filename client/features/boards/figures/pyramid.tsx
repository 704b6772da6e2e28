import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf } from '../../../ui/charts/cells.ts'
import { boardText, greatest, rowsFor } from '../shown.ts'

/** Two series back to back, the oldest on top. */
export function Pyramid({ panel, most }: { panel: Panel; most: number }) {
  const cell = cellsOf(panel)
  const [left, right] = panel.columns
  const rows = rowsFor(panel, most).toReversed()
  const top = greatest(panel.cells.filter(({ row }) => rows.some(({ key }) => key === row)))
  const side = (row: string, column: string | undefined, name: string) => {
    const one = column === undefined ? undefined : cell(row, column)
    return (
      <span className={`bd-side bd-side-${name}`}>
        <span
          className="bd-side-fill"
          style={{ inlineSize: `calc((100% - 64 * var(--u)) * ${top > 0 ? (one?.value ?? 0) / top : 0})` }}
        />
        <b>{boardText(one, panel.unit)}</b>
      </span>
    )
  }
  return (
    <>
      <p className="bd-sides">
        <span>{left?.label}</span>
        <span>{right?.label}</span>
      </p>
      <ul className="bd-bars bd-pyramid">
        {rows.map(({ key, label }) => (
          <li key={key}>
            {side(key, left?.key, 'left')}
            <span className="bd-name">{label}</span>
            {side(key, right?.key, 'right')}
          </li>
        ))}
      </ul>
    </>
  )
}
