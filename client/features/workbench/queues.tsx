import { useState } from 'react'
import { Link } from 'react-router'
import type { LongestWaiting, Queue, Workbench } from '../../../catalogue/contract/workspace.ts'
import { listDate, thousands } from '../../platform/format.ts'
import { Badge } from '../../ui/look/badge.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** Days after which waiting is named in apricot. */
const long = 7
/** Kinds that a phone shows of each archive before it is asked for more. */
const first = 4

const archives = { personal: '个人档案', professional: '专业档案', integrity: '诚信档案' } as const

/**
 * What waits for my review: the oldest record with the one button, then each kind, longest wait first within
 * its archive.
 */
export function Queues({ queues, longest }: Pick<Workbench, 'queues' | 'longest'>) {
  const total = queues.reduce((sum, { waiting }) => sum + waiting, 0)
  const groups = Object.entries(archives).flatMap(([archive, title]) => {
    const rows = queues.filter((queue) => queue.archive === archive)
    return rows.length > 0 ? [{ title, rows }] : []
  })
  return (
    <Panel
      title="待审核"
      beside={
        <>
          <Badge count={total} />
          <span className="x-faint x-dense">{queues.length} 类，每类按等得最久的一条排序</span>
        </>
      }
      flush
    >
      {longest && <Longest longest={longest} after={queues.slice(1, 3)} />}
      <div className="home-archives">
        {groups.map(({ title, rows }) => (
          <QueuesOfArchive key={title} title={title} rows={rows} />
        ))}
      </div>
    </Panel>
  )
}

/** The record to begin with, and what comes after it. */
function Longest({ longest, after }: { longest: LongestWaiting; after: readonly Queue[] }) {
  const { owner, title, summary, waitingDays, since, overdue, link } = longest
  const tone = overdue ? 'wrong' : 'waits'
  return (
    <div className={`home-longest home-todo-${tone}`}>
      <div>
        <h3>{[owner, title, summary !== title && summary].filter(Boolean).join('　')}</h3>
        <p>
          <b>{waitingDays > 0 ? `已等 ${waitingDays} 天` : '今天交来'}</b>
          {`，${listDate(since)} 送到${overdue ? '，已超过办理期限' : ''}`}
          {after.length > 0 && `。排在后面的是${after.map((queue) => queue.title).join('、')}`}
        </p>
      </div>
      {link && (
        <ButtonLink to={link} look="primary" large>
          从最久的开始审
        </ButtonLink>
      )}
    </div>
  )
}

function QueuesOfArchive({ title, rows }: { title: string; rows: readonly Queue[] }) {
  const [all, setAll] = useState(false)
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0)
  return (
    <section className="home-archive" aria-label={title}>
      <div className="home-archive-head">
        <h3>{title}</h3>
        <span className="x-faint x-note">
          {thousands(waiting)} 条{'　'}最久 {rows[0]?.oldestDays ?? 0} 天
        </span>
      </div>
      <ul className={all ? '' : 'home-archive-short'}>
        {rows.map((row) => (
          <QueueRow key={row.type} row={row} />
        ))}
      </ul>
      {rows.length > first && (
        <Button look="text" className="home-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `展开其余 ${rows.length - first} 类`}
        </Button>
      )}
    </section>
  )
}

function QueueRow({ row: { title, waiting, oldestDays, overdue, link } }: { row: Queue }) {
  const tone = overdue > 0 ? 'home-late' : oldestDays >= long ? 'home-old' : 'x-faint'
  return (
    <li className="home-queue">
      {link ? <Link to={link}>{title}</Link> : <span>{title}</span>}
      <span className="x-num">
        {thousands(waiting)}
        <span className="x-hidden"> 条</span>
      </span>
      <span className={tone} title={overdue > 0 ? `${overdue} 条超过办理期限` : undefined}>
        <span className="x-hidden">最长等待 </span>
        {oldestDays > 0 ? `${oldestDays} 天` : '今天'}
        {overdue > 0 && <span className="x-hidden">，{overdue} 条超过办理期限</span>}
      </span>
    </li>
  )
}
