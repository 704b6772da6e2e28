import type { ReactNode } from 'react'
import type { Screen, ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import type { Region } from '../../../catalogue/boards/layout.ts'
import { Headline } from './headline.tsx'
import { PanelBox, type Ground } from './panel-box.tsx'
import { placedIn, roomFor, titleOf, type PlacedPanel } from './shown.ts'
import './board.css'

export interface BoardProps {
  readonly screen: Screen
  /** The page of the layout that is shown. */
  readonly page: number
  readonly asTable: boolean
  readonly onStep?: ((place: ScreenPlace) => void) | undefined
  /** At the left and right of the title, and below everything. */
  readonly left?: ReactNode
  readonly right?: ReactNode
  readonly foot?: ReactNode
  /** Drawn as on a wall at any width: a preview. */
  readonly fixed?: boolean
}

const withLegend = ({ shown }: PlacedPanel): boolean => (shown?.panel?.columns.length ?? 0) > 1

/**
 * A page of a board: title, large numbers, three columns, bottom. All sizes are parts of the wall it hangs
 * on.
 */
export function Board({ screen, page, asTable, onStep, left, right, foot, fixed = false }: BoardProps) {
  const inRegion = (region: Region) => placedIn(screen, page, region)
  const bottom = inRegion('bottom')
  const hasBottom = bottom.length > 0
  const { places } = screen
  const groundOf = (most: number, wide: number): Ground => ({
    places,
    onStep,
    asTable,
    most,
    wide,
  })
  const column = (region: 'left' | 'centre' | 'right') => {
    const list = inRegion(region)
    return (
      <div className={`bd-column bd-${region}`}>
        {list.map((placed) => (
          <PanelBox
            key={`${placed.item.panel}/${placed.show}`}
            placed={placed}
            ground={groundOf(
              roomFor(list.length, { hasBottom, legend: withLegend(placed) }),
              region === 'centre' ? 740 : 500,
            )}
          />
        ))}
      </div>
    )
  }
  return (
    <div className={fixed ? 'bd-wall bd-fixed' : 'bd-wall'}>
      <div className="bd" data-testid="board" data-place={screen.place.id} data-page={page}>
        <header className="bd-head">
          <div className="bd-head-left">{left}</div>
          <h1 tabIndex={-1}>{titleOf(screen.layout, screen)}</h1>
          <div className="bd-head-right">{right}</div>
        </header>
        <div className="bd-body" key={`${screen.place.id}/${page}`}>
          <Headline placed={inRegion('headline')} />
          <div className="bd-columns">
            {column('left')}
            {column('centre')}
            {column('right')}
          </div>
          {hasBottom && (
            <div className="bd-bottom">
              {bottom.map((placed) => (
                <PanelBox
                  key={`${placed.item.panel}/${placed.show}`}
                  placed={placed}
                  ground={groundOf(withLegend(placed) ? 4 : 5, 600)}
                />
              ))}
            </div>
          )}
        </div>
        {foot}
      </div>
    </div>
  )
}
