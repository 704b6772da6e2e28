import { Link, useSearchParams } from 'react-router'
import { filePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FileView } from '../../viewer/file-view.tsx'
import { isMissing, useRead } from './use-read.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A file of a published page, or of an archive for whoever may read it: `?key=` is its number. */
export function PreviewPage({ title }: { title: string }) {
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  return (
    <div className="portal-width portal-read portal-preview">
      <h1 className="x-display" tabIndex={-1}>
        {title}
      </h1>
      {uuid.test(key) ? <Found key={key} id={key} title={title} /> : <Gone title={title} />}
    </div>
  )
}

function Gone({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <Empty
      text="没有该文件，或它所在的内容已经下架，或需要登录后才能看。"
      action={<Link to="/home/index">回到首页</Link>}
    />
  )
}

function Found({ id, title }: { id: string; title: string }) {
  const { data, error, retry } = useRead(`/api/v1/file/${id}/preview`, filePreview)
  usePageTitle(data ? data.name : title)
  if (isMissing(error)) return <Gone title={title} />
  if (error !== null) return <ErrorBox title="文件打开失败" detail={sentenceOf(error)} onRetry={retry} />
  return data ? <FileView file={data} /> : <Skeleton lines={12} />
}
