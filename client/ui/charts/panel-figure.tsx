import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import {
  besideOf,
  cellsOf,
  cellText,
  changeText,
  figureText,
  mostRows,
  rowsDrawn,
  type Place,
} from './cells.ts'
import { Legend } from './legend.tsx'
import { PanelTable, type FigureLinks } from './panel-table.tsx'
import './charts.css'

const Picture = lazy(async () => ({ default: (await import('./picture.tsx')).Picture }))

/** Panels that are drawn: of a form that is a picture, and with more to show than the sum. */
export const isDrawn = (panel: Panel): boolean =>
  panel.form !== 'table' && panel.form !== 'number' && rowsDrawn(panel, mostRows).length > 0

/**
 * The figures of a panel: as a picture with the same table beside it for readers and keyboards, or as the
 * table alone.
 */
export function PanelFigure({
  panel,
  asTable,
  links,
}: {
  panel: Panel
  asTable: boolean
  links: FigureLinks
}) {
  const navigate = useNavigate()
  const [focus, setFocus] = useState<Place | null>(null)
  const [pointed, setPointed] = useState<Place | null>(null)
  const cell = useMemo(() => cellsOf(panel), [panel])
  if (panel.cells.every(({ value, hidden }) => value === null && !hidden))
    return <p className="x-soft x-dense">该范围暂无可统计的数据。</p>
  const [only] = panel.cells
  if (panel.cells.length === 1 && only) return <OnlyFigure panel={panel} cell={only} links={links} />
  if (asTable || !isDrawn(panel))
    return (
      <div className="x-chart-scroll">
        <PanelTable panel={panel} links={links} onFocus={() => undefined} />
      </div>
    )
  const at = focus ?? pointed
  const shown = at && cell(at.row, at.column)
  const open = (place: Place) => {
    if (cell(place.row, place.column)?.opens) void navigate(links.listOf(place))
  }
  const stepDown = (row: string) => {
    const below = links.belowOf(row)
    if (below !== null) void navigate(below)
  }
  return (
    <div className={focus ? 'x-chart-frame x-chart-focused' : 'x-chart-frame'}>
      <Legend panel={panel} />
      <Suspense fallback={<Skeleton lines={6} />}>
        <Picture panel={panel} focus={focus} acts={{ onPoint: setPointed, onOpen: open, onName: stepDown }} />
      </Suspense>
      <p className="x-chart-readout" aria-hidden="true">
        {shown ? cellText(panel, shown) : restText(panel)}
      </p>
      <div className="x-hidden">
        <PanelTable panel={panel} links={links} onFocus={setFocus} />
      </div>
    </div>
  )
}

/** The one figure of a panel that has no others. */
function OnlyFigure({ panel, cell, links }: { panel: Panel; cell: FigureCell; links: FigureLinks }) {
  const text = figureText(cell, panel.unit)
  return (
    <p className="x-chart-only">
      {cell.opens ? <Link to={links.listOf(cell)}>{text}</Link> : text}
      {cell.before !== undefined && (
        <small>
          比{besideOf(panel)} {changeText(cell, panel.unit) ?? '无'}
        </small>
      )}
    </p>
  )
}

/** Sentence about the rows that a chart leaves out. */
function restText({ rows, form }: Panel): string {
  const count = rows.filter(({ key }) => key !== 'all').length
  if (rows.some(({ key }) => key === 'later')) return '更远的学年和未填的在表中'
  return (form === 'bars' || form === 'bullet') && count > mostRows
    ? `共 ${count} 行，图中是前 ${mostRows} 行，表中是全部`
    : ''
}
