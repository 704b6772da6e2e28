import type { Analysis, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { withQuery } from '../../platform/api/with-query.ts'
import { PanelFigure } from '../../ui/charts/panel-figure.tsx'
import type { Place } from '../../ui/charts/cells.ts'
import { askedOf, useTrend, type Question } from './use-analysis.ts'

interface TrendProps {
  readonly data: Analysis
  readonly entry: PageEntry
  readonly question: Question
  readonly panel: Panel
}

/** A figure along the frozen days and on the day of the page; each point opens its list of that day. */
export function Trend({ data, entry, question, panel }: TrendProps) {
  const answer = useTrend(data.report, question, panel.key)
  // A point is named by its day and by the cell of the panel that its line follows.
  const listOf = ({ row: on, column }: Place) => {
    const at = column.lastIndexOf(':')
    return withQuery(entry.path, {
      ...askedOf({ ...question, compare: '', versus: '' }),
      ...(on !== data.on && { on }),
      panel: panel.key,
      row: column.slice(0, at),
      column: column.slice(at + 1),
    })
  }
  return (
    <Loaded answer={answer} failed="历年数据打开失败" lines={6}>
      {(lines) =>
        lines.rows.length < 2 ? (
          <p className="x-soft x-dense">以前的年度统计里暂无该项数据，不能比较。</p>
        ) : (
          <PanelFigure panel={lines} asTable={false} links={{ listOf, belowOf: () => null }} />
        )
      }
    </Loaded>
  )
}
