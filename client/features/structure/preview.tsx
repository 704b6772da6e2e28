import type { StructurePreview } from '../../../catalogue/contract/administration/structure.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'

type Line = StructurePreview['lines'][number]

const columns: readonly LineColumn<Line>[] = [
  { key: 'what', title: '什么', wide: true, render: ({ what }) => what },
  {
    key: 'count',
    title: '数量',
    figure: true,
    render: ({ count }) => <span className="x-num">{count.toLocaleString('zh-CN')}</span>,
  },
  { key: 'from', title: '从', render: ({ from }) => from },
  { key: 'to', title: '到', render: ({ to }) => to },
]

/** What a change would do, or why it cannot be done. */
export function Preview({ preview }: { preview: StructurePreview }) {
  const { lines, faults, waits } = preview
  if (faults.length > 0)
    return (
      <div className="x-note-box" role="alert">
        <Icon name="warn" />
        <div>
          <strong>现在还不能办理</strong>
          <ul>
            {faults.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      </div>
    )
  return (
    <div aria-live="polite">
      {waits && (
        <p className="x-soft">日期还没到：先记下来，到那一天自动办理，以前可以取消。数量以那一天为准。</p>
      )}
      {lines.length === 0 ? (
        <p className="x-soft">没有人员、账号和记录受影响。</p>
      ) : (
        <LineTable
          label="调整的影响"
          lines={lines}
          columns={columns}
          keyOf={({ what, to }) => `${what} ${to}`}
          stale={false}
        />
      )}
    </div>
  )
}
