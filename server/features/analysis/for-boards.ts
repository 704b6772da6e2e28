import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { indicatorOf } from '../../../catalogue/figures/indicators.ts'
import type { CountedMoment, Figures, TreePlace } from '../../engine/figures/index.ts'
import { panelOf } from './panel.ts'
import { publicPagesBy } from './public-pages.ts'

/** Figures of a place as a board shows them. */
export interface BoardFigures {
  /** The day they are of. */
  readonly on: string
  /** When they were last brought up to date, ISO 8601. */
  readonly at: string
  readonly panels: readonly Panel[]
}
export type ReadBoardFigures = (
  placeId: number,
  keys: readonly string[],
  audience?: 'inner' | 'public',
) => Promise<BoardFigures>

/** Panels with nothing kept back; no list opens from a board. */
function innerPanels(counted: CountedMoment, place: TreePlace, keys: readonly string[]): Panel[] {
  return keys.map((key) => {
    const indicator = indicatorOf(key)
    if (indicator?.visible !== 'public') throw new Error(`boards: ${key} is no public indicator`)
    const panel = panelOf({ counted, place, basis: 'personnel', stage: undefined }, indicator, null)
    return { ...panel, cells: panel.cells.map((cell) => ({ ...cell, opens: false })) }
  })
}

/**
 * Works out public indicators of a place of today, for everybody (docs/decisions/0149) or for the office
 * itself. The caller has decided that the place may be looked at, and by whom.
 * @throws AppError `missing` for no such place; Error for an indicator that is internal or unknown
 */
export function boardFiguresBy(figures: Figures): ReadBoardFigures {
  const pageOf = publicPagesBy()
  return async (placeId, keys, audience = 'public') => {
    const { counted } = await figures.on({ placeId, on: null, field: 'on' })
    const place = counted.tree.placeOf(placeId)
    if (!place) throw new AppError('missing')
    const { on } = counted.columns.moment
    if (audience === 'inner') return { on, at: counted.at, panels: innerPanels(counted, place, keys) }
    const { at, panels } = await pageOf(counted, place)
    return {
      on,
      at,
      panels: keys.map((key) => {
        const panel = panels.get(key)
        if (!panel) throw new Error(`boards: ${key} is no public indicator`)
        return panel
      }),
    }
  }
}
