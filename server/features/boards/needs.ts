import type { Ground } from '../../engine/feature.ts'
import type { ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'

/** Public figures of a place that another feature works out (features/analysis). */
export type ReadPublicFigures = (
  placeId: number,
  keys: readonly string[],
) => Promise<{ readonly on: string; readonly at: string; readonly panels: readonly Panel[] }>

/** What boards are made with. */
export type Boarding = Pick<Ground, 'config' | 'db' | 'engine'> & {
  readonly publicFigures: ReadPublicFigures
}

/** A place that a board shows, with its columns in tables of records. */
export interface BoardPlace extends ScreenPlace {
  readonly column: 'province_id' | 'city_id' | 'district_id'
}
