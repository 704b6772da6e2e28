import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { FigureTable } from '../../../catalogue/contract/figure-table.ts'
import { numberText } from '../../ui/charts/cells.ts'

export type FigureRow = FigureTable['table'][number]
export type FigureColumn = FigureTable['columns'][number]

/** The key of the row of everything. */
export const allKey = 'all'

/** A cell as it is read: 1,208; 86.9%; a dash where nothing can be said. */
export function cellText({ cells }: FigureRow, { key, unit }: Pick<FigureColumn, 'key' | 'unit'>): string {
  const value = cells[key] ?? null
  if (value === null) return '—'
  if (typeof value === 'string') return value
  // Worked-out numbers have one decimal.
  if (unit === '学时' || unit === '工作日' || unit === '小时') return numberText(value, '%')
  if (unit === '分' || unit === '次' || unit.endsWith('/人')) return value.toFixed(2)
  return unit === '%' ? `${numberText(value, unit)}%` : numberText(value, unit)
}

const unitsInHead: readonly string[] = ['工作日', '万元', '元']

/** The head of a column, with its unit where the figures do not say it. */
export const headOf = ({ title, unit }: Pick<FigureColumn, 'title' | 'unit'>): string =>
  unitsInHead.includes(unit) ? `${title}（${unit}）` : title

/** The pictures of a table: a panel of bars for each column that is drawn and has something. */
export function panelsOf(
  { table, columns }: Pick<FigureTable, 'table' | 'columns'>,
  drawn: readonly string[],
): Panel[] {
  const rows = table.filter(({ key }) => key !== allKey)
  return drawn.flatMap((key) => {
    const column = columns.find((one) => one.key === key)
    const cells = rows.map((row) => ({ row, value: row.cells[key] ?? null }))
    if (!column || cells.every(({ value }) => value === null || value === 0)) return []
    return [
      {
        key,
        title: column.title,
        form: 'bars' as const,
        unit: column.unit,
        definition: column.definition,
        excluded: [],
        rows: rows.map((row) => ({ key: row.key, label: row.name })),
        columns: [{ key, label: column.title }],
        cells: cells.map(({ row, value }) => ({
          row: row.key,
          column: key,
          value: typeof value === 'number' ? value : null,
          opens: column.opens && value !== 0,
        })),
      },
    ]
  })
}
