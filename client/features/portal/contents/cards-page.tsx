import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { publicEntries } from '../../../../catalogue/contents/public-entries.gen.ts'
import { onePath, publicRoute, type PublicName } from '../../../../catalogue/contents/public.ts'
import type { PublicEntry } from '../../../../catalogue/contents/public-side.ts'
import {
  publicPage,
  type PublicContent,
  type PublicPage,
} from '../../../../catalogue/contract/portal/portal.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { withQuery } from '../../../platform/api/with-query.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { FilterForm } from '../../../ui/forms/filter-form.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { CardPage } from './card-page.tsx'
import { isNumber } from './one-page.tsx'
import { linesOf } from '../../../../catalogue/contents/facts.ts'
import { Chapters } from './chapters.tsx'
import { Phase } from '../phase.tsx'
import { fileOf, textOf } from '../read-field.ts'
import { useRead } from '../use-read.ts'
import './cards.css'
import { ReadFrame } from '../frame/read-frame.tsx'

// Of one type only: the others do not load them.
const OpenCollections = lazy(async () => ({
  default: (await import('./open-collections.tsx')).OpenCollections,
}))
const OpenCollectionPage = lazy(async () => ({
  default: (await import('./open-collections.tsx')).OpenCollectionPage,
}))

/** The contents of a type as cards, or with `?id=` one of them. */
export function CardsPage({ type }: { type: PublicName }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  const set = search.get('set')
  if (type === 'resource' && id === null && set !== null && isNumber(set))
    return (
      <Suspense>
        <OpenCollectionPage key={set} id={Number(set)} />
      </Suspense>
    )
  return id === null ? (
    <Cards key={type} type={type} />
  ) : (
    <CardPage key={`${type} ${id}`} type={type} id={id} />
  )
}

const pageIn = (search: URLSearchParams): number => Math.max(1, Math.trunc(Number(search.get('page'))) || 1)

function Cards({ type }: { type: PublicName }) {
  const entry = publicEntries[type]
  const { title, filters, chapters } = publicRoute(type)
  usePageTitle(title)
  const [search, setSearch] = useSearchParams()
  const keys = ['q', 'kind', 'phase', ...(chapters ? ['node'] : []), ...filters]
  const asked = Object.fromEntries(
    keys.map((key) => [key, (search.get(key) ?? '').slice(0, key === 'q' ? 60 : 20)]),
  )
  const page = pageIn(search)
  const { data, error, retry } = useRead(
    withQuery(`/api/v1/portal/contents/${type}`, { ...asked, page, pageSize: 12 }),
    publicPage,
  )
  const go = (to: Record<string, string>) =>
    setSearch(
      Object.fromEntries(
        Object.entries(to).filter(([key, value]) => value !== '' && !(key === 'page' && value === '1')),
      ),
    )
  const filtered = Object.values(asked).some((value) => value !== '')
  const clear = () => setSearch({})
  return (
    <ReadFrame title={title}>
      <FilterForm
        key={search.toString()}
        filtered={filtered}
        onAsk={(typed) => go(Object.fromEntries(keys.map((key) => [key, typed(key)])))}
        onClear={clear}
      >
        <label>
          名称关键词
          <input name="q" type="search" defaultValue={asked['q']} maxLength={60} />
        </label>
        {chapters && <Chapters chosen={asked['node'] ?? ''} />}
        {data && <Narrowing entry={entry} data={data} asked={asked} />}
      </FilterForm>
      {error !== null && <ErrorBox title={`${title}打开失败`} detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && data.list.length === 0 && (
        <Empty
          text={filtered ? `没有符合条件的${title}。` : `暂无${title}。`}
          action={filtered && <Button onClick={clear}>看全部</Button>}
        />
      )}
      {data && data.list.length > 0 && (
        <>
          <ul className="portal-cards">
            {data.list.map((one) => (
              <Card key={one.id} entry={entry} one={one} to={onePath(type, one.id)} />
            ))}
          </ul>
          <Pager {...data} onPage={(to) => go({ ...asked, page: String(to) })} />
        </>
      )}
      {!filtered && <Collections type={type} />}
    </ReadFrame>
  )
}

/** Collections of resources, below the list of all resources. */
function Collections({ type }: { type: PublicName }) {
  if (type !== 'resource') return null
  return (
    <Suspense>
      <OpenCollections />
    </Suspense>
  )
}

function Narrowing({
  entry,
  data,
  asked,
}: {
  entry: PublicEntry
  data: PublicPage
  asked: Readonly<Record<string, string>>
}) {
  const selects = [
    { key: 'phase', label: '状态', items: data.phases },
    { key: 'kind', label: entry.category ?? '', items: data.kinds },
    ...data.filters,
  ].filter(({ items }) => items.length > 0)
  return selects.map(({ key, label, items }) => (
    <label key={key}>
      {label}
      <select name={key} defaultValue={asked[key]}>
        <option value="">全部</option>
        {items.map(({ code, label: word }) => (
          <option key={code} value={code}>
            {word}
          </option>
        ))}
      </select>
    </label>
  ))
}

/** One content as a card; below the heading of a part it has an `h3`. */
export function Card({
  entry,
  one,
  to,
  heading: Heading = 'h2',
}: {
  entry: PublicEntry
  one: PublicContent
  to: string
  heading?: 'h2' | 'h3'
}) {
  const cover = fileOf(one, entry.cover ?? '')
  return (
    <li className="portal-card">
      <div className="portal-card-picture">
        {cover && <img src={cover.url} alt="" width={480} height={270} loading="lazy" />}
      </div>
      <div className="portal-card-text">
        <Heading>
          <Link to={to}>{textOf(one, entry.headline)}</Link>
        </Heading>
        <p className="portal-card-marks">
          <Phase phase={one.phase} />
          {one.is_top && <span className="portal-pin">置顶</span>}
        </p>
        {linesOf(entry, one).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </li>
  )
}
