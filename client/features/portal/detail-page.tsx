import { useSearchParams } from 'react-router'
import type { PublicContent } from '../../../catalogue/contract/portal.ts'
import { fullTime } from '../../platform/format.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { PortalText } from './portal-text.tsx'
import { Attachments, Tags } from './article.tsx'
import { ConfirmRead } from './confirm-read.tsx'
import { HotBeside } from './hot.tsx'
import { OnePage } from './one-page.tsx'
import { listPath, listTitle, type Readable } from './paths.ts'
import { fileOf, textOf } from './read-field.ts'

/** One policy, notice (`?type=`) or news by its number. */
export function DetailPage({ type: given }: { type: 'trainingNews' | null }) {
  const [search] = useSearchParams()
  const type: Readable = given ?? (search.get('type') === 'policy' ? 'policy' : 'notice')
  return (
    <OnePage type={type} id={search.get('id') ?? ''} title={listTitle[type]} list={listPath[type]}>
      {(one) => (
        <>
          <Article type={type} one={one} />
          {type !== 'notice' && <HotBeside type={type} />}
        </>
      )}
    </OnePage>
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
      {textOf(one, 'content') ? (
        <PortalText html={textOf(one, 'content')} />
      ) : (
        <p className="x-soft">正文见附件。</p>
      )}
      <Attachments one={one} />
      <Tags one={one} />
      {type !== 'trainingNews' && <ConfirmRead type={type} id={one.id} />}
    </>
  )
}
