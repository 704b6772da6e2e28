import type { Ground } from '../../engine/feature.ts'
import type { ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import type { PublishedTalents } from '../../../catalogue/contract/analysis/talents.ts'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'

/** Public figures of a place that another feature works out (features/analysis). */
export type ReadPublicFigures = (
  placeId: number,
  keys: readonly string[],
) => Promise<{ readonly on: string; readonly at: string; readonly panels: readonly Panel[] }>

/** What is published of the talents of a place (features/talents). */
export type ReadPublishedTalents = (
  place: { readonly column: BoardPlace['column']; readonly id: number },
  most: number,
) => Promise<PublishedTalents>

/** What boards are made with. */
export type Boarding = Pick<Ground, 'config' | 'db' | 'keys' | 'engine'> & {
  readonly publicFigures: ReadPublicFigures
  readonly publishedTalents: ReadPublishedTalents
}

/** A place that a board shows, with its columns in tables of records. */
export interface BoardPlace extends ScreenPlace {
  readonly column: 'province_id' | 'city_id' | 'district_id'
}
