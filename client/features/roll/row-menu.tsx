import { Link, useLocation } from 'react-router'
import { rollType, standsIn, type RollLine } from '../../../catalogue/contract/archive/roll.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { Menu } from '../../engine/list/menu.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { accountsPath, joiningPath } from './links.ts'
import { RemoveMistaken } from './remove-mistaken.tsx'

interface Act {
  readonly label: string
  readonly to: string
}

/** What can be done about a person: an authority reads and keeps accounts, the school does the rest, too. */
export function useActs(line: RollLine): readonly Act[] {
  const { pathname } = useLocation()
  const isSchool = useSession()?.role === 3
  const { teacherId, recordId, status } = line
  const accounts = accountsPath([teacherId])
  const join = joiningPath(teacherId)
  const serves = standsIn(undefined, status)
  return [
    { label: '查看档案', to: documentPath(teacherId) },
    ...(isSchool
      ? [
          {
            label: recordId === null ? '登记基本信息' : '修改基本信息',
            to: `${pathname}?tab=${rollType}&${recordId === null ? `new=1&owner=${teacherId}` : `id=${recordId}&edit=1`}`,
          },
        ]
      : []),
    ...(isSchool && serves
      ? [
          { label: '发起派出', to: `${pathname}?tab=posting&new=1&teacher=${teacherId}` },
          { label: '办理状态变更', to: `${pathname}?tab=statusChange&new=1&teacher=${teacherId}` },
        ]
      : []),
    ...(accounts === null ? [] : [{ label: '账号与密码', to: accounts }]),
    ...(join === null ? [] : [{ label: '与另一份档案合并', to: join }]),
  ]
}

/** The acts on one person, below a button in their row. */
export function RowMenu({ line }: { line: RollLine }) {
  const acts = useActs(line)
  const isSchool = useSession()?.role === 3
  return (
    <Menu
      className="roll-menu"
      look="x-button x-button-text"
      name={`办理：${line.name}`}
      summary={
        <>
          办理
          <Icon name="down" />
        </>
      }
    >
      <ul className="xr-menu-body" tabIndex={-1} aria-label={`为${line.name}办理`}>
        {acts.map(({ label, to }) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {isSchool && (
          <li>
            <RemoveMistaken teacherId={line.teacherId} name={line.name} />
          </li>
        )}
      </ul>
    </Menu>
  )
}
