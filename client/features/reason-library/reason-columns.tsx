import type { LibraryReason } from '../../../catalogue/contract/archive/reason-library.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import type { LineColumn } from '../../ui/layout/line-table.tsx'

/** A reason where it stands in the list: lines have no number of their own, their place names them. */
export interface PlacedReason {
  readonly one: LibraryReason
  readonly place: number
  readonly fault: string | undefined
}

interface Acts {
  readonly count: number
  readonly onChange: (place: number, part: Partial<LibraryReason>) => void
  readonly onMove: (place: number, by: number) => void
  readonly onRemove: (place: number) => void
}

const uses = [
  { value: 'return', label: '退回' },
  { value: 'reject', label: '不予通过' },
]
/** Types that are reviewed at all. */
const types = Object.values(records)
  .filter(({ regime }) => regime === 'reviewed' || regime === 'mixed')
  .map(({ name, title }) => ({ value: name, label: title }))

const nameOf = (place: number) => `第 ${place + 1} 条`

/** One reason: what it says, where it is offered, its place. */
export function reasonColumns({
  count,
  onChange,
  onMove,
  onRemove,
}: Acts): readonly LineColumn<PlacedReason>[] {
  return [
    {
      key: 'content',
      title: '意见',
      wide: true,
      render: (line) => <Content {...line} onChange={onChange} />,
    },
    {
      key: 'action',
      title: '用于',
      render: ({ one, place }) => (
        <OneChoice
          bare
          label={`用于，${nameOf(place)}`}
          value={one.action}
          options={uses}
          onChange={(action) => onChange(place, { action: action === 'reject' ? 'reject' : 'return' })}
        />
      ),
    },
    {
      key: 'type',
      title: '档案',
      render: ({ one, place }) => (
        <OneChoice
          bare
          label={`档案，${nameOf(place)}`}
          hint="各类档案"
          value={one.recordType ?? ''}
          options={types}
          clear="清除档案"
          onChange={(type) => onChange(place, { recordType: type || null })}
        />
      ),
    },
    {
      key: 'enabled',
      title: '启用',
      render: ({ one, place }) => (
        <label className="reason-on">
          <input
            type="checkbox"
            aria-label={`启用，${nameOf(place)}`}
            checked={one.enabled}
            onChange={(event) => onChange(place, { enabled: event.target.checked })}
          />
        </label>
      ),
    },
    {
      key: 'acts',
      title: '操作',
      render: ({ place }) => (
        <span className="reason-acts">
          <Button
            look="text"
            disabled={place === 0}
            onClick={() => onMove(place, -1)}
            aria-label={`${nameOf(place)}上移`}
          >
            上移
          </Button>
          <Button
            look="text"
            disabled={place === count - 1}
            onClick={() => onMove(place, 1)}
            aria-label={`${nameOf(place)}下移`}
          >
            下移
          </Button>
          <Button look="text" onClick={() => onRemove(place)} aria-label={`删除${nameOf(place)}`}>
            删除
          </Button>
        </span>
      ),
    },
  ]
}

function Content({ one, place, fault, onChange }: PlacedReason & Pick<Acts, 'onChange'>) {
  const faultId = `reason-fault-${place}`
  return (
    <div className="x-labelled reason-content">
      <input
        aria-label={`意见，${nameOf(place)}`}
        value={one.content}
        maxLength={200}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        onChange={(event) => onChange(place, { content: event.target.value })}
      />
      {fault !== undefined && (
        <span className="reason-fault" id={faultId}>
          {fault}
        </span>
      )}
    </div>
  )
}
