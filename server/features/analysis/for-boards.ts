import { setImmediate as turn } from 'node:timers/promises'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { indicatorOf } from '../../../catalogue/figures/indicators.ts'
import { publicPanel } from '../../../catalogue/figures/public-panel.ts'
import { isFew } from '../../../catalogue/figures/suppress.ts'
import type { Figures } from '../../engine/figures/index.ts'
import { hiddenFromAbove } from './hidden-below.ts'
import { panelOf } from './panel.ts'

/** Figures of a place as everybody may read them. */
export interface PublicFigures {
  /** The day they are of. */
  readonly on: string
  /** When they were last brought up to date, ISO 8601. */
  readonly at: string
  readonly panels: readonly Panel[]
}
export type ReadPublicFigures = (placeId: number, keys: readonly string[]) => Promise<PublicFigures>

/** Cells of a panel that say of how few people they are more than the same cells of a part of it. */
function fewBeside(whole: Panel, part: Panel): string[] {
  const partBy = new Map(part.cells.map(({ row, column, value }) => [`${row}/${column}`, value ?? 0]))
  return whole.cells.flatMap(({ row, column, value }) => {
    const key = `${row}/${column}`
    return isFew((value ?? 0) - (partBy.get(key) ?? 0)) ? [key] : []
  })
}

/**
 * Works out public indicators of a place of today, small numbers hidden (figures.md, 1.5), also those that views of the places
 * above and beside it would give away. The caller has decided that the
 * place may be looked at.
 * @throws AppError `missing` for no such place; Error for an indicator that is internal or unknown
 */
export function publicFiguresBy(figures: Figures): ReadPublicFigures {
  const hiddenIn = hiddenFromAbove()
  return async (placeId, keys) => {
    const { counted } = await figures.on({ placeId, on: null, field: 'on' })
    const place = counted.tree.placeOf(placeId)
    if (!place) throw new AppError('missing')
    const panels: Panel[] = []
    for (const key of keys) {
      const indicator = indicatorOf(key)
      if (indicator?.visible !== 'public') throw new Error(`boards: ${key} is no public indicator`)
      const asked = { counted, place, basis: 'personnel', stage: undefined } as const
      const panel = panelOf(asked, indicator, null)
      const part = indicatorOf(indicator.contains ?? '')
      const few = part ? fewBeside(panel, panelOf(asked, part, null)) : []
      panels.push(publicPanel(panel, new Set([...hiddenIn(counted, place, indicator), ...few])))
      // Others are served between two panels.
      await turn()
    }
    return { on: counted.columns.moment.on, at: counted.at, panels }
  }
}
