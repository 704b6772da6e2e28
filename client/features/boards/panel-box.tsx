import { useId, type ReactNode } from 'react'
import type { ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { Bars } from './figures/bars.tsx'
import { BoardTable } from './figures/board-table.tsx'
import { Lines } from './figures/lines.tsx'
import { NameLines } from './figures/name-lines.tsx'
import { Pyramid } from './figures/pyramid.tsx'
import { RegionMap } from './figures/region-map.tsx'
import { Stacked } from './figures/stacked.tsx'
import { isEmpty, type PlacedPanel } from './shown.ts'

/** What pictures are drawn in: the places of a map, how to step down, how many rows there is room for. */
export interface Ground {
  readonly places: readonly ScreenPlace[]
  readonly onStep: ((place: ScreenPlace) => void) | undefined
  readonly asTable: boolean
  readonly most: number
  /** Width of the column on the wall, in its pixels. */
  readonly wide: number
}

type Draw = (panel: Panel, ground: Ground) => ReactNode

const bars: Draw = (panel, { most }) =>
  panel.columns.length > 1 ? <Stacked panel={panel} most={most} /> : <Bars panel={panel} most={most} />

/** How each form is drawn on a wall; null: as its table. */
const drawn: Readonly<Record<Panel['form'], Draw | null>> = {
  number: null,
  bars,
  stacked: (panel, { most }) => <Stacked panel={panel} most={most} />,
  pyramid: (panel, { most }) => <Pyramid panel={panel} most={most} />,
  heat: null,
  columns: bars,
  lines: (panel, { wide }) => <Lines panel={panel} wide={wide} />,
  diverging: null,
  dots: bars,
  bullet: bars,
  table: null,
}

/** One panel of a board: its title, and its figures as picture or table. */
export function PanelBox({ placed, ground }: { placed: PlacedPanel; ground: Ground }) {
  const heading = useId()
  const { title, shown } = placed
  const panel = shown?.panel
  return (
    <section className="bd-panel" aria-labelledby={heading} data-panel={placed.item.panel}>
      <h2 id={heading} title={panel?.definition}>
        {title}
        <span>{panel?.unit === '%' ? '' : panel?.unit}</span>
      </h2>
      {shown?.lines ? (
        <NameLines lines={shown.lines} title={title} />
      ) : panel ? (
        <Figures panel={panel} placed={placed} ground={ground} />
      ) : (
        <p className="bd-none">{shown?.fault ?? '正在计算'}</p>
      )}
    </section>
  )
}

function Figures({ panel, placed, ground }: { panel: Panel; placed: PlacedPanel; ground: Ground }) {
  const { show, title } = placed
  const picture = drawn[panel.form]
  if (isEmpty(panel)) return <p className="bd-none">暂无</p>
  const isMap = show === 'map' && ground.places.length > 0
  if (ground.asTable || show === 'table' || (!isMap && picture === null))
    return <BoardTable panel={panel} title={title} hidden={false} />
  return (
    <>
      {isMap ? (
        <RegionMap panel={panel} places={ground.places} onStep={ground.onStep} />
      ) : (
        <div className="bd-picture" aria-hidden="true">
          {picture?.(panel, ground)}
        </div>
      )}
      <BoardTable panel={panel} title={title} hidden />
    </>
  )
}
