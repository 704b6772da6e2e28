import { setImmediate as turn } from 'node:timers/promises'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import type { CountedMoment } from '../../engine/figures/index.ts'
import { panelOf } from './panel.ts'
import type { ComparedRequest } from './reading.ts'
import type { TableRequest } from './table.ts'

/** Pages that are kept, and how long one is shown although people changed since, in milliseconds. */
const mostKept = 200
const heldFor = 1_500

interface PanelMemory {
  readonly counted: CountedMoment
  readonly version: number
  readonly compared: CountedMoment | null
  readonly until: number
  readonly panels: Promise<Panel[]>
}

/** Works out the panels of a page; others are served between two of them. */
async function worked(
  asked: TableRequest,
  indicators: readonly Indicator[],
  compared: ComparedRequest | null,
): Promise<Panel[]> {
  const panels: Panel[] = []
  for (const one of indicators) {
    panels.push(panelOf(asked, one, compared))
    await turn()
  }
  return panels
}

const holds = ({ counted, version, until }: PanelMemory, now: TableRequest): boolean =>
  counted === now.counted && (version === counted.version || until > Date.now())

/**
 * Panels of the pages that were asked for last: the same page is worked out once, however many look at it.
 */
export function keptPanels() {
  const pages = new Map<string, PanelMemory>()
  return (
    key: string,
    asked: TableRequest,
    indicators: readonly Indicator[],
    compared: ComparedRequest | null,
  ): Promise<Panel[]> => {
    const other = compared?.asked.counted ?? null
    const known = pages.get(key)
    if (known && known.compared === other && holds(known, asked)) return known.panels
    const panels = worked(asked, indicators, compared)
    pages.delete(key)
    pages.set(key, {
      counted: asked.counted,
      version: asked.counted.version,
      compared: other,
      until: Date.now() + heldFor,
      panels,
    })
    panels.catch(() => pages.delete(key))
    const oldest = pages.keys().next().value
    if (pages.size > mostKept && oldest !== undefined) pages.delete(oldest)
    return panels
  }
}
export type KeptPanels = ReturnType<typeof keptPanels>
