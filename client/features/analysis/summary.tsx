import { Link } from 'react-router'
import type { Analysis, FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { besideOf, changeText, figureText, numberText, type Place } from '../../ui/charts/cells.ts'

/** How many figures stand above the panels. */
const most = 5

interface First {
  readonly panel: Panel
  readonly cell: FigureCell
}

/** The one figure that a panel sums up to: its only one, or that of everybody. */
function firstOf(panel: Panel): First[] {
  if (panel.columns.length !== 1) return []
  const cell = panel.cells.length === 1 ? panel.cells[0] : panel.cells.find(({ row }) => row === 'all')
  return cell && cell.value !== null ? [{ panel, cell }] : []
}

/** The first figures of the page in one line, each with its list. */
export function Summary(props: { data: Analysis; listOf: (panel: string) => (place: Place) => string }) {
  const { data, listOf } = props
  const found = data.panels
    .filter(({ form }) => form !== 'number')
    .flatMap(firstOf)
    .slice(0, most)
  if (found.length === 0) return null
  return (
    <dl className="an-summary">
      {found.map(({ panel, cell }) => (
        <div key={panel.key}>
          <dt>{panel.title}</dt>
          <dd>
            {cell.opens ? (
              <Link to={listOf(panel.key)(cell)}>{mainText(panel, cell)}</Link>
            ) : (
              mainText(panel, cell)
            )}
            <small>{asideText(panel, cell)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const mainText = ({ unit }: Panel, { value }: FigureCell): string =>
  unit === '%' ? figureText({ value }, unit) : numberText(value ?? 0, unit)

/** The unit, how many people stand behind a share, and the change since the compared date. */
function asideText(panel: Panel, cell: FigureCell): string {
  const { unit } = panel
  const change = changeText(cell, unit)
  const people = unit === '%' && cell.numerator !== undefined ? `${numberText(cell.numerator, '')} 人` : ''
  return [unit === '%' ? people : unit, change === undefined ? '' : `比${besideOf(panel)} ${change}`]
    .filter(Boolean)
    .join('，')
}
