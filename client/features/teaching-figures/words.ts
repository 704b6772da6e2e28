import type { FigureTable } from '../../../catalogue/contract/figure-table.ts'
import {
  groupsOfReport,
  type TeachingGroup,
  type TeachingReport,
} from '../../../catalogue/figures/teaching.ts'
import type { FigureWords } from '../../engine/figures/figure-table.tsx'

const reports: Readonly<Record<string, TeachingReport>> = {
  jyyhtjbg: 'users',
  jyyxtjbg: 'learning',
  jyzytj: 'resource-charts',
  jyzytjbg: 'resources',
}

/** The report of a page, by the end of its address. */
export const reportAt = (path: string): TeachingReport => reports[path.split('/').at(-1) ?? ''] ?? 'users'

export const groupsAt = (report: TeachingReport) => groupsOfReport[report]

export const groupWords = {
  area: '地区',
  stage: '学段',
  subject: '学科',
  kind: '类别',
  school: '学校排行',
  teacher: '教师排行',
  month: '月度趋势',
} as const satisfies Record<TeachingGroup, string>

const rowWords: Partial<Record<TeachingGroup, string>> = { school: '学校', teacher: '教师', month: '月份' }

const first: Readonly<Record<TeachingReport, readonly string[]>> = {
  users: ['accounts', 'active', 'activeRate', 'signIns', 'researchers', 'ratio'],
  learning: ['activities', 'times', 'people', 'observed', 'watchHours', 'hours', 'hoursEach'],
  'resource-charts': ['uploaded', 'passed', 'used', 'users'],
  resources: ['passed', 'used', 'users'],
}

const drawn: Readonly<Record<TeachingReport, readonly string[]>> = {
  users: ['activeRate', 'signIns', 'ratio'],
  learning: ['times', 'observedEach', 'hoursEach'],
  'resource-charts': ['uploaded', 'passed', 'used', 'users'],
  resources: ['each', 'passed', 'used'],
}

/** How the table of a report is told. */
export const wordsOf = (report: TeachingReport, group: TeachingGroup): FigureWords => ({
  label: `${groupWords[group]}统计`,
  rowWord: rowWords[group] ?? groupWords[group],
  first: first[report],
  drawn: drawn[report],
  ofPlaces: group === 'area',
})

/** Whether a report is opened as pictures: the page of charts is, and the course of months. */
export const isDrawnFirst = (report: TeachingReport, group: TeachingGroup): boolean =>
  report === 'resource-charts' || group === 'month'

/** Whether the table says anything but how many people there are. */
export const hasFigures = ({ table, columns }: Pick<FigureTable, 'table' | 'columns'>): boolean =>
  columns.some(({ key }) => key !== 'staff' && table.some(({ cells }) => Number(cells[key] ?? 0) > 0))

/** The months that can be chosen, the newest first, 'YYYY-MM'. */
export function monthsUntil(last: string, many: number): readonly string[] {
  const at = Number(last.slice(0, 4)) * 12 + Number(last.slice(5)) - 1
  return Array.from({ length: many }, (_, index) => {
    const month = at - index
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}
