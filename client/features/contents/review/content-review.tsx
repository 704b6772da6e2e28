import { useNavigate } from 'react-router'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { useQueueWalk } from '../../../engine/review/use-queue-walk.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { ContentSurroundings } from '../content-surroundings.tsx'
import { useContents } from '../use-contents.ts'
import { placeOf, ReviewQueue } from './review-queue.tsx'
import { ReviewedContent } from './reviewed-content.tsx'
import { ContentUndo } from './undo.tsx'
import '../../../engine/list/list.css'
import '../../../engine/review/review.css'
import '../../../engine/review/review-narrow.css'
import '../../../engine/review/desk-parts.css'
import '../../../engine/review/reasons/reasons.css'
import './review.css'

/**
 * Contents under review one after the other, read and not edited: the queue, one as its readers will see it,
 * and beside it the way, the readers and the opinion.
 */
export function ContentReview({
  type,
  id,
  view,
  list,
}: {
  type: ContentName
  id: number
  view: ContentView | undefined
  /** The address of the list of this type, with its tab. */
  list: string
}) {
  const definition = contents[type]
  const navigate = useNavigate()
  const { data } = useContents(type, { q: '', state: '', queue: 'mine', page: 1 })
  const lines = data?.list ?? []
  const total = data?.total ?? 0
  usePageTitle(`${definition.title}审核`)
  const queue = `${list}&queue=mine`
  const open = (next: number, replace = false) => void navigate(`${list}&id=${next}`, { replace })
  const { next, previous, decided } = useQueueWalk({
    ids: lines.map((line) => line.id),
    current: id,
    unit: '条',
    open,
    close: () => void navigate(queue, { replace: true }),
  })
  return (
    <div className="xr-desk contents-desk" data-testid="content-review">
      <h1 className="x-hidden" tabIndex={-1}>
        {definition.title}审核
      </h1>
      <div className="xr-phone-head">
        <Button look="text" icon="left" onClick={() => void navigate(queue)} aria-label="返回列表" />
        <b>
          {definition.title}审核
          <span>{placeOf(lines, id, total)}</span>
        </b>
        <Button look="text" icon="up" onClick={previous} aria-label="上一条" />
        <Button look="text" icon="down" onClick={next} aria-label="下一条" />
      </div>
      <div className="xr-rail-box">
        <Button look="text" icon="left" onClick={() => void navigate(queue)}>
          返回列表
        </Button>
        <ContentUndo type={type} />
        <ReviewQueue definition={definition} lines={lines} total={total} current={id} onOpen={open} />
      </div>
      {view ? (
        <ContentSurroundings files={view.files}>
          <ReviewedContent key={view.id} type={type} view={view} onDecided={decided} onSkip={next} />
        </ContentSurroundings>
      ) : (
        <Skeleton lines={12} />
      )}
    </div>
  )
}
