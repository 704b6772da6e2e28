import type { Report } from '../contract/analysis/figures.ts'
import type { Indicator } from './indicator.ts'
import { annualIndicators } from './indicators/annual.ts'
import { ageIndicators } from './indicators/age.ts'
import { balanceIndicators } from './indicators/balance.ts'
import { learningIndicators } from './indicators/learning.ts'
import { moveIndicators } from './indicators/moves.ts'
import { staffIndicators } from './indicators/staff.ts'

/** Every figure that the archive can answer. */
export const indicators: readonly Indicator[] = [
  ...annualIndicators,
  ...staffIndicators,
  ...ageIndicators,
  ...learningIndicators,
  ...balanceIndicators,
  ...moveIndicators,
]

const byKey = new Map(indicators.map((one) => [one.key, one]))

/** An indicator by its key; undefined for a word from outside that names none. */
export const indicatorOf = (key: string): Indicator | undefined => byKey.get(key)

export const indicatorsOf = (report: Report): readonly Indicator[] =>
  indicators.filter(({ reports }) => reports.includes(report))

/** The indicators of figures.md that wait for something, each with the page that will show it. */
export const waitingIndicators: readonly {
  readonly key: string
  readonly title: string
  readonly waitsFor: string
  readonly reports: readonly Report[]
}[] = [
  {
    key: 'postUse',
    title: '岗位使用率',
    waitsFor: '核准岗位与聘任按岗位等级核对以后',
    reports: ['teacher_Statistics'],
  },
  { key: 'hoursYear', title: '年度学时达标率', waitsFor: '培训管理模块', reports: [] },
  { key: 'trained', title: '参训人次、人数', waitsFor: '培训管理模块', reports: [] },
]

/** What a page will show once its module is there. */
export const waitingOf = (report: Report) =>
  waitingIndicators.flatMap(({ key, title, waitsFor, reports }) =>
    reports.includes(report) ? [{ key, title, waitsFor }] : [],
  )

/** Titles of the pages. */
export const reportTitles: Readonly<Record<Report, string>> = {
  teacher_analysis: '队伍分析',
  teacher_Statistics: '教师统计',
  teacherage: '年龄分析',
  teacherecharts: '结构图表',
  datajslb: '教师数据',
  nianbao: '年报统计表',
}
