import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  TeachingReportAnswer,
  TeachingReportQuery,
} from '../../../catalogue/contract/teaching/reports.ts'
import { teachingColumns, type TeachingReport } from '../../../catalogue/figures/teaching.ts'
import { pathTo } from '../../engine/figures/index.ts'
import { askedOf, type ReportNeeds } from './asked.ts'
import { reportRows } from './rows.ts'

/** Rows of a table that is taken out as a whole. */
const mostRows = 5_000

/** Answers `/api/v1/jy/statistics/{report}`. */
export async function reportOf(
  needs: ReportNeeds,
  actor: Actor,
  report: TeachingReport,
  { page, pageSize, export: wanted, ...query }: TeachingReportQuery,
): Promise<TeachingReportAnswer> {
  const asked = await askedOf(needs, actor, report, query)
  const { day, place, areaCode, group, start, end } = asked
  const { whole, rows, total } = await reportRows(needs, asked)
  const isAll = wanted === '1'
  const first = isAll ? 0 : (page - 1) * pageSize
  const shown = rows.slice(first, first + (isAll ? mostRows : pageSize))
  const columns = teachingColumns(report, group)
  const [drawn] = columns
  return {
    summary: { ...whole?.cells },
    trend: shown.map(({ name, cells }) => ({ name, value: Number(cells[drawn?.key ?? ''] ?? 0) })),
    table: [...(whole && first === 0 && total > 0 ? [whole] : []), ...shown].map((row) => ({
      ...row,
      cells: { ...row.cells },
    })),
    columns: columns.map((column) => ({ ...column })),
    total,
    page: isAll ? 1 : page,
    pageSize: isAll ? mostRows : pageSize,
    asOf: day.counted.at,
    place: { name: place.name, areaCode, path: await pathTo(needs.engine.db, day.counted.tree, asked) },
    start,
    end,
  }
}
