import type { SurveyLine, SurveyResults } from '../../../catalogue/contract/training/surveys.ts'
import { csvLines } from '../../../catalogue/rules/sheet.ts'
import type { AnswerValue, Question } from '../../../catalogue/surveys/questions.ts'

export const stateWords: Readonly<Record<SurveyLine['state'], string>> = {
  planned: '未开始',
  open: '进行中',
  closed: '已结束',
}

export const daysText = ({ opensOn, closesOn }: Pick<SurveyLine, 'opensOn' | 'closesOn'>): string =>
  `${opensOn} 至 ${closesOn}`

/** An answer in words. */
export function answerText({ kind, options }: Question, value: AnswerValue | undefined): string {
  if (value === undefined) return ''
  if (kind === 'choice' && typeof value === 'number') return options[value] ?? ''
  if (Array.isArray(value)) return value.map((place) => options[place] ?? '').join('、')
  return String(value)
}

/** The results as a table of commas: a line for each option, mark and text; then the answers with their names. */
export function resultsAsText({
  questions,
  results,
  named,
}: Pick<SurveyResults, 'questions' | 'results' | 'named'>): string {
  const lines: string[][] = [['题目', '选项', '人数', '平均', '文字']]
  for (const [place, { title }] of questions.entries()) {
    const result = results?.[place]
    if (!result || result.hidden) {
      lines.push([title, '少于 5 人，不显示', '', '', ''])
      continue
    }
    lines.push([title, '合计', String(result.answered), String(result.mean ?? ''), ''])
    for (const { label, count } of result.counts) lines.push([title, label, String(count), '', ''])
    for (const text of result.texts) lines.push([title, '', '', '', text])
  }
  if (named.length > 0) lines.push([], ['姓名', '单位', ...questions.map(({ title }) => title)])
  for (const { name, institution, answers } of named)
    lines.push([name, institution, ...questions.map((one) => answerText(one, answers[one.key]))])
  return csvLines(lines)
}
