import type { Ground } from '../../engine/feature.ts'
import type { Audience, ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import type { PublishedTalents } from '../../../catalogue/contract/analysis/talents.ts'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'

/** Figures of a place that a board can show, that another feature works out (features/analysis). */
export type ReadBoardFigures = (
  placeId: number,
  keys: readonly string[],
  audience: Audience,
) => Promise<{ readonly on: string; readonly at: string; readonly panels: readonly Panel[] }>

/** Reads the published talents of a place (features/talents). */
export type ReadPublishedTalents = (
  place: { readonly column: BoardPlace['column']; readonly id: number },
  most: number,
) => Promise<PublishedTalents>

/** Dependencies of the boards. */
export type BoardNeeds = Pick<Ground, 'config' | 'db' | 'keys' | 'engine'> & {
  readonly boardFigures: ReadBoardFigures
  readonly publishedTalents: ReadPublishedTalents
}

/** A place that a board shows, with its columns in tables of records. */
export interface BoardPlace extends ScreenPlace {
  readonly column: 'province_id' | 'city_id' | 'district_id'
}
