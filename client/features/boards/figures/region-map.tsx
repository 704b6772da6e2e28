import type { KeyboardEvent } from 'react'
import type { ScreenPlace } from '../../../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf } from '../../../ui/charts/cells.ts'
import { boxOf, corners, tilesOf } from '../../../ui/charts/hexagons.ts'
import { classAt, classesOf } from '../cartogram.ts'
import { boardText, hasUnit, spokenText } from '../shown.ts'

/** Hexagons are drawn so wide. */
const size = 150
/** Letters that stand in a hexagon. */
const letters = 6

const shape = corners.map(({ x, y }) => `${(x * size).toFixed(1)},${(y * size).toFixed(1)}`).join(' ')
const shortly = (name: string): string =>
  [...name].length > letters ? `${[...name].slice(0, letters - 1).join('')}…` : name

interface MapProps {
  readonly panel: Panel
  readonly places: readonly ScreenPlace[]
  /** Steps down to a place; undefined where one cannot. */
  readonly onStep: ((place: ScreenPlace) => void) | undefined
}

/**
 * The authorities below as hexagons with their figures: the first ones of the region in the middle
 * (docs/decisions/0066).
 */
export function RegionMap({ panel, places, onStep }: MapProps) {
  const column = panel.columns[0]?.key ?? ''
  const cell = cellsOf(panel)
  const shown = places.map((place) => ({ place, cell: cell(`p${place.id}`, column) }))
  const classes = classesOf(shown.flatMap(({ cell: one }) => one?.value ?? []))
  const tiles = tilesOf(shown.length)
  const [x, y, width, height] = boxOf(tiles).map((one) => one * size)
  const enter = (place: ScreenPlace) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onStep?.(place)
  }
  return (
    <figure className="bd-map" aria-label={`各县区${panel.title}，位置为示意`}>
      <svg viewBox={`${(x ?? 0) - 4} ${(y ?? 0) - 4} ${(width ?? 0) + 8} ${(height ?? 0) + 8}`}>
        {shown.map(({ place, cell: one }, index) => {
          const tile = tiles[index]
          const step = one?.value === undefined || one.value === null ? 0 : classAt(classes, one.value) + 1
          const words = `${place.area}，${panel.title} ${spokenText(one, panel.unit)}`
          const acts = onStep
            ? { role: 'button', tabIndex: 0, onClick: () => onStep(place), onKeyDown: enter(place) }
            : { role: 'img' }
          return (
            <g
              key={place.id}
              className={`bd-tile bd-tile-${step}`}
              transform={`translate(${((tile?.x ?? 0) * size).toFixed(1)} ${((tile?.y ?? 0) * size).toFixed(1)})`}
              aria-label={words}
              data-place={place.id}
              {...acts}
            >
              <title>{words}</title>
              <polygon points={shape} />
              <text className="bd-tile-name" y="-8">
                {shortly(place.area)}
              </text>
              <text className="bd-tile-value" y="24">
                {boardText(one, panel.unit)}
                {panel.unit === '%' && hasUnit(one) && '%'}
              </text>
            </g>
          )
        })}
      </svg>
      <ul className="bd-classes">
        {classes.map(({ label }, index) => (
          <li key={label}>
            <i className={`bd-class-${index + 1}`} />
            {label}
          </li>
        ))}
        <Direct panel={panel} places={places} />
      </ul>
    </figure>
  )
}

/** Schools directly under the place stand on no hexagon; the table has them. */
function Direct({ panel, places }: Pick<MapProps, 'panel' | 'places'>) {
  const known = new Set(places.map(({ id }) => `p${id}`))
  const others = panel.rows.filter(({ key }) => /^p\d+$/.test(key) && !known.has(key)).length
  return others === 0 ? null : <li>另有直属单位 {others} 个，见表</li>
}
