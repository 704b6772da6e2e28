import { misfits, type FittedRow, type Misfit } from '../../../catalogue/interchange/fit.ts'
import type { Cell } from '../../platform/workbook/write.ts'
import type { ExportReport } from './list.ts'

/** Most cells that the report names one by one; all of them are counted. */
export const mostNamed = 20_000

/** Whose record a row is, for the report. */
interface ReportedOwner {
  readonly archive: number
  readonly name: string
}

/** What became of the filled fields of a sheet. */
interface SheetTally {
  filled: number
  carried: number
  /** Cells by label of the field and reason. */
  readonly reasons: Map<string, { readonly label: string; readonly why: Misfit; count: number }>
}

/** Counts what a file of a layout carries, and keeps what it does not. */
export class LayoutReport {
  readonly #sheets = new Map<string, SheetTally>()
  readonly #lines: Cell[][] = []
  #named = 0

  /** Takes in one record. */
  add(sheet: string, owner: ReportedOwner, { filled, carried, reported }: FittedRow): void {
    const tally = this.#sheets.get(sheet) ?? { filled: 0, carried: 0, reasons: new Map() }
    this.#sheets.set(sheet, tally)
    tally.filled += filled
    tally.carried += carried
    for (const { key, label, why } of reported) {
      const place = `${key}|${why}`
      const known = tally.reasons.get(place) ?? { label, why, count: 0 }
      known.count += 1
      tally.reasons.set(place, known)
      this.#named += 1
      if (this.#lines.length >= mostNamed) continue
      const { label: because, done } = misfits[why]
      this.#lines.push([sheet, label, because, 1, owner.archive, owner.name, done])
    }
  }

  #rows(): Cell[][] {
    const sums = [...this.#sheets].flatMap(([sheet, { filled, carried }]): Cell[][] => [
      [sheet, '（全部）', '已填', filled, null, null, null],
      [sheet, '（全部）', '已带出', carried, null, null, null],
      [sheet, '（全部）', '未完整带出', filled - carried, null, null, null],
    ])
    const reasons = [...this.#sheets].flatMap(([sheet, tally]) =>
      [...tally.reasons.values()].map(({ label, why, count }): Cell[] => [
        sheet,
        label,
        misfits[why].label,
        count,
        null,
        null,
        misfits[why].done,
      ]),
    )
    const left = this.#named - this.#lines.length
    const more: Cell[][] = left > 0 ? [['（其余）', '', '只计数，不逐格列出', left, null, null, null]] : []
    return [...sums, ...reasons, ...this.#lines, ...more]
  }

  /** The sheet in front of the others: sums, counts by field, then cell by cell. */
  readonly sheet: ExportReport = {
    name: '对接报告',
    heads: ['表', '栏目', '情况', '个数', '档案号', '姓名', '处理'],
    rows: () => this.#rows(),
  }
}
