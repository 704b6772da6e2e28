import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import {
  neighbours,
  publicContent,
  type PublicContent,
} from '../../../../catalogue/contract/portal/portal.ts'
import { publicRoute, type PublicName } from '../../../../catalogue/contents/public.ts'
import { homeOf } from '../../../../catalogue/pages/pages.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ReadFrame } from '../frame/read-frame.tsx'
import { isMissing, useRead } from '../use-read.ts'
import { ArticleTools, useReadingSize } from './article-tools.tsx'

interface ContentAddress {
  readonly type: PublicName
  /** As it stands in the address. */
  readonly id: string
}

/** One content by its number, below the way back to its list; what is not there says so. */
export function OnePage({
  children,
  ...asked
}: ContentAddress & { children: (one: PublicContent) => ReactNode }) {
  if (!isNumber(asked.id)) return <Gone {...asked} />
  return (
    <Found key={`${asked.type} ${asked.id}`} {...asked}>
      {children}
    </Found>
  )
}

/** Whether this can be the number of a content. */
export const isNumber = (id: string): boolean => /^[1-9]\d{0,8}$/.test(id)

export const gone = '没有这一篇，或已经下架。'

function Gone({ type }: ContentAddress) {
  const { title, path } = publicRoute(type)
  usePageTitle(title)
  return (
    <ReadFrame title={title}>
      <Empty text={gone} action={<Link to={path}>看全部{title}</Link>} />
    </ReadFrame>
  )
}

function Found({ children, ...asked }: ContentAddress & { children: (one: PublicContent) => ReactNode }) {
  const { type, id } = asked
  const { title, path } = publicRoute(type)
  const { data, error, retry } = useRead(`/api/v1/portal/contents/${type}/${id}`, publicContent)
  const [size, setSize] = useReadingSize()
  if (isMissing(error)) return <Gone {...asked} />
  return (
    <div className="portal-width portal-read" data-size={size}>
      <div className="portal-above">
        <nav aria-label="所在位置" className="x-soft x-dense">
          <Link to={homeOf(null)}>首页</Link> / <Link to={path}>{title}</Link>
        </nav>
        <ArticleTools size={size} onSize={setSize} />
      </div>
      {error !== null && <ErrorBox title="该打开失败" detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && children(data)}
      {data && <Neighbours {...asked} />}
    </div>
  )
}

/** The article before and the one behind, in the order of the list. */
function Neighbours({ type, id }: ContentAddress) {
  const { pathname, search } = useLocation()
  const { data } = useRead(`/api/v1/portal/contents/${type}/${id}/neighbours`, neighbours)
  const at = (other: number) => {
    const query = new URLSearchParams(search)
    query.set('id', String(other))
    return `${pathname}?${query.toString()}`
  }
  if (!data || (!data.before && !data.behind)) return null
  return (
    <nav aria-label="上一篇和下一篇" className="portal-beside">
      {data.before && (
        <p>
          <span className="x-soft">上一篇　</span>
          <Link to={at(data.before.id)}>{data.before.title}</Link>
        </p>
      )}
      {data.behind && (
        <p>
          <span className="x-soft">下一篇　</span>
          <Link to={at(data.behind.id)}>{data.behind.title}</Link>
        </p>
      )}
    </nav>
  )
}
