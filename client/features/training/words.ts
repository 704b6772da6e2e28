import type { CreditAnswer, CreditEntry } from '../../../catalogue/contract/training/credit.ts'
import { categories, type Category, type HourSource } from '../../../catalogue/hours/rule.ts'

/** Categories of hours in a word. */
export const categoryNames: Readonly<Record<Category, string>> = {
  '1': '公需',
  '2': '专业',
  '3': '选修',
  '4': '校本',
}

const sourceNames: Readonly<Record<HourSource, string>> = {
  project: '培训项目',
  teachingResearch: '教研活动',
  online: '在线学习',
  import: '平台导入',
  registration: '培训登记',
  research: '课题',
  publication: '论文',
  resource: '资源',
  degree: '学历进修',
  carry: '结转',
}

/** Hours with one decimal, a real minus in front of what was taken back. */
export const hoursText = (hours: number): string => hours.toFixed(1).replace('-', '−')

export const sourceText = ({ source, counters }: CreditEntry): string =>
  counters === null ? (sourceNames[source as HourSource] ?? source) : '冲销'

/** Days of a training: 06-20 至 06-24. */
export function daysText({ from, to }: Pick<CreditEntry, 'from' | 'to'>): string {
  const short = (day: string) => day.slice(5)
  if (from === null) return ''
  return to === null || to === from ? short(from) : `${short(from)} 至 ${short(to)}`
}

/** What is missing in the year: 公需 30.0、选修 6.0. */
export const gapText = ({ gaps }: Pick<CreditAnswer, 'gaps'>): string =>
  categories
    .flatMap((one) => (gaps[one] === undefined ? [] : [`${categoryNames[one]} ${hoursText(gaps[one])}`]))
    .join('、')

/** What became of the hours of an entry: as stated, capped, taken back, or what takes back. */
export function fateText({ hours, counted, counters, isCountered, reason }: CreditEntry): string {
  if (counters !== null) return reason
  if (isCountered) return '已冲销'
  return counted < hours ? `登记 ${hoursText(hours)}，按规则计 ${hoursText(counted)}` : ''
}

/** How the period stands, in a sentence. */
export function periodText({ line, gap, state, to }: CreditAnswer['period']): string {
  if (state === 'met') return `已达到 ${hoursText(line)} 学时`
  const missing = `还差 ${hoursText(gap)}`
  if (state === 'inReach') return `${missing}，在学的结业后可达`
  return state === 'tooLate' ? `${missing}，到 ${to} 年底已补不上` : missing
}
