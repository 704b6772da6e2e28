import type { ReactNode } from 'react'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Place } from '../../ui/charts/cells.ts'
import { spansOf } from './layout.ts'
import { OnePanel } from './one-panel.tsx'
import type { About } from './words.ts'

/** Where figures and places of a page lead. */
export interface SheetLinks {
  readonly listOf: (panel: string) => (place: Place) => string
  readonly belowOf: (row: string) => string | null
}

interface SheetProps {
  readonly about: About
  readonly panels: readonly Panel[]
  readonly links: SheetLinks
  readonly asTable: boolean
  readonly trend?: ((panel: Panel) => ReactNode) | undefined
}

/** The panels of a page, on one ruled sheet. */
export function Sheet({ about, panels, links, asTable, trend }: SheetProps) {
  const spans = spansOf(panels)
  return (
    <div className="an-grid">
      {panels.map((panel, index) => (
        <OnePanel
          key={panel.key}
          about={about}
          panel={panel}
          span={spans[index] ?? 12}
          links={{ listOf: links.listOf(panel.key), belowOf: links.belowOf }}
          asTable={asTable}
          trend={trend}
        />
      ))}
    </div>
  )
}
