import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { MyReview } from '../../../catalogue/contract/archive/my-reviews.ts'
import { actWord } from '../../engine/record/acts.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Name } from '../../ui/look/name.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'

/** Whether a moment is still to come; it is looked at again when it has passed. */
function useBefore(until: string | null): boolean {
  const [now, setNow] = useState(() => Date.now())
  const end = until === null ? 0 : Date.parse(until)
  useEffect(() => {
    if (end <= Date.now()) return
    const timer = setTimeout(() => setNow(Date.now()), end - Date.now() + 50)
    return () => clearTimeout(timer)
  }, [end])
  return end > now
}

/** One decision: when, about whose record, what it was, and where that record stands today. */
export function ReviewLine({
  review,
  busy,
  onUndo,
}: {
  review: MyReview
  busy: boolean
  onUndo: () => void
}) {
  const { at, act, ownerName, institutionName, title, summary, reason, fields, link } = review
  const [word, tone] = actWord(act)
  const wide = (useSession()?.role ?? 0) > 3
  const undoable = useBefore(review.undoUntil)
  const what = summary === ownerName ? title : `${title}：${summary}`
  return (
    <li className="my-review" data-testid="my-review" data-id={review.recordId}>
      <time className="x-num x-soft" dateTime={at}>
        {listTime(at)}
      </time>
      <div>
        <b>
          <Name value={ownerName} />
        </b>
        {wide && <span className="x-soft">　{institutionName}</span>}
        <p>{link ? <Link to={link}>{what}</Link> : what}</p>
      </div>
      <div>
        <span className={`x-status x-status-${tone}`}>{word}</span>
        {reason && <p className="x-soft">意见：{reason}</p>}
        {fields.map((one) => (
          <p key={`${one.label} ${one.reason}`} className="x-soft">
            {one.label}
            {one.reason && `：${one.reason}`}
          </p>
        ))}
      </div>
      <div className="my-review-now">
        <span>
          <span className="x-faint">现在　</span>
          <StatusMark state={review.state} level={review.stateLevel} />
        </span>
        {undoable && (
          <Button icon="undo" busy={busy} onClick={onUndo}>
            撤销
            <span className="x-hidden">
              ：{ownerName}，{summary}
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}
