import { expect, it } from 'vitest'
import type { SurveyResults } from '../../../catalogue/contract/training/surveys.ts'
import { resultsAsText } from './words.ts'

it('answers that a spreadsheet would take for formulas are written as words, in whatever width their sign is', () => {
  const survey: Pick<SurveyResults, 'questions' | 'results' | 'named'> = {
    questions: [{ key: 'q1', kind: 'words', title: '建议', options: [], required: false }],
    results: [
      {
        key: 'q1',
        answered: 6,
        hidden: false,
        mean: null,
        counts: [],
        texts: ['=1+1', '＝cmd', '很好，"继续"'],
      },
    ],
    named: [],
  }
  expect(resultsAsText(survey).split('\r\n')).toEqual([
    '"题目","选项","人数","平均","文字"',
    '"建议","合计","6","",""',
    `"建议","","","","'=1+1"`,
    `"建议","","","","'＝cmd"`,
    '"建议","","","","很好，""继续"""',
    '',
  ])
})
