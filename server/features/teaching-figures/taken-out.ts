import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  teachingListQuery,
  teachingReportAt,
  teachingReportQuery,
} from '../../../catalogue/contract/teaching/reports.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { teachingColumns } from '../../../catalogue/figures/teaching.ts'
import type { ExportList, OpenedList } from '../../engine/exports/index.ts'
import { openFigureList, openFigureTable } from '../../engine/figures/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { askedOf, type ReportNeeds, type ReportRequest } from './asked.ts'
import { behindNumber } from './behind.ts'
import { reportRows } from './rows.ts'
import { groupWords, reportWords } from './words.ts'

/** Who reads the reports of teaching research. */
export const readers = [4, 5, 6] as const

const filtersOf = ({ place, start, end, stage, subject }: ReportRequest): string[] => [
  `单位：${place.name}`,
  `起止月份：${start} 至 ${end}`,
  ...(stage === undefined ? [] : [`学段：${labelOf('schoolStage', stage)}`]),
  ...(subject === undefined ? [] : [`学科：${labelOf('subject', subject)}`]),
]

const unpaged = z.strictObject({
  ...teachingReportAt.shape,
  ...teachingReportQuery.omit({ page: true, pageSize: true, export: true }).shape,
})

async function openTable(
  needs: ReportNeeds,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { report, ...question } = parsed(unpaged, query)
  const asked = await askedOf(needs, actor, report, question)
  const { whole, rows } = await reportRows(needs, asked)
  return openFigureTable({
    title: `${reportWords[report]}（${groupWords[asked.group]}）`,
    filters: filtersOf(asked),
    meanings: teachingColumns(report, asked.group),
    rows: [...(whole ? [whole] : []), ...rows],
  })
}

const unpagedList = z.strictObject({
  ...teachingReportAt.shape,
  ...teachingListQuery.omit({ page: true, pageSize: true }).shape,
})

async function openList(
  needs: ReportNeeds,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { report, ...question } = parsed(unpagedList, query)
  const { asked, behind } = await behindNumber(needs, actor, report, question)
  return openFigureList(behind, { filters: filtersOf(asked) })
}

/** What people take out of the reports of teaching research. */
export const takenOut = (needs: ReportNeeds): readonly ExportList[] => [
  { name: 'jy/statistics', roles: [...readers], open: (actor, query) => openTable(needs, actor, query) },
  { name: 'jy/statistics-list', roles: [...readers], open: (actor, query) => openList(needs, actor, query) },
]
