import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useRecord, useRecordList } from '../data/queries.ts'
import type { Query } from '../data/query.ts'
import { DeskRecord } from './desk-record.tsx'
import { QueueRail } from './queue-rail.tsx'
import { useEarlyDigits, useEarlyLetters, useShortcuts } from './shortcuts.ts'
import { UndoBar } from './undo/undo-bar.tsx'
import { useDecision, type Decision } from './use-decision.ts'
import './review.css'
import './review-narrow.css'
import '../form/form.css'
import './reasons/reasons.css'

/**
 * The rows of the queue as they were first loaded. The server removes a decided row from the queue; here it
 * keeps its place.
 */
function useMet(list: readonly ListRow[] | undefined): readonly ListRow[] {
  const [rows, setRows] = useState<readonly ListRow[]>(list ?? [])
  const fresh = (list ?? []).filter((row) => !rows.some((one) => one.id === row.id))
  if (fresh.length > 0) setRows([...rows, ...fresh])
  return rows
}

/**
 * Records one after the other, with queue, record, evidence and reasons side by side; on a phone one record
 * at a time.
 */
export function ReviewDesk(props: {
  definition: AnyRecord
  id: string
  title: string
  query: Query
  onOpen: (id: string) => void
  onClose: () => void
}) {
  const { definition, id, title, query, onOpen, onClose } = props
  const queue = useRecordList(definition.name, query)
  const rows = useMet(queue.data?.list)
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map())
  const { data: view, error, refetch } = useRecord(definition.name, id)
  const at = rows.findIndex((row) => row.id === id)
  const go = useCallback(
    (row: ListRow | undefined, otherwise: string) => (row ? onOpen(row.id) : notify.info(otherwise)),
    [onOpen],
  )
  const nextOpen = (done: ReadonlyMap<string, Decision>) => {
    const waits = (row: ListRow) => row.id !== id && !done.has(row.id)
    return rows.slice(at + 1).find(waits) ?? rows.slice(0, Math.max(0, at)).find(waits)
  }
  const decision = useDecision(definition.name, (about, how) => {
    const done = new Map(decided).set(about, how)
    setDecided(done)
    const next = nextOpen(done)
    if (next) return onOpen(next.id)
    notify.success('这一页都审完了')
    onClose()
  })
  const early = useEarlyDigits(!view?.pending || decision.busy)
  useEarlyLetters(view, error)
  // An approval that was taken back waits again, so the rail must not show 通过.
  const reopened = (ids: readonly string[]) =>
    setDecided((now) => new Map([...now].filter(([about]) => !ids.includes(about))))
  usePageTitle(view ? `${view.ownerName}，${title}` : title)
  // The next step counts from the record of the last key, because the address changes only with the next
  // render.
  const heading = useRef(id)
  useEffect(() => {
    heading.current = id
  }, [id])
  const step = (by: 1 | -1, otherwise: string) => {
    early.clear()
    const row = rows[rows.findIndex((one) => one.id === heading.current) + by]
    if (row) heading.current = row.id
    go(row, otherwise)
  }
  const next = () => step(1, '已经是最后一条')
  const previous = () => step(-1, '已经是第一条')
  // The keys J and K listen here and not in the record: the second J of two comes while the record in between
  // is still loading.
  useShortcuts({ J: next, K: previous })
  const total = Math.max(rows.length, queue.data?.total ?? 0)
  return (
    <div className="xr-desk" data-testid="review-desk">
      <div className="xr-phone-head">
        <Button look="text" icon="left" onClick={onClose} aria-label="返回列表" />
        <b>
          {title}
          <span>{at >= 0 ? `第 ${at + 1} 条，共 ${total} 条` : `共 ${total} 条`}</span>
        </b>
        <Button look="text" icon="up" onClick={previous} aria-label="上一条" />
        <Button look="text" icon="down" onClick={next} aria-label="下一条" />
      </div>
      <div className="xr-rail-box">
        <Button look="text" icon="left" onClick={onClose}>
          返回列表
        </Button>
        <UndoBar type={definition.name} onUndone={reopened} />
        <QueueRail title={title} rows={rows} total={total} current={id} decided={decided} onOpen={onOpen} />
      </div>
      {error && <ErrorBox title="记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!view && !error && <Skeleton lines={12} />}
      {view && !view.pending && (
        <Empty
          text="这一条已经审完，暂无待审的改动。"
          action={<Button onClick={() => go(nextOpen(decided), '都审完了')}>看下一条</Button>}
        />
      )}
      {view?.pending && (
        <DeskRecord
          key={view.id}
          definition={definition}
          view={view}
          pending={view.pending}
          decision={decision}
          early={early}
          onSkip={() => go(nextOpen(decided), '后面没有了')}
        />
      )}
    </div>
  )
}
