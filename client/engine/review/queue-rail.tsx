import { useEffect, useRef } from 'react'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'
import { Name } from '../../ui/look/name.tsx'
import { ChangeWord, WaitWord } from '../list/columns.tsx'
import type { Decision } from './use-decision.ts'

const outcomes = {
  approve: ['pass', '通过', 'pass'],
  return: ['return', '退回', 'wrong'],
  reject: ['reject', '不通过', 'wrong'],
} as const satisfies Record<Decision, readonly [IconName, string, string]>

/**
 * The queue beside the open record. A decided row keeps its place, so that the reviewer does not lose theirs.
 */
export function QueueRail(props: {
  title: string
  rows: readonly ListRow[]
  total: number
  current: string
  decided: ReadonlyMap<string, Decision>
  onOpen: (id: string) => void
}) {
  const { title, rows, total, current, decided, onOpen } = props
  const place = rows.findIndex((row) => row.id === current) + 1
  const box = useRef<HTMLOListElement>(null)
  useEffect(() => {
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav className="xr-rail" aria-label="待审队列">
      <p className="xr-rail-head">
        <b>{title}</b>
        <span className="x-faint x-num">
          {place > 0 ? `第 ${place} 条，共 ${total} 条` : `共 ${total} 条`}
        </span>
      </p>
      <ol ref={box}>
        {rows.map((row) => (
          <li key={row.id}>
            <RailItem
              row={row}
              current={row.id === current}
              decision={decided.get(row.id)}
              onOpen={() => onOpen(row.id)}
            />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function RailItem({
  row,
  current,
  decision,
  onOpen,
}: {
  row: ListRow
  current: boolean
  decision: Decision | undefined
  onOpen: () => void
}) {
  const outcome = decision && outcomes[decision]
  return (
    <button
      type="button"
      className={decision ? 'xr-rail-item xr-done' : 'xr-rail-item'}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      <span className="xr-rail-line">
        <b>
          <Name value={row.ownerName} />
        </b>
        {outcome ? (
          <span className={`x-status x-status-${outcome[2]}`}>
            <Icon name={outcome[0]} />
            {outcome[1]}
          </span>
        ) : (
          <WaitWord days={row.waitingDays} overdue={row.overdue === true} />
        )}
      </span>
      <span className="xr-rail-what">
        {row.summary !== row.ownerName && `${row.summary}　`}
        <ChangeWord row={row} />
        {row.warnings.length > 0 && (
          <span className="xr-accent">
            {'　'}
            <Icon name="warn" /> {row.warnings.length} 条提示
          </span>
        )}
      </span>
    </button>
  )
}
