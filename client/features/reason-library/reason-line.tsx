import { useId } from 'react'
import type { LibraryReason } from '../../../catalogue/contract/archive/reason-library.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { Button } from '../../ui/forms/button.tsx'

/** Types that are reviewed at all. */
const types = Object.values(records).filter(({ regime }) => regime === 'reviewed' || regime === 'mixed')

/** One reason: what it says, where it is offered, its place. */
export function ReasonLine({
  one,
  place,
  last,
  fault,
  onChange,
  onMove,
  onRemove,
}: {
  one: LibraryReason
  place: number
  last: boolean
  fault: string | undefined
  onChange: (part: Partial<LibraryReason>) => void
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const id = useId()
  const name = `第 ${place + 1} 条`
  return (
    <li className="reason-line">
      <div className="x-labelled reason-content">
        <label htmlFor={id}>意见，{name}</label>
        <input
          id={id}
          value={one.content}
          maxLength={200}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => onChange({ content: event.target.value })}
        />
        {fault !== undefined && (
          <span className="reason-fault" id={`${id}-fault`}>
            {fault}
          </span>
        )}
      </div>
      <label className="x-labelled">
        用于
        <select
          value={one.action}
          onChange={(event) => onChange({ action: event.target.value === 'reject' ? 'reject' : 'return' })}
        >
          <option value="return">退回</option>
          <option value="reject">不予通过</option>
        </select>
      </label>
      <label className="x-labelled">
        档案
        <select
          value={one.recordType ?? ''}
          onChange={(event) => onChange({ recordType: event.target.value || null })}
        >
          <option value="">各类档案</option>
          {types.map(({ name: type, title }) => (
            <option key={type} value={type}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label className="reason-on">
        <input
          type="checkbox"
          checked={one.enabled}
          onChange={(event) => onChange({ enabled: event.target.checked })}
        />
        启用
      </label>
      <div className="reason-acts">
        <Button look="text" disabled={place === 0} onClick={() => onMove(-1)} aria-label={`${name}上移`}>
          上移
        </Button>
        <Button look="text" disabled={last} onClick={() => onMove(1)} aria-label={`${name}下移`}>
          下移
        </Button>
        <Button look="text" onClick={onRemove} aria-label={`删除${name}`}>
          删除
        </Button>
      </div>
    </li>
  )
}
