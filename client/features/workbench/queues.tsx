import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { thousands } from '../../platform/format.ts'
import { Badge } from '../../ui/look/badge.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/**
 * Days after which a waiting item is named in apricot: half of the five working days a step usually takes.
 */
const long = 3

/** What waits for my review, by kind of record, the oldest named. */
export function Queues({ queues }: { queues: Workbench['queues'] }) {
  const total = queues.reduce((sum, { waiting }) => sum + waiting, 0)
  return (
    <Panel title="等我审" beside={<Badge count={total} />} flush>
      <ul>
        {queues.map(({ type, title, waiting, oldestDays, overdue, link }) => (
          <li key={type} className={waiting > 0 ? 'home-queue home-queue-waits' : 'home-queue'}>
            <h3>{title}</h3>
            <span className="home-queue-count">
              {waiting > 0 ? (
                <>
                  <b>{thousands(waiting)}</b> 条
                </>
              ) : (
                '没有待审的'
              )}
            </span>
            <span className={overdue > 0 || (waiting > 0 && oldestDays >= long) ? 'home-old' : 'x-faint'}>
              {overdue > 0 && `${thousands(overdue)} 条超期，`}
              {waiting > 0 && (oldestDays > 0 ? `最久等了 ${oldestDays} 天` : '都是今天交来的')}
            </span>
            {link && (
              <ButtonLink
                to={link}
                look={waiting > 0 ? 'primary' : 'plain'}
                aria-label={`${waiting > 0 ? '去审核' : '查看'}：${title}`}
              >
                {waiting > 0 ? '去审核' : '查看'}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
