import { Link } from 'react-router'
import { publicEntries } from '../../../catalogue/contents/public-entries.gen.ts'
import { linesOf } from '../../../catalogue/contents/facts.ts'
import { onePath, publicRoute, type PublicName } from '../../../catalogue/contents/public.ts'
import { publicPage } from '../../../catalogue/contract/portal/portal.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listDate } from '../../platform/format.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { ReadFrame } from './frame/read-frame.tsx'
import { Card } from './contents/cards-page.tsx'
import { Carousel } from './home/carousel.tsx'
import { textOf } from './read-field.ts'
import { useRead } from './use-read.ts'
import './contents/cards.css'

/** What the page shows, in this order, with how many of each. */
const parts = [
  ['supportNotice', 5],
  ['supportLesson', 3],
  ['supportLecture', 3],
  ['supportActivity', 3],
  ['supportWorkstation', 3],
  ['supportAdviser', 3],
] as const satisfies readonly (readonly [PublicName, number])[]

const most = 8

/** Counterpart support for visitors: pictures on top, then the latest of each kind. */
export function SupportPage({ title }: { title: string }) {
  usePageTitle(title)
  const slides = useRead(
    withQuery('/api/v1/portal/contents/supportCarousel', { page: 1, pageSize: most }),
    publicPage,
  )
  return (
    <ReadFrame title={title}>
      {slides.data && slides.data.list.length > 0 && (
        <div className="portal-wide-slides">
          <Carousel slides={slides.data.list} />
        </div>
      )}
      {parts.map(([type, count]) => (
        <Part key={type} type={type} count={count} />
      ))}
    </ReadFrame>
  )
}

function Part({ type, count }: { type: PublicName; count: number }) {
  const { title, path } = publicRoute(type)
  const entry = publicEntries[type]
  const { data, error, retry } = useRead(
    withQuery(`/api/v1/portal/contents/${type}`, { page: 1, pageSize: count }),
    publicPage,
  )
  return (
    <section className="portal-part" aria-labelledby={`part-${type}`}>
      <div className="portal-part-head">
        <h2 id={`part-${type}`}>{title}</h2>
        {data && data.total > count && (
          <Link to={path}>
            全部 {data.total} 条<span className="x-hidden">：{title}</span>
          </Link>
        )}
      </div>
      {error !== null && <ErrorBox title={`${title}打开失败`} detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={3} />}
      {data && data.list.length === 0 && <p className="x-soft">暂无{title}。</p>}
      {data && data.list.length > 0 && (
        <ul className={entry.cover === undefined ? 'portal-part-rows' : 'portal-cards'}>
          {data.list.map((one) =>
            entry.cover === undefined ? (
              <li key={one.id}>
                <Link to={onePath(type, one.id)}>{textOf(one, entry.headline)}</Link>
                <p className="x-soft x-dense">
                  {[listDate(one.publish_time), ...linesOf(entry, one)].join('　')}
                </p>
              </li>
            ) : (
              <Card key={one.id} entry={entry} one={one} to={onePath(type, one.id)} heading="h3" />
            ),
          )}
        </ul>
      )}
    </section>
  )
}
