import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import { categories, sources, type HourRule } from '../../../catalogue/hours/rule.ts'
import { sourceWords } from '../../../catalogue/hours/words.ts'
import { categoryNames, hoursText } from './words.ts'

/** One line of a rule as people read it. */
export interface RuleLine {
  readonly label: string
  readonly text: string
}

const hours = (tenths: number): string => `${hoursText(tenths / 10)} 学时`
const joined = (parts: readonly string[], none: string): string =>
  parts.length === 0 ? none : parts.join('，')

/** A rule in lines, always the same ones in the same order, so that two versions can be held side by side. */
export function ruleLines(rule: HourRule): RuleLine[] {
  const { lines, into, sourceCaps, dayCap, minutesPerHour, carry, period, closesOn, hourYear, pauses } = rule
  const reasons = dictionary('absenceReason').items
  return [
    {
      label: '每年应修',
      text: joined(
        categories.flatMap((one) => (lines[one] ? [`${categoryNames[one]} ${hours(lines[one])}`] : [])),
        '不作要求',
      ),
    },
    {
      label: '折算',
      text: joined(
        into.map(
          ({ from, to, most }) => `${categoryNames[from]}计作${categoryNames[to]}，至多 ${hours(most)}`,
        ),
        '不折算',
      ),
    },
    {
      label: '来源上限',
      text: joined(
        sources.flatMap((one) =>
          sourceCaps[one] === undefined ? [] : [`${sourceWords[one]} ${hours(sourceCaps[one])}`],
        ),
        '不设上限',
      ),
    },
    { label: '一天至多', text: hours(dayCap) },
    { label: '一学时', text: `${minutesPerHour} 分钟` },
    {
      label: '结转',
      text:
        carry === null
          ? '不结转'
          : `${categoryNames[carry.category]}超出的转入下一年，至多 ${hours(carry.most)}`,
    },
    { label: '周期', text: `${period.from}—${period.to}，共 ${hours(period.line)}` },
    { label: '截止', text: `次年 ${closesOn}，此后须由上级同意补记` },
    { label: '年度归属', text: hourYear === 'end' ? '计入项目结束的年度' : '按每场所在的年度' },
    {
      label: '离岗不计应修',
      text: joined(
        reasons.flatMap(({ code, label }) => (pauses.includes(code) ? [label] : [])),
        '不减',
      ),
    },
  ]
}

/** Lines in which a version differs from the one before. */
export const changedLines = (rule: HourRule, before: HourRule): RuleLine[] => {
  const old = ruleLines(before)
  return ruleLines(rule).filter(({ text }, index) => text !== old[index]?.text)
}
