import type {
  IssuedCodes,
  OfficeAccountLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import { listTime } from '../../../platform/format.ts'
import type { LineColumn } from '../../../ui/layout/line-table.tsx'
import { roleLabel, statusLabels } from '../words.ts'
import { RowActs } from './row-acts.tsx'
import { concernLabels } from './words.ts'

/** The columns of the accounts an office keeps, as they can be taken out. */
export const exportedColumns: readonly LineColumn<OfficeAccountLine>[] = [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => <b>{name}</b> },
  {
    key: 'account',
    title: '账号',
    render: ({ loginName }) => loginName ?? <span className="x-faint">未设置</span>,
  },
  { key: 'role', title: '角色', render: ({ role }) => roleLabel(role) },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  {
    key: 'status',
    title: '状态',
    render: ({ status, concerns }) => (
      <>
        <span className={status === '1' ? '' : 'users-off'}>{statusLabels[status]}</span>
        {concerns.map((one) => (
          <span key={one} className="office-concern">
            {concernLabels[one]}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'last',
    title: '上次登录',
    render: ({ lastLoginAt }) =>
      lastLoginAt ? (
        <span className="x-num">{listTime(lastLoginAt)}</span>
      ) : (
        <span className="x-faint">没有登录过</span>
      ),
  },
]

/** The same with what can be done about one account. */
export const columnsFor = (
  onIssued: (codes: IssuedCodes) => void,
): readonly LineColumn<OfficeAccountLine>[] => [
  ...exportedColumns,
  { key: 'acts', title: '办理', render: (line) => <RowActs line={line} onIssued={onIssued} /> },
]
