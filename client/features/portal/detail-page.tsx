import { Link, useSearchParams } from 'react-router'
import { publicContent, type PublicContent } from '../../../catalogue/contract/portal.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { fullTime } from '../../platform/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { PortalText } from './portal-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Attachments } from './article.tsx'
import { ConfirmRead } from './confirm-read.tsx'
import { HotBeside } from './hot.tsx'
import { listPath, listTitle, type Readable } from './paths.ts'
import { fileOf, textOf } from './read-field.ts'
import { isMissing, useRead } from './use-read.ts'

/** One policy, notice (`?type=`) or news by its number. */
export function DetailPage({ type: given }: { type: 'trainingNews' | null }) {
  const [search] = useSearchParams()
  const type: Readable = given ?? (search.get('type') === 'policy' ? 'policy' : 'notice')
  const id = search.get('id') ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? <Found key={`${type} ${id}`} type={type} id={id} /> : <Gone type={type} />
}

function Gone({ type }: { type: Readable }) {
  usePageTitle(listTitle[type])
  return (
    <div className="portal-width portal-read">
      <h1 className="x-display" tabIndex={-1}>
        {listTitle[type]}
      </h1>
      <Empty text="没有这一篇，或已经下架。" action={<Link to={listPath[type]}>看全部{listTitle[type]}</Link>} />
    </div>
  )
}

function Found({ type, id }: { type: Readable; id: string }) {
  const { data, error, retry } = useRead(`/api/v1/portal/contents/${type}/${id}`, publicContent)
  if (isMissing(error)) return <Gone type={type} />
  return (
    <div className="portal-width portal-read">
      <nav aria-label="所在位置" className="x-soft x-dense">
        <Link to={listPath[type]}>{listTitle[type]}</Link>
      </nav>
      {error !== null && <ErrorBox title="这一篇没能打开" detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && <Article type={type} one={data} />}
      {data && type !== 'notice' && <HotBeside type={type} />}
    </div>
  )
}

function Article({ type, one }: { type: Readable; one: PublicContent }) {
  usePageTitle(textOf(one, 'title'))
  return (
    <article>
      <h1 className="x-display" tabIndex={-1}>
        {textOf(one, 'title')}
      </h1>
      <ArticleBody type={type} one={one} />
    </article>
  )
}

/** A policy, notice or news below its title: by whom and when, its facts, text and attachments. */
export function ArticleBody({ type, one }: { type: Readable; one: PublicContent }) {
  const cover = fileOf(one, 'cover')
  const facts = [
    ['类别', one.words['policyKind'] ?? one.words['noticeKind'] ?? one.words['newsKind']],
    ['文号', textOf(one, 'docNo')],
    ['发文机关', textOf(one, 'issuer')],
    ['发文日期', textOf(one, 'issueDate')],
    ['适用区域', one.words['areaCode']],
  ].filter(([, value]) => value)
  return (
    <>
      <p className="x-soft x-dense">
        {one.publisher}　<time dateTime={one.publish_time}>{fullTime(one.publish_time)}</time>
      </p>
      {type === 'policy' && (
        <dl className="portal-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {cover && <img className="portal-cover" src={cover.url} alt="" />}
      {textOf(one, 'content') ? <PortalText html={textOf(one, 'content')} /> : <p className="x-soft">正文见附件。</p>}
      <Attachments one={one} />
      {type !== 'trainingNews' && <ConfirmRead type={type} id={one.id} />}
    </>
  )
}
