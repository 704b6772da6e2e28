import { Link } from 'react-router'
import { openCollection, openCollectionPage } from '../../../../catalogue/contract/portal/resources.ts'
import { onePath, publicRoute } from '../../../../catalogue/contents/public.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { fullDate } from '../../../platform/format.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { ReadFrame } from '../frame/read-frame.tsx'
import { isMissing, useRead } from '../use-read.ts'

const { path } = publicRoute('resource')

/** Collections that offices opened to everybody, below the resources; absent where there is none. */
export function OpenCollections() {
  const { data } = useRead('/api/v1/portal/collections?pageSize=6', openCollectionPage)
  if (!data || data.list.length === 0) return null
  return (
    <section className="portal-part" data-testid="open-collections">
      <h2 className="x-display">专题合集</h2>
      <ul className="portal-lines">
        {data.list.map(({ id, title, org, items }) => (
          <li key={id}>
            <Link to={`${path}?set=${id}`}>{title}</Link>
            <span className="x-soft">
              　{org}　{items} 件
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One of them. */
export function OpenCollectionPage({ id }: { id: number }) {
  const { data, error, retry } = useRead(`/api/v1/portal/collections/${id}`, openCollection)
  usePageTitle(data?.title ?? '专题合集')
  const all = <Link to={path}>看全部资源</Link>
  return (
    <ReadFrame title={data?.title ?? '专题合集'}>
      {isMissing(error) && <Empty text="没有该合集，或已不再公开。" action={all} />}
      {error !== null && !isMissing(error) && (
        <ErrorBox title="该合集打开失败" detail={sentenceOf(error)} onRetry={retry} />
      )}
      {!data && error === null && <Skeleton lines={6} />}
      {data && (
        <>
          <p className="x-soft">
            {data.org}　<time dateTime={data.updatedAt}>{fullDate(data.updatedAt)}</time> 更新
          </p>
          {data.description !== '' && <p>{data.description}</p>}
          {data.items.length === 0 && <Empty text="该合集暂无公开的资源。" />}
          <ol className="portal-lines">
            {data.items.map((item) => (
              <li key={item.id}>
                <Link to={onePath('resource', item.id)}>{item.title}</Link>
                <span className="x-soft">
                  　{[item.author, item.org, item.note].filter(Boolean).join('　')}
                </span>
              </li>
            ))}
          </ol>
          <p>{all}</p>
        </>
      )}
    </ReadFrame>
  )
}
