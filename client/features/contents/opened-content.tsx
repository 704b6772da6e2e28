import { useNavigate } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { editModeLabels, type EditMode } from '../../../catalogue/pages/edit-mode.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ViewOnly } from '../../ui/forms/view-only.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { ContentEdit } from './edit/content-edit.tsx'
import { ContentReview } from './review/content-review.tsx'
import { useContent } from './use-contents.ts'

interface ContentProps {
  readonly type: ContentName
  readonly id: number | null
  /** As an editing route was opened; elsewhere the number alone says it. */
  readonly mode?: EditMode
  /** The address of the list that it was opened from. */
  readonly list: string
  readonly crumbs: readonly Crumb[]
  /** Where a content stands by its number. */
  readonly address: (id: number) => string
}

/**
 * One content: the form for those who write it, a page to read and decide for those who review it, and an
 * empty form for a new one (`id` null).
 */
export function OpenedContent(props: ContentProps) {
  const { type, id, list, mode = id === null ? 'add' : 'edit' } = props
  const title = `${editModeLabels[mode]}${contents[type].title}`
  const { data, error, refetch } = useContent(type, id)
  if (id === null) return <Written {...props} view={null} title={title} />
  // While the next one of the queue loads, the answer before it keeps the desk in its place.
  if (data?.state === 'inReview' && !data.can.includes('edit'))
    return <ContentReview type={type} id={id} view={data.id === id ? data : undefined} list={list} />
  if (data?.id === id) {
    const read = `${editModeLabels.view}${contents[type].title}`
    return <Written {...props} view={data} title={data.can.includes('edit') ? title : read} />
  }
  return (
    <PageFrame title={contents[type].title} crumbs={props.crumbs}>
      {error ? (
        <ErrorBox title="内容打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </PageFrame>
  )
}

function Written({
  type,
  mode,
  list,
  crumbs,
  address,
  view,
  title,
}: ContentProps & { readonly view: ContentView | null; readonly title: string }) {
  const navigate = useNavigate()
  return (
    <PageFrame title={title} crumbs={[...crumbs, { label: title }]}>
      <ViewOnly on={mode === 'view'}>
        <ContentEdit
          key={view?.id ?? 'new'}
          type={type}
          view={view}
          address={address}
          onGone={() => void navigate(list)}
        />
      </ViewOnly>
    </PageFrame>
  )
}
