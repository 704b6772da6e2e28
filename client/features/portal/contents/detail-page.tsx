import { useSearchParams } from 'react-router'
import { publicEntries } from '../../../../catalogue/contents/public-entries.gen.ts'
import type { PublicName } from '../../../../catalogue/contents/public.ts'
import type { PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { fullTime } from '../../../platform/format.ts'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { Attachments, Facts, Tags } from './article.tsx'
import { ConfirmRead } from './confirm-read.tsx'
import { HotBeside } from '../hot.tsx'
import { EnrolBox } from './enrol-box.tsx'
import { OnePage } from './one-page.tsx'
import { PortalText } from '../portal-text.tsx'
import { fileOf, textOf } from '../read-field.ts'

/** One content, by its number, of a type that is listed by lines. */
export function DetailPage({ type }: { type: PublicName }) {
  const [search] = useSearchParams()
  return (
    <OnePage type={type} id={search.get('id') ?? ''}>
      {(one) => (
        <>
          <Article type={type} one={one} />
          <HotBeside type={type} />
        </>
      )}
    </OnePage>
  )
}

function Article({ type, one }: { type: PublicName; one: PublicContent }) {
  const headline = textOf(one, publicEntries[type].headline)
  usePageTitle(headline)
  return (
    <article>
      <h1 className="x-display" tabIndex={-1}>
        {headline}
      </h1>
      <ArticleBody type={type} one={one} />
    </article>
  )
}

/** A content below its headline: by whom and when, its facts, texts and attachments. */
export function ArticleBody({ type, one }: { type: PublicName; one: PublicContent }) {
  const entry = publicEntries[type]
  const cover = fileOf(one, entry.cover ?? '')
  const texts = entry.texts.map(({ key }) => textOf(one, key)).filter(Boolean)
  return (
    <>
      <p className="x-soft x-dense">
        {one.publisher}　<time dateTime={one.publish_time}>{fullTime(one.publish_time)}</time>
      </p>
      <Facts entry={entry} one={one} />
      {cover && <img className="portal-cover" src={cover.url} alt="" />}
      {texts.map((html) => (
        <PortalText key={html} html={html} />
      ))}
      {texts.length === 0 && <p className="x-soft">正文见附件。</p>}
      <Attachments one={one} />
      {entry.tags !== undefined && <Tags text={textOf(one, entry.tags)} />}
      {type === 'trainingNews' && <EnrolBox id={one.id} />}
      {entry.confirms && <ConfirmRead type={type} id={one.id} />}
    </>
  )
}
