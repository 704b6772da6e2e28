import { Link } from 'react-router'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { listDate } from '../../platform/format.ts'
import { isSitePath } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** The latest unread messages; the list has the rest. */
export function UnreadMessages({ messages }: { messages: readonly Message[] }) {
  const role = useSession()?.role ?? null
  const list = pagesFor(role).find(({ page }) => page === 'message-list')?.path
  return (
    <Panel title="未读消息" extra={list && <Link to={list}>全部消息</Link>} flush>
      {messages.length === 0 ? (
        <Empty text="没有未读消息。" />
      ) : (
        <ul>
          {messages.map(({ id, title, link, created_at }) => {
            const to = isSitePath(link) ? link : list
            return (
              <li key={id} className="home-message">
                {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
                <time dateTime={created_at}>{listDate(created_at)}</time>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
