import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import { countsOf, tally } from '../../engine/figures/index.ts'
import { allKey } from './axes.ts'
import { flowTable } from './flows.ts'
import { renewalTable } from './renewal.ts'
import { quotaSelection, quotaTable, splitAxis } from './quotas.ts'
import type { ComparedRequest } from './reading.ts'
import { sentenceOf } from './sentence.ts'
import { spreadTable, studentsTable } from './students.ts'
import { selectionOf, tableOf, type TableRequest, type Table } from './table.ts'

/** Whether an indicator makes sense for a place. */
export const isShownFor = (
  { countyOnly, counting }: Indicator,
  { counted, place, stage }: Pick<TableRequest, 'counted' | 'place' | 'stage'>,
): boolean =>
  (countyOnly !== true || place.level === 'district') &&
  // Quotas are not split by stage.
  (counting.by !== 'quota' || stage === undefined) &&
  // Who left is not among the rows of a frozen run.
  ((counting.by !== 'flow' && counting.by !== 'renewal') || counted.leavers)

function tableFor(asked: TableRequest, indicator: Indicator): Table {
  const { counting } = indicator
  if (counting.by === 'students') return studentsTable(asked, indicator, counting)
  if (counting.by === 'quota') return quotaTable(asked, indicator)
  if (counting.by === 'flow') return flowTable(asked, indicator, counting.way)
  if (counting.by === 'renewal') return renewalTable(asked)
  return counting.by === 'spread' ? spreadTable(asked, indicator) : tableOf(asked, indicator)
}

function excludedFrom(asked: TableRequest, { counting, excluded = [] }: Indicator): Panel['excluded'] {
  const set = 'among' in counting ? counting.among : counting.by === 'students' ? counting.of : null
  if (set === null || excluded.length === 0) return []
  const more: readonly (readonly MarkKey[])[] = [[], ...excluded.map(({ without }) => [without])]
  const [all = 0, ...held] = countsOf(asked.counted.columns, selectionOf(asked, [set]), more)
  return excluded.flatMap(({ reason }, index) => {
    const persons = all - (held[index] ?? 0)
    return persons > 0 ? [{ reason, persons }] : []
  })
}

/** In post where nothing was granted by subject. */
function beyondQuotas(asked: TableRequest, indicator: Indicator): Panel['excluded'] {
  const { columns } = asked.counted
  const selection = quotaSelection(asked, indicator)
  const [all = 0] = countsOf(columns, selection, [[]])
  const [held = 0] = tally(columns, selection, { rows: splitAxis(asked), columns: { of: 'all' } })
  return all > held ? [{ reason: '所在单位没有分学科核定编制', persons: all - held }] : []
}

/** Values of the same cells on another date. */
function withBefore(table: Table, before: Table | null): Table['cells'] {
  if (before === null) return table.cells
  const values = new Map(before.cells.map(({ row, column, value }) => [`${row}/${column}`, value]))
  return table.cells.map((cell) => ({
    ...cell,
    before: values.get(`${cell.row}/${cell.column}`) ?? null,
  }))
}

/** An indicator worked out for a place and a date, beside that of another date or place. */
export function panelOf(asked: TableRequest, indicator: Indicator, compared: ComparedRequest | null): Panel {
  const table = tableFor(asked, indicator)
  const other = compared && isShownFor(indicator, compared.asked) ? tableFor(compared.asked, indicator) : null
  const cells = withBefore(table, other)
  const { key, title, form, unit, definition, denominator, norm } = indicator
  const sentence = sentenceOf(indicator, table)
  return {
    key,
    title,
    form,
    unit,
    definition,
    denominator,
    excluded:
      indicator.counting.by === 'quota' ? beyondQuotas(asked, indicator) : excludedFrom(asked, indicator),
    rows: [...table.rows],
    // A single series is called by what it shows.
    columns:
      indicator.columns === null && table.columns.length < 2
        ? [{ key: allKey, label: title }]
        : [...table.columns],
    cells: [...cells],
    ...(compared && { beside: compared.label }),
    norm,
    sentence,
  }
}
