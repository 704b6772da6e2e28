import { Link } from 'react-router'
import type { InstitutionLine } from '../../../catalogue/contract/administration/institutions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'

const figure = (value: number) => <span className="x-num">{value.toLocaleString('zh-CN')}</span>
const none = <span className="x-faint">—</span>

/** What an institution is called by: the type of a school, the kind of any other. */
export const typeOf = ({ kind, schoolType }: Pick<InstitutionLine, 'kind' | 'schoolType'>): string =>
  schoolType ? labelOf('schoolType', schoolType) : labelOf('orgType', kind)

/** The columns of lists and tree; `name` leads to the institution or further down the tree. */
export function columnsOf(
  address: (line: InstitutionLine) => string,
): readonly LineColumn<InstitutionLine>[] {
  return [
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
    {
      key: 'state',
      title: '状态',
      render: ({ closedOn }) =>
        closedOn ? <span className="institutions-closed">{closedOn} 撤销</span> : '正常',
    },
  ]
}
