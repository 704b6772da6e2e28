import { Link } from 'react-router'
import type { RecentDecision } from '../../../catalogue/contract/workspace.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Icon } from '../../ui/look/icon.tsx'

const outcomes = {
  approved: ['pass', 'pass', '已通过'],
  forwarded: ['wait', 'wait', '已上报'],
  returned: ['return', 'wrong', '已退回'],
  rejected: ['reject', 'wrong', '不通过'],
} as const

/** What I decided last, each with the way to the record. */
export function Decisions({ recent }: { recent: readonly RecentDecision[] }) {
  const role = useSession()?.role
  const all = role === undefined ? '' : pathOfPage(role, 'my-reviews')
  return (
    <Panel title="我最近办的" extra={all && <Link to={all}>全部</Link>} flush>
      {recent.length === 0 ? (
        <Empty text="您办过的资料会列在这里，办错了可以马上打开。" />
      ) : (
        <ul>
          {recent.map(({ id, outcome, title, owner, summary, at, link }) => {
            const [icon, tone, word] = outcomes[outcome]
            const what = [owner, title, summary !== title && summary].filter(Boolean).join('　')
            return (
              <li key={id} className="home-decision">
                <time dateTime={at}>{listTime(at)}</time>
                <span className={`x-status x-status-${tone}`}>
                  <Icon name={icon} />
                  {word}
                </span>
                {link ? <Link to={link}>{what}</Link> : <span>{what}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
