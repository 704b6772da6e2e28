import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf } from '../../../ui/charts/cells.ts'
import { aboutText, spokenText } from '../shown.ts'

/** The figures of a panel as a table; `hidden`: for readers only, beside its picture. */
export function BoardTable({ panel, title, hidden }: { panel: Panel; title: string; hidden: boolean }) {
  const cell = cellsOf(panel)
  const table = (
    <table className="bd-table" aria-label={`${title}${panel.unit && `（${panel.unit}）`}`}>
      <thead>
        <tr>
          <th scope="col">{panel.rows.some(({ key }) => /^p\d+$/.test(key)) ? '单位' : '类别'}</th>
          {panel.columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {panel.columns.length === 1 ? panel.unit || label : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {panel.rows.map(({ key: row, label, open }) => (
          <tr key={row}>
            <th scope="row">
              {label}
              {open && '（截至今日）'}
            </th>
            {panel.columns.map(({ key }) => (
              <td key={key}>
                {hidden ? spokenText(cell(row, key), panel.unit) : aboutText(cell(row, key), panel.unit)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  // A table takes the width of its words however small its box: the box is what is hidden.
  if (hidden) return <div className="x-hidden">{table}</div>
  return (
    <section className="bd-scroll" tabIndex={0} aria-label={`${title}，可滚动`}>
      {table}
    </section>
  )
}
