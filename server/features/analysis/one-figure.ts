import { AppError } from '../../../catalogue/errors.ts'
import { indicatorOf } from '../../../catalogue/figures/indicators.ts'
import type { Figures } from '../../engine/figures/index.ts'
import { tableOf } from './table.ts'

/** One number of a place: what was counted and among how many; `of` is null for what is no share and no mean. */
export interface OneFigure {
  readonly n: number
  readonly of: number | null
  /** Not rounded, in the indicator's unit; null where nobody is counted among. */
  readonly value: number | null
}

export interface FigureAsked {
  readonly placeId: number
  /** The day, 'YYYY-MM-DD'; null for today. */
  readonly on: string | null
  /** Key of an indicator. */
  readonly key: string
}
export type ReadOneFigure = (asked: FigureAsked) => Promise<OneFigure>

/**
 * Works out an indicator for a whole place by the function that fills the panels. The caller has decided that
 * the place may be looked at.
 * @throws AppError `missing` for no such place, `invalid` for a day that cannot be answered
 */
export function oneFigureBy(figures: Figures): ReadOneFigure {
  return async ({ placeId, on, key }) => {
    const indicator = indicatorOf(key)
    if (!indicator) throw new Error(`no indicator ${key}`)
    const { counted } = await figures.on({ placeId, on, field: 'on' })
    const place = counted.tree.placeOf(placeId)
    if (!place) throw new AppError('missing')
    const asked = { counted, place, basis: 'personnel', stage: undefined } as const
    const [cell] = tableOf(asked, { ...indicator, rows: null, columns: null }).cells
    if (cell?.denominator === undefined) return { n: cell?.value ?? 0, of: null, value: cell?.value ?? 0 }
    const { numerator = 0, denominator } = cell
    const factor = indicator.unit === '%' ? 100 : 1
    const value = denominator === 0 ? null : (numerator * factor) / denominator
    return { n: numerator, of: denominator, value }
  }
}
