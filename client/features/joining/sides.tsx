import { Link } from 'react-router'
import type { JoinPreview, JoinSide } from '../../../catalogue/contract/archive/joining.ts'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { sentenceTime } from '../../platform/format.ts'

type Memberships = JoinSide['memberships']

/** Memberships, one a line, the newest first. */
export function MembershipLines({ list }: { list: Memberships }) {
  if (list.length === 0) return <span className="x-faint">没有</span>
  return (
    <ul className="joining-days">
      {list.map(({ institution, kind, from, to }) => (
        <li key={`${kind} ${institution} ${from}`}>
          <span className="x-num">
            {from} 至 {to ?? '今'}
          </span>{' '}
          {institution}
          {kind === 'teaching' && '（任教）'}
        </li>
      ))}
    </ul>
  )
}

const roleWord = (role: number): string => (isRole(role) ? roleEntry(role).label : '')

function Accounts({ side }: { side: JoinSide }) {
  return (
    <ul className="joining-days">
      {side.loginName !== null && <li>登录名 {side.loginName}</li>}
      {side.accounts.map(({ role, institution, enabled }) => (
        <li key={`${role} ${institution}`}>
          {roleWord(role)}，{institution}
          {!enabled && '（已停用）'}
        </li>
      ))}
      <li className="x-soft">
        {side.lastLoginAt === null ? '从未登录' : `上次登录 ${sentenceTime(side.lastLoginAt)}`}
      </li>
    </ul>
  )
}

const rows: readonly { readonly label: string; readonly of: (side: JoinSide) => React.ReactNode }[] = [
  { label: '编号', of: ({ teacherId }) => <span className="x-num">{teacherId}</span> },
  { label: '单位', of: ({ institution }) => institution || '没有单位' },
  { label: '人员状态', of: ({ status }) => labelOf('employmentStatus', status) },
  { label: '人事关系和任教', of: ({ memberships }) => <MembershipLines list={memberships} /> },
  { label: '账号', of: (side) => <Accounts side={side} /> },
  { label: '已生效的记录', of: ({ records }) => `${records} 条` },
]

/** The two people, one beside the other. */
export function Sides({ preview: { kept, joined } }: { preview: JoinPreview }) {
  return (
    <table className="joining-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="x-hidden">项目</span>
          </th>
          <th scope="col">
            保留：<Link to={documentPath(kept.teacherId)}>{kept.name}</Link>
          </th>
          <th scope="col">
            并入：<Link to={documentPath(joined.teacherId)}>{joined.name}</Link>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-head="保留">{of(kept)}</td>
            <td data-head="并入">{of(joined)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
