import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { numberText } from '../../../ui/charts/cells.ts'
import { barsOf, boardText, greatest, hasUnit } from '../shown.ts'

const part = (value: number, of: number): string =>
  `${of > 0 ? Math.max(0, Math.min(100, (value / of) * 100)) : 0}%`

/** Bars of one series with their figures, and a tick for what is aimed at. */
export function Bars({ panel, most }: { panel: Panel; most: number }) {
  const bars = barsOf(panel, most)
  const { norm, unit } = panel
  const top =
    unit === '%' && greatest(bars.map(({ cell }) => cell)) > 50
      ? 100
      : Math.max(norm?.value ?? 0, greatest(bars.map(({ cell }) => cell)))
  return (
    <>
      <ul className="bd-bars">
        {bars.map(({ key, label, cell }) => (
          <li key={key}>
            <span className="bd-name" title={label}>
              {label}
            </span>
            <span className="bd-track">
              <span
                className={
                  norm && cell?.value !== null && (cell?.value ?? 0) < norm.value
                    ? 'bd-fill bd-below'
                    : 'bd-fill'
                }
                style={{ width: part(cell?.value ?? 0, top) }}
              />
              {norm && <span className="bd-tick" style={{ left: part(norm.value, top) }} />}
            </span>
            <b>
              {boardText(cell, unit)}
              {unit === '%' && hasUnit(cell) && <small>%</small>}
            </b>
          </li>
        ))}
      </ul>
      {norm && (
        <p className="bd-note">
          竖线为{norm.label} {numberText(norm.value, unit)}
          {unit}
        </p>
      )}
    </>
  )
}
