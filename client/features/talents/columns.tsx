import { Link } from 'react-router'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { TalentLine } from '../../../catalogue/contract/analysis/talents.ts'
import { basisOf } from '../../../catalogue/talents/rules.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import { Name } from '../../ui/look/name.tsx'
import { Doubts, entryPath, kindOf, levelOf, StateMark } from './words.tsx'

/**
 * A column of the lists; the chooser cannot hide a fixed one, and the card of a phone has a few of them only.
 */
export type TalentColumn = LineColumn<TalentLine> & { readonly fixed?: boolean; readonly onPhone?: true }

export const usualColumns: readonly TalentColumn[] = [
  {
    key: 'name',
    title: '姓名',
    fixed: true,
    wide: true,
    onPhone: true,
    render: (line) => (
      <Link to={entryPath(line.id)} className="talents-name">
        <Name value={line.teacher.name} />
      </Link>
    ),
  },
  { key: 'org', title: '单位', onPhone: true, render: ({ org }) => org?.name ?? '' },
  { key: 'kind', title: '类别', fixed: true, onPhone: true, render: kindOf },
  { key: 'level', title: '级别', render: ({ talentLevel }) => levelOf(talentLevel) },
  {
    key: 'subject',
    title: '学科',
    render: ({ subject }) => (subject === null ? '' : labelOf('subject', subject)),
  },
  { key: 'year', title: '获得年份', figure: true, render: ({ obtainYear }) => obtainYear ?? '' },
  {
    key: 'basis',
    title: '依据',
    onPhone: true,
    render: ({ rule, reason }) => (
      <span className="x-soft talents-basis">
        {basisOf(rule)}
        {reason !== null && `：${reason}`}
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    onPhone: true,
    render: (line) => (
      <span className="talents-state">
        <StateMark line={line} />
        <Doubts line={line} />
        {line.removed !== null && <span className="x-note x-soft">{line.removed}</span>}
      </span>
    ),
  },
]

export const otherColumns: readonly TalentColumn[] = [
  { key: 'office', title: '列入单位', render: ({ office }) => office.name },
  { key: 'until', title: '有效期至', render: ({ until }) => until ?? '' },
]
