import { Link } from 'react-router'
import type { Deadline } from '../../../catalogue/contract/workspace.ts'
import { listDate } from '../../platform/format.ts'
import { Panel } from '../../ui/layout/panel.tsx'

/** Days before its day from which a deadline is named in apricot. */
const near = 7

const left = (days: number) => (days < 0 ? `已过 ${-days} 天` : days === 0 ? '今天截止' : `还有 ${days} 天`)

/** What has a day, the next one first. */
export function Deadlines({ deadlines }: { deadlines: readonly Deadline[] }) {
  return (
    <Panel title="截止日期" flush>
      <ul>
        {deadlines.map(({ id, day, daysLeft, title, note, link }) => (
          <li key={id} className="home-deadline">
            <time dateTime={day}>{listDate(day)}</time>
            <span>
              {link ? <Link to={link}>{title}</Link> : title}
              <span className="x-faint x-note">{note}</span>
            </span>
            <span className={daysLeft < 0 ? 'home-late' : daysLeft <= near ? 'home-old' : 'x-faint'}>
              {left(daysLeft)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
