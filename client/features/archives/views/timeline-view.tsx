import { Link } from 'react-router'
import type { ArchiveEvent } from '../../../../catalogue/contract/archive/archive.ts'
import { levelLabels } from '../../../../catalogue/flows/review.ts'
import { labelOfKey } from '../../../engine/form/fault-list.tsx'
import { actWord } from '../../../engine/record/acts.ts'
import { definitionOf } from '../../../engine/registry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { listTime } from '../../../platform/format.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { documentPath } from '../paths.ts'
import { useEvents } from '../use-archive.ts'
import { usePlace } from '../use-place.ts'
import '../../../engine/record/record.css'

/** Everything that happened to the archive, newest first. */
export function TimelineView({ teacherId }: { teacherId: number }) {
  const { page, go } = usePlace()
  const { data, error, refetch } = useEvents(teacherId, page)
  if (error && !data)
    return <ErrorBox title="办理记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={10} />
  if (data.list.length === 0) return <Empty text="暂无办理记录。" />
  return (
    <>
      <ol className="xr-timeline archive-timeline" data-testid="archive-timeline">
        {data.list.map((event) => (
          <Line key={event.id} event={event} teacherId={teacherId} />
        ))}
      </ol>
      <Pager {...data} onPage={(next) => go({ page: next > 1 ? next : null })} />
    </>
  )
}

const named = 5

function Line({ event, teacherId }: { event: ArchiveEvent; teacherId: number }) {
  const { own } = usePlace()
  const {
    action,
    level,
    title,
    summary,
    operator,
    office,
    onBehalfOf,
    at,
    reason,
    fields,
    changed,
    type,
    recordId,
  } = event
  const definition = definitionOf(type)
  const [word, tone] = actWord(action)
  const label = (key: string) => (definition ? labelOfKey(definition, key) : key)
  const names = changed.slice(0, named).map(label)
  return (
    <li className={`xr-tone-${tone}`}>
      <b>
        {level && tone !== 'quiet' && levelLabels[level]}
        {word}
      </b>{' '}
      <Link to={documentPath(own ? null : teacherId, { section: type, id: recordId })}>
        {title}
        {summary !== title && `：${summary}`}
      </Link>
      <p className="x-faint">
        {operator}
        {onBehalfOf && `（代${onBehalfOf}）`}　{office}　<time dateTime={at}>{listTime(at)}</time>
      </p>
      {reason && <p>{reason}</p>}
      {fields.map((one) => (
        <p key={`${one.key} ${one.reason}`}>
          {label(one.key)}
          {one.reason && `：${one.reason}`}
        </p>
      ))}
      {names.length > 0 && (
        <p className="x-soft">
          涉及 {names.join('、')}
          {changed.length > named && `等 ${changed.length} 项`}
        </p>
      )}
    </li>
  )
}
