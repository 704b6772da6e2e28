import type { Actor } from '../../../catalogue/access/access.ts'
import { regionKeys, type BoardLayout } from '../../../catalogue/boards/layout.ts'
import { waitingPanels } from '../../../catalogue/boards/panels.ts'
import type { Audience, Screen, ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import { today } from '../../platform/clock/clock.ts'
import type { KeptPanels } from './kept.ts'
import { pathBetween, placesBelow } from './places.ts'
import type { BoardPlace, BoardNeeds } from './needs.ts'

/** Panels that a layout names, each once. */
const panelsOf = ({ pages }: BoardLayout): string[] => [
  ...new Set(pages.flatMap((page) => regionKeys.flatMap((region) => page[region].map(({ panel }) => panel)))),
]

/** A place without what only the server needs. */
const told = ({ id, name, kind, area }: BoardPlace): ScreenPlace => ({ id, name, kind, area })

export interface AskedScreen {
  readonly actor: Actor
  readonly audience: Audience
  readonly layout: BoardLayout
  readonly place: BoardPlace
  /** The office from which the way down to the place begins. */
  readonly from: number
}

/** Works out a board with the figures of a place. */
export async function screenOf(
  { db, config }: BoardNeeds,
  panels: KeptPanels,
  { actor, audience, layout, place, from }: AskedScreen,
): Promise<Screen> {
  const fresh = layout.refreshSeconds * 1_000
  const shown = await panels({ actor, audience, place, keys: panelsOf(layout), fresh })
  const [path, places] = await Promise.all([pathBetween(db, from, place), placesBelow(db, place)])
  const times = Object.values(shown).map(({ at }) => at)
  return {
    board: layout.board,
    audience,
    layout,
    place: told(place),
    path: path.map(told),
    places: places.map(told),
    on: today(),
    basis: 'personnel',
    at: times.toSorted()[0] ?? new Date().toISOString(),
    demo: config.demo,
    frozen: false,
    panels: shown,
    waiting: waitingPanels.flatMap(({ key, title, waitsFor, board }) =>
      board === layout.board ? [{ key, title, waitsFor }] : [],
    ),
  }
}
