import { Link } from 'react-router'
import type { JudgedCondition } from '../../../catalogue/contract/declarations.ts'
import { Icon } from '../../ui/look/icon.tsx'

/** Each condition with what the archive has, which record that is, and the way to mend it. */
export function Conditions({ conditions }: { conditions: readonly JudgedCondition[] }) {
  return (
    <ul className="dc-conditions" data-testid="conditions">
      {conditions.map(({ key, says, met, found, from, link }) => (
        <li key={key} data-met={met}>
          <span className={`x-status x-status-${met ? 'pass' : 'wrong'}`}>
            <Icon name={met ? 'pass' : 'close'} />
            {met ? '符合' : '不符合'}
          </span>
          <span>
            <b>{says}</b>
            <span className="x-soft dc-found">
              {found}（取自{from}）
            </span>
          </span>
          {!met && link !== null && <Link to={link}>查看{from}</Link>}
        </li>
      ))}
    </ul>
  )
}
