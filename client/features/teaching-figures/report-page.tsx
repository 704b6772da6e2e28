import { teachingReport, type TeachingReportAnswer } from '../../../catalogue/contract/teaching/reports.ts'
import type { TeachingGroup, TeachingReport } from '../../../catalogue/figures/teaching.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FiguresPage, NothingFound, type FigurePages } from '../../engine/figures/figures-page.tsx'
import { placeFilter, teachingFilters } from '../../engine/figures/usual-filters.ts'
import type { BarFilter } from '../../engine/list/filter-bar.tsx'
import { fullTime, listTime } from '../../platform/format.ts'
import { groupsAt, groupWords, hasFigures, isDrawnFirst, monthsUntil, reportAt, wordsOf } from './words.ts'

const filters = ['area_code', 'start', 'end', 'stage', 'subject']

/** 用户统计报告, 研修统计报告, 资源统计, 资源统计报告: figures of teaching research of a place and some months. */
export function TeachingReportPage({ entry }: { entry: PageEntry }) {
  return <FiguresPage entry={entry} pages={pagesOf(reportAt(entry.path))} />
}

const pagesOf = (report: TeachingReport): FigurePages<TeachingReportAnswer, TeachingGroup> => ({
  source: { url: `/api/v1/jy/statistics/${report}`, schema: teachingReport },
  viewed: report,
  taken: { list: 'jy/statistics', query: { report } },
  groups: groupsAt(report),
  tabs: groupWords,
  wordsOf: (group) => wordsOf(report, group),
  filters,
  filtersOf,
  noteOf: ({ place, start, end, asOf }) =>
    `${place.name}，${start} 至 ${end}，截至 ${listTime(asOf)}。带链接的数字打开名单，条数与数字一致。`,
  isDrawnFirst: (group) => isDrawnFirst(report, group),
  hasFigures: (_, data) => hasFigures(data),
  empty: (_, asked) => <NothingFound text="这段时间没有记录。" asked={asked} />,
})

/** Months that can be chosen. */
const manyMonths = 36

/** The filters: places come with the answer. Of the course of months only the last one is chosen. */
function filtersOf(data: TeachingReportAnswer, group: TeachingGroup): BarFilter[] {
  const months = monthsUntil(fullTime(data.asOf).slice(0, 7), manyMonths)
  const options = months.map((month) => ({ value: month, label: month }))
  return [
    placeFilter(data, group === 'area'),
    ...(group === 'month'
      ? []
      : [{ kind: 'choice', key: 'start', label: '开始月份', hint: data.start, options } as const]),
    { kind: 'choice', key: 'end', label: '结束月份', hint: data.end, options },
    // What was begun is told by kind and month, without stage and subject.
    ...(group === 'kind' || group === 'month' ? [] : teachingFilters()),
  ]
}
