import { Link } from 'react-router'
import type {
  InstitutionLine,
  ListedInstitution,
} from '../../../catalogue/contract/administration/institutions.ts'

import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import { FreeText, QuotaBar } from './year/quota-bar.tsx'

const figure = (value: number) => <span className="x-num">{value.toLocaleString('zh-CN')}</span>
const none = <span className="x-faint">—</span>

/** What an institution is called by: the type of a school, the kind of any other. */
export const typeOf = ({ kind, schoolType }: Pick<InstitutionLine, 'kind' | 'schoolType'>): string =>
  schoolType ? labelOf('schoolType', schoolType) : labelOf('orgType', kind)

type Address = (line: InstitutionLine) => string

const head = (address: Address): readonly LineColumn<InstitutionLine>[] => [
  {
    key: 'name',
    title: '机构',
    wide: true,
    render: (line) => (
      <>
        <Link to={address(line)}>{line.name}</Link>
        {line.formerly !== null && <span className="x-faint x-dense">　曾用名 {line.formerly}</span>}
      </>
    ),
  },
  { key: 'type', title: '类型', render: typeOf },
  {
    key: 'code',
    title: '标识码',
    render: ({ code }) =>
      code ? <span className="x-num">{code}</span> : <span className="x-faint">尚无</span>,
  },
  { key: 'above', title: '上级', render: ({ above }) => above ?? none },
]

const state: LineColumn<InstitutionLine> = {
  key: 'state',
  title: '状态',
  render: ({ closedOn }) =>
    closedOn ? <span className="institutions-closed">{closedOn} 撤销</span> : '正常',
}

/**
 * The columns of authorities and of the tree; `address` leads to the institution or further down the tree.
 */
export function columnsOf(address: Address): readonly LineColumn<InstitutionLine>[] {
  return [
    ...head(address),
    { key: 'principal', title: '负责人', render: ({ principal }) => principal ?? none },
    {
      key: 'teachers',
      title: '教师',
      figure: true,
      render: ({ teachers }) => (teachers === null ? none : figure(teachers)),
    },
    {
      key: 'below',
      title: '下级',
      figure: true,
      render: ({ below }) => (below === 0 ? none : figure(below)),
    },
    {
      key: 'quota',
      title: '核定编制',
      figure: true,
      render: ({ staffQuota }) => (staffQuota === null ? none : figure(staffQuota)),
    },
    state,
  ]
}

const known = (value: number | null | undefined) =>
  value === null || value === undefined ? none : figure(value)

/** The columns of a list of schools or centres: what each has in this school year. */
export function figureColumnsOf(address: Address): readonly LineColumn<ListedInstitution>[] {
  return [
    ...head(address),
    { key: 'students', title: '学生', figure: true, render: ({ figures }) => known(figures?.students) },
    { key: 'granted', title: '核编', figure: true, render: ({ figures }) => known(figures?.granted) },
    { key: 'used', title: '在编', figure: true, render: ({ figures }) => known(figures?.used) },
    { key: 'free', title: '在编与核编', render: ({ figures }) => <Free figures={figures} /> },
    { key: 'beyond', title: '编外', figure: true, render: ({ figures }) => known(figures?.beyond) },
    state,
  ]
}

function Free({ figures }: Pick<ListedInstitution, 'figures'>) {
  if (!figures || figures.granted === null) return <span className="x-faint">未核编</span>
  const { granted, used } = figures
  return (
    <span className="institutions-free">
      <QuotaBar granted={granted} used={used} />
      <FreeText free={granted - used} />
    </span>
  )
}
