import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { JoinPreview } from '../../../catalogue/contract/archive/joining.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { ConfirmJoin } from './confirm-join.tsx'
import { Collisions, Singles } from './differences.tsx'
import { Sides } from './sides.tsx'
import { TurnChoice } from './turn.tsx'
import { useComparison, type Choice, type PairIds } from './use-joining.ts'

type Line = JoinPreview['lines'][number]

const columns: readonly LineColumn<Line>[] = [
  { key: 'what', title: '什么', wide: true, render: ({ what }) => what },
  {
    key: 'passes',
    title: '转到保留的一份',
    figure: true,
    render: ({ passes }) => <span className="x-num">{passes}</span>,
  },
  {
    key: 'twice',
    title: '两份都有，留一条',
    figure: true,
    render: ({ twice }) => <span className="x-num">{twice}</span>,
  },
]

/** The names that are taken from the joined archive, after some were chosen from one of the two. */
function chosenFrom(
  set: ReadonlySet<string>,
  names: readonly string[],
  side: 'kept' | 'joined',
): ReadonlySet<string> {
  const next = new Set(set)
  for (const name of names) {
    if (side === 'joined') next.add(name)
    else next.delete(name)
  }
  return next
}

/** Two archives side by side: what differs is chosen, what follows is told, then they are joined. */
export function Comparison({ pair, entry }: { pair: PairIds; entry: PageEntry }) {
  const [turn, setTurn] = useState<{ present: 'kept' | 'joined' | null; on: string | null }>({
    present: null,
    on: null,
  })
  const { present, on } = turn
  const whole: Choice['turn'] = present !== null && on !== null ? { present, on } : null
  const answer = useComparison(pair, whole)
  return (
    <Loaded answer={answer} failed="两份档案打开失败" lines={12}>
      {(preview) => (
        <Compared
          preview={preview}
          pair={pair}
          entry={entry}
          turn={whole}
          days={<TurnChoice preview={preview} turn={turn} onChange={setTurn} />}
        />
      )}
    </Loaded>
  )
}

function Compared(props: {
  preview: JoinPreview
  pair: PairIds
  entry: PageEntry
  turn: Choice['turn']
  days: React.ReactNode
}) {
  const { preview, pair, entry, turn, days } = props
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set())
  const [records, setRecords] = useState<ReadonlySet<string>>(new Set())
  const navigate = useNavigate()
  const swap = () => void navigate(`${entry.path}?keep=${pair.joinedId}&other=${pair.keptId}`)
  return (
    <>
      <Panel
        title="两份档案"
        extra={
          <Button look="plain" onClick={swap}>
            左右互换
          </Button>
        }
      >
        <p className="x-soft">
          保留的一份的编号、登录名和密码以后用；并入的一份的编号仍能打开合并后的档案，账号停用。
        </p>
        <Sides preview={preview} />
      </Panel>
      {days}
      <Singles
        singles={preview.singles}
        chosen={fields}
        onChoose={(names, side) => setFields((now) => chosenFrom(now, names, side))}
      />
      <Collisions
        collisions={preview.collisions}
        chosen={records}
        onChoose={(names, side) => setRecords((now) => chosenFrom(now, names, side))}
      />
      <Panel title="合并以后" flush={preview.lines.length > 0}>
        {preview.lines.length === 0 ? (
          <p className="x-soft">并入的一份没有记录和办理中的事项。</p>
        ) : (
          <LineTable
            label="转到保留的一份"
            lines={preview.lines}
            columns={columns}
            keyOf={({ what }) => what}
            stale={false}
          />
        )}
      </Panel>
      {preview.told.length > 0 && (
        <div className="x-note-box">
          <Icon name="warn" />
          <div>
            <strong>合并前请核对</strong>
            <ul>
              {preview.told.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ConfirmJoin
        preview={preview}
        pair={pair}
        entry={entry}
        choice={{ turn, fields: [...fields], records: [...records] }}
      />
    </>
  )
}
