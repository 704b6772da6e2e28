import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { publicPage, type PublicContent, type Site } from '../../../catalogue/contract/portal/portal.ts'
import { centreAnswer } from '../../../catalogue/contract/portal/sites.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { PortalText } from './portal-text.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { GoLink } from './go-link.tsx'
import { fileOf, textOf } from './read-field.ts'
import { ReadFrame } from './frame/read-frame.tsx'
import { useRead } from './use-read.ts'
import { useSite } from './use-site.ts'

/** Pages that stand for years: parts one below the other, each with a heading, an anchor and text. */
function Parts({
  title,
  path,
  part,
}: {
  title: string
  path: string
  part: (one: PublicContent) => { id: string; heading: string; lead: string }
}) {
  usePageTitle(title)
  const { data, error, retry } = useRead(path, publicPage)
  const [search] = useSearchParams()
  const wanted = search.get('name')
  useEffect(() => {
    if (data && wanted !== null && /^[a-z]+\d+$/.test(wanted))
      document.getElementById(wanted)?.scrollIntoView()
  }, [data, wanted])
  return (
    <ReadFrame title={title}>
      {error !== null && <ErrorBox title={`${title}打开失败`} detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && data.list.length === 0 && <Empty text="这一页的内容还在准备。" />}
      {data?.list.map((one) => {
        const { id, heading, lead } = part(one)
        const cover = fileOf(one, 'cover')
        return (
          <section key={one.id} id={id} className="portal-part">
            {heading !== title && <h2 className="x-display">{heading}</h2>}
            {lead && <p className="portal-lead">{lead}</p>}
            {cover && <img className="portal-cover" src={cover.url} alt="" />}
            <PortalText html={textOf(one, 'content')} />
            {textOf(one, 'linkUrl') && <GoLink to={textOf(one, 'linkUrl')}>了解{heading}</GoLink>}
          </section>
        )
      })}
    </ReadFrame>
  )
}

export function ProductPage({ title }: { title: string }) {
  return (
    <Parts
      title={title}
      path="/api/v1/portal/contents/productPage?pageSize=50"
      part={(one) => ({ id: `product${one.id}`, heading: textOf(one, 'name'), lead: textOf(one, 'summary') })}
    />
  )
}

/** About us; `?name=div2` opens at that part. */
export function AboutPage({ title }: { title: string }) {
  return (
    <Parts
      title={title}
      path="/api/v1/portal/contents/aboutPage"
      part={(one) => ({ id: textOf(one, 'anchor'), heading: textOf(one, 'title'), lead: '' })}
    />
  )
}

/** A centre's introduction, organisation or faculty; letters of a fixed route or `?area=` say whose. */
export function CentrePage({ title, path }: { title: string; path: string }) {
  usePageTitle(title)
  const [search] = useSearchParams()
  const site = useSite()
  const [kind = '', letters] = path.split('/').toReversed()
  // On the domain of a site the centre is its own; the region's is that of the city.
  const asked = letters === 'cloudCenter' ? { area: search.get('area') ?? regionOf(site) } : { letters }
  const { data, error, retry } = useRead(withQuery('/api/v1/portal/centre', { kind, ...asked }), centreAnswer)
  const wanted = search.get('name')
  useEffect(() => {
    if (data && wanted !== null && /^[a-z]+\d+$/.test(wanted))
      document.getElementById(wanted)?.scrollIntoView()
  }, [data, wanted])
  return (
    <ReadFrame title={title}>
      {error !== null && <ErrorBox title={`${title}打开失败`} detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && data.parts.length === 0 && <Empty text="这一页的内容还在准备。" />}
      {data?.parts.map(({ id, title: heading, html, cover }) => (
        <section key={id} id={id} className="portal-part">
          {heading !== title && <h2 className="x-display">{heading}</h2>}
          {cover !== null && <img className="portal-cover" src={cover} alt="" />}
          <PortalText html={html} />
        </section>
      ))}
    </ReadFrame>
  )
}

/** The area of the region's own centre; a site answers for its own without being told. */
const regionOf = (site: Site | null): string | undefined => (site?.work === '' ? '441700' : undefined)
