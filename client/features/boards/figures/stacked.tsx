import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf } from '../../../ui/charts/cells.ts'
import { boardText, rowsFor } from '../shown.ts'

/** Colours of the ramp. */
const steps = 6
/** A part narrower than this, in percent, has no figure in it. */
const least = 9

/** One bar for each row, in parts of the whole: shares, or people of several kinds. */
export function Stacked({ panel, most }: { panel: Panel; most: number }) {
  const cell = cellsOf(panel)
  const rows = rowsFor(panel, most)
  const columns = panel.columns.filter((column) =>
    rows.some(({ key }) => (cell(key, column.key)?.value ?? 0) > 0 || cell(key, column.key)?.few),
  )
  const sumOf = (row: string) => columns.reduce((sum, { key }) => sum + (cell(row, key)?.value ?? 0), 0)
  const widest = panel.unit === '%' ? 100 : Math.max(1, ...rows.map(({ key }) => sumOf(key)))
  return (
    <>
      <ul className="bd-legend">
        {columns.map(({ key, label }, index) => (
          <li key={key}>
            <i className={`bd-ink-${Math.min(index, steps - 1) + 1}`} />
            {label}
          </li>
        ))}
        {panel.cells.some(({ hidden }) => hidden) && <li>空白：为保护个人信息不显示</li>}
      </ul>
      <ul className="bd-bars bd-stacked">
        {rows.map(({ key: row, label }) => (
          <li key={row}>
            <span className="bd-name" title={label}>
              {label}
            </span>
            <span className="bd-track">
              {columns.map(({ key }, index) => {
                const one = cell(row, key)
                const width = ((one?.value ?? 0) / widest) * 100
                return (
                  <span
                    key={key}
                    className={`bd-part bd-ink-${Math.min(index, steps - 1) + 1}`}
                    style={{ width: `${width}%` }}
                  >
                    {width >= least && boardText(one, panel.unit === '%' ? '' : panel.unit)}
                  </span>
                )
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
