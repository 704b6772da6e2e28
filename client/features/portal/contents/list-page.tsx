import { Link, useSearchParams } from 'react-router'
import { publicEntries } from '../../../../catalogue/contents/public-entries.gen.ts'
import { onePath, publicRoute, type PublicName } from '../../../../catalogue/contents/public.ts'
import { publicPage } from '../../../../catalogue/contract/portal/portal.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { fullDate } from '../../../platform/format.ts'
import { withQuery } from '../../../platform/api/with-query.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { FilterForm } from '../../../ui/forms/filter-form.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { linesOf } from '../../../../catalogue/contents/facts.ts'
import { textOf } from '../read-field.ts'
import { ReadFrame } from '../frame/read-frame.tsx'
import { useRead } from '../use-read.ts'

/** The contents of a type by lines, newest first; category, letters and page stand in the address. */
export function ListPage({ type }: { type: PublicName }) {
  const { title, feed } = publicRoute(type)
  usePageTitle(title)
  return (
    <ReadFrame title={title}>
      {feed && (
        <p className="portal-follow x-dense">
          <a href={`/feed/${type}.xml`} target="_blank" rel="noopener">
            订阅{title}（Atom）
          </a>
        </p>
      )}
      <ContentList type={type} to={(id) => onePath(type, id)} />
    </ReadFrame>
  )
}

/** A page of what is published of a type; `to` is where one of them is read. */
export function ContentList({ type, to }: { type: PublicName; to: (id: number) => string }) {
  const entry = publicEntries[type]
  const { title } = publicRoute(type)
  const [search, setSearch] = useSearchParams()
  const of = (key: string) => search.get(key) ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const path = withQuery(`/api/v1/portal/contents/${type}`, {
    q: of('q').slice(0, 60),
    kind: of('kind').slice(0, 20),
    page,
    pageSize: 20,
  })
  const { data, error, retry } = useRead(path, publicPage)
  const go = (next: Record<string, string>) =>
    setSearch(
      Object.fromEntries(
        Object.entries({ q: of('q'), kind: of('kind'), ...next }).filter(
          ([key, value]) => value !== '' && !(key === 'page' && value === '1'),
        ),
      ),
    )
  const filtered = of('q') !== '' || of('kind') !== ''
  const clear = () => setSearch({})
  return (
    <>
      <FilterForm
        key={search.toString()}
        filtered={filtered}
        onAsk={(typed) => go({ q: typed('q'), kind: typed('kind') })}
        onClear={clear}
      >
        <label>
          标题关键词
          <input name="q" type="search" defaultValue={of('q')} maxLength={60} />
        </label>
        <label>
          类别
          <select name="kind" defaultValue={of('kind')} key={data?.kinds.length}>
            <option value="">全部类别</option>
            {data?.kinds.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </FilterForm>
      {error !== null && <ErrorBox title={`${title}打开失败`} detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && data.list.length === 0 && (
        <Empty
          text={filtered ? '没有符合条件的内容。' : `暂无${title}。`}
          action={filtered && <Button onClick={clear}>看全部</Button>}
        />
      )}
      {data && data.list.length > 0 && (
        <>
          <ul className="portal-list">
            {data.list.map((one) => (
              <li key={one.id}>
                <Link to={to(one.id)}>
                  {one.is_top && <span className="portal-pin">置顶</span>}
                  {textOf(one, entry.headline)}
                </Link>
                <p className="x-soft x-dense">
                  {[...linesOf(entry, one), textOf(one, entry.by ?? '') || one.publisher].join('　')}　
                  <time dateTime={one.publish_time}>{`${fullDate(one.publish_time)} 发布`}</time>
                </p>
              </li>
            ))}
          </ul>
          <Pager {...data} onPage={(next) => go({ page: String(next) })} />
        </>
      )}
    </>
  )
}
