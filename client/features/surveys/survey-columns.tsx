import { Link } from 'react-router'
import type { OwnSurveyLine, SurveyLine } from '../../../catalogue/contract/training/surveys.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import { daysText } from './words.ts'

/** What every list of surveys says of one, whoever asks it or is asked. */
export const surveyColumns = (path: string): readonly LineColumn<SurveyLine | OwnSurveyLine>[] => [
  {
    key: 'title',
    title: '调查',
    wide: true,
    render: ({ id, title }) => <Link to={`${path}?id=${id}`}>{title}</Link>,
  },
  { key: 'days', title: '期限', render: daysText },
  { key: 'anonymous', title: '方式', render: ({ anonymous }) => (anonymous ? '匿名' : '实名') },
]
