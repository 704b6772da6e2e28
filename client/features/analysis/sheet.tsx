import type { Analysis } from '../../../catalogue/contract/analysis/figures.ts'
import type { Place } from '../../ui/charts/cells.ts'
import { spansOf } from './layout.ts'
import { OnePanel } from './one-panel.tsx'

/** Where figures and places of a page lead. */
export interface SheetLinks {
  readonly listOf: (panel: string) => (place: Place) => string
  readonly belowOf: (row: string) => string | null
}

/** The panels of a page, on one ruled sheet. */
export function Sheet({ data, links, asTable }: { data: Analysis; links: SheetLinks; asTable: boolean }) {
  const spans = spansOf(data.panels)
  return (
    <div className="an-grid">
      {data.panels.map((panel, index) => (
        <OnePanel
          key={panel.key}
          data={data}
          panel={panel}
          span={spans[index] ?? 12}
          links={{ listOf: links.listOf(panel.key), belowOf: links.belowOf }}
          asTable={asTable}
        />
      ))}
    </div>
  )
}
