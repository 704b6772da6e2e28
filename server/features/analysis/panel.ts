import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import { tallies } from '../../engine/figures/index.ts'
import { allKey } from './axes.ts'
import { sentenceOf } from './sentence.ts'
import { spreadTable, studentsTable } from './students.ts'
import { selectionOf, tableOf, type Asked, type Table } from './table.ts'

/** Whether an indicator makes sense for a place. */
export const isShownFor = ({ countyOnly }: Indicator, level: string): boolean =>
  countyOnly !== true || level === 'district'

function tableFor(asked: Asked, indicator: Indicator): Table {
  const { counting } = indicator
  if (counting.by === 'students') return studentsTable(asked, indicator, counting)
  return counting.by === 'spread' ? spreadTable(asked, indicator) : tableOf(asked, indicator)
}

const everybody = { rows: { of: 'all' }, columns: { of: 'all' } } as const

function excludedFrom(asked: Asked, { counting, excluded = [] }: Indicator): Panel['excluded'] {
  const set = 'among' in counting ? counting.among : counting.by === 'students' ? counting.of : null
  if (set === null || excluded.length === 0) return []
  const more: readonly (readonly MarkKey[])[] = [[], ...excluded.map(({ without }) => [without])]
  const [all = 0, ...held] = tallies(asked.counted.columns, selectionOf(asked, [set]), {
    ...everybody,
    more,
  }).map((counts) => counts[0] ?? 0)
  return excluded.flatMap(({ reason }, index) => {
    const persons = all - (held[index] ?? 0)
    return persons > 0 ? [{ reason, persons }] : []
  })
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

/** An indicator worked out for a place and a date, beside that of another date. */
export function panelOf(asked: Asked, indicator: Indicator, compared: Asked | null): Panel {
  const table = tableFor(asked, indicator)
  const cells = withBefore(table, compared && tableFor(compared, indicator))
  const { key, title, form, unit, definition, denominator, norm } = indicator
  const sentence = sentenceOf(indicator, table)
  return {
    key,
    title,
    form,
    unit,
    definition,
    denominator,
    excluded: excludedFrom(asked, indicator),
    rows: [...table.rows],
    // A single series is called by what it shows.
    columns: indicator.columns === null ? [{ key: allKey, label: title }] : [...table.columns],
    cells: [...cells],
    norm,
    sentence,
  }
}
