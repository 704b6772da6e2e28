import { useState } from 'react'
import { Link } from 'react-router'
import type { PacketLine, PacketList } from '../../../catalogue/contract/review/packets.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ContactPanel } from '../../engine/pages/contact-panel.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, today } from '../../platform/format.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { usePacketActs, usePackets } from './use-packets.ts'
import { isOpen, packetPath, points, stateOf } from './words.ts'
import './expert-review.css'

/** The first page of an expert: what waits, until when, and what is done, round by round. */
export function TasksPage({ entry }: { entry: PageEntry }) {
  const answer = usePackets()
  return (
    <PageFrame title={entry.title} actions={<time>{today()}</time>}>
      <Loaded answer={answer} failed="评审任务打开失败" lines={10}>
        {({ rounds }) => (
          <div className="er-rounds">
            {rounds.length === 0 && <NothingYet title={entry.title} />}
            {rounds.map((round) => (
              <Round key={round.no} round={round} />
            ))}
            <ContactPanel />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

const steps = [
  '主办单位组织评审后，分配给您的材料会列在这里，并写明截止日期。',
  '您逐份查看材料，按评分表打分、写评语，全部完成后提交。',
  '与您有利害关系的材料可以在这里申请回避。',
]

function NothingYet({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <p>暂无分配给您的评审任务。</p>
      <ul className="er-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </Panel>
  )
}

const columns: readonly LineColumn<PacketLine>[] = [
  {
    key: 'no',
    title: '材料',
    wide: true,
    render: (line) =>
      isOpen(line) || line.state === 'submitted' ? (
        <Link to={packetPath(line.id)}>第 {line.no} 份</Link>
      ) : (
        `第 ${line.no} 份`
      ),
  },
  { key: 'state', title: '进度', render: stateOf },
  {
    key: 'total',
    title: '总分',
    figure: true,
    render: ({ total }) => (total === null ? '—' : points(total)),
  },
  { key: 'due', title: '截止', render: ({ dueAt }) => <span className="x-num">{listTime(dueAt)}</span> },
]

function Round({ round: { title, open, tasks } }: { round: PacketList['rounds'][number] }) {
  const { busy, submitAll } = usePacketActs()
  const [sure, setSure] = useState(false)
  const waiting = tasks.filter(isOpen)
  const done = tasks.filter(({ state }) => state === 'submitted').length
  const ready = waiting.filter((task) => task.ready).map(({ id }) => id)
  const [next] = waiting.filter((task) => !task.ready)
  return (
    <Panel
      title={title}
      flush
      beside={
        <span className="x-soft x-dense">
          {open ? `待评 ${waiting.length} 份，已提交 ${done} 份` : `已结束，提交 ${done} 份`}
        </span>
      }
      extra={
        open && (
          <span className="er-acts">
            {ready.length > 0 && (
              <Button
                busy={busy}
                onClick={() => (sure ? void submitAll(ready).then(() => setSure(false)) : setSure(true))}
              >
                {sure ? `确认提交 ${ready.length} 份，提交后不能再改` : `提交评完的 ${ready.length} 份`}
              </Button>
            )}
            {next && (
              <ButtonLink look="primary" to={packetPath(next.id)}>
                {done + ready.length > 0 ? '继续评审' : '开始评审'}
              </ButtonLink>
            )}
          </span>
        )
      }
    >
      <LineTable
        label={title}
        lines={[...waiting, ...tasks.filter((task) => !isOpen(task))]}
        columns={columns}
        keyOf={({ id }) => id}
        stale={false}
        testId="packet"
      />
    </Panel>
  )
}
