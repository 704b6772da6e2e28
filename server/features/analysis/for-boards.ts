import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Figures } from '../../engine/figures/index.ts'
import { publicPagesBy } from './public-pages.ts'

/** Figures of a place as everybody may read them. */
export interface PublicFigures {
  /** The day they are of. */
  readonly on: string
  /** When they were last brought up to date, ISO 8601. */
  readonly at: string
  readonly panels: readonly Panel[]
}
export type ReadPublicFigures = (placeId: number, keys: readonly string[]) => Promise<PublicFigures>

/**
 * Works out public indicators of a place of today, small numbers hidden (figures.md, 1.5), also those that views of the places
 * above and beside it would give away. The caller has decided that the place may be looked at.
 * @throws AppError `missing` for no such place; Error for an indicator that is internal or unknown
 */
export function publicFiguresBy(figures: Figures): ReadPublicFigures {
  const pageOf = publicPagesBy()
  return async (placeId, keys) => {
    const { counted } = await figures.on({ placeId, on: null, field: 'on' })
    const place = counted.tree.placeOf(placeId)
    if (!place) throw new AppError('missing')
    const { at, panels } = await pageOf(counted, place)
    return {
      on: counted.columns.moment.on,
      at,
      panels: keys.map((key) => {
        const panel = panels.get(key)
        if (!panel) throw new Error(`boards: ${key} is no public indicator`)
        return panel
      }),
    }
  }
}
