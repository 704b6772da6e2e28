import type { Cell } from '../../platform/workbook/write.ts'
import type { ExportColumn, ExportRow } from './list.ts'

/** A column of a list whose rows are lines of one shape, with nothing in it that is masked for anybody. */
export interface LineColumn<Line> extends Omit<ExportColumn, 'kind' | 'seen'> {
  readonly kind?: ExportColumn['kind']
  readonly of: (line: Line) => Cell
}

/** The columns as a list offers them. */
export const openColumns = <Line>(columns: readonly LineColumn<Line>[]): ExportColumn[] =>
  columns.map(({ key, title, width, kind = 'text' }) => ({
    key,
    title,
    kind,
    seen: 'open',
    ...(width !== undefined && { width }),
  }))

/** A line as a row. */
export const rowOfLine = <Line>(columns: readonly LineColumn<Line>[], line: Line): ExportRow => ({
  named: [],
  cells: Object.fromEntries(columns.map(({ key, of }) => [key, of(line)] as const)),
})

const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** An instant as a cell shows it: 2026-11-23 19:32. */
export const momentCell = (at: string | null): string | null =>
  at === null ? null : moment.format(new Date(at))
