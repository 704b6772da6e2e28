import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { publicRoute } from '../../../../catalogue/contents/public.ts'
import {
  searchAnswer,
  type Piece,
  type SearchAnswer,
  type SearchLine,
} from '../../../../catalogue/contract/portal/portal-search.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { fullDate, thousands } from '../../../platform/format.ts'
import { withQuery } from '../../../platform/api/with-query.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useRead } from '../use-read.ts'
import './search.css'
import { ReadFrame } from '../frame/read-frame.tsx'
import { SearchBox } from './search-box.tsx'

/** Everything public that contains what was asked for. */
export function SearchPage() {
  usePageTitle('搜索')
  const [search] = useSearchParams()
  const q = (search.get('q') ?? '').trim().slice(0, 60)
  return (
    <ReadFrame title={q === '' ? '搜索' : `搜索“${q}”`}>
      {/* In the hand the masthead, which has the box on a desk, is folded away. */}
      <div className="portal-in-hand">
        <SearchBox />
      </div>
      {q === '' ? (
        <Empty text="在上面写一个词，可以是标题、正文或附件名里的字，两个字也行。" />
      ) : (
        <Found key={q} q={q} />
      )}
    </ReadFrame>
  )
}

const chosen = ['type', 'area', 'year'] as const
type SearchChoice = (typeof chosen)[number]
const filterLabel = { type: '栏目', area: '区域', year: '年份' } as const

function Found({ q }: { q: string }) {
  const [search, setSearch] = useSearchParams()
  const of = (key: string) => (search.get(key) ?? '').slice(0, 20)
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const asked = { q, type: of('type'), area: of('area'), year: of('year') }
  const { data, error, retry } = useRead(
    withQuery('/api/v1/portal/search', { ...asked, page, pageSize: 20 }),
    searchAnswer,
  )
  const go = (to: Record<string, string>) =>
    setSearch(
      Object.fromEntries(
        Object.entries({ ...asked, ...to }).filter(
          ([key, value]) => value !== '' && !(key === 'page' && value === '1'),
        ),
      ),
    )
  const filtered = chosen.some((key) => asked[key] !== '')
  const clear = <Button onClick={() => setSearch({ q })}>清除筛选</Button>
  if (error !== null) return <ErrorBox title="搜索失败" detail={sentenceOf(error)} onRetry={retry} />
  if (!data) return <Skeleton lines={12} />
  const { type: askedType, area, year } = asked
  return (
    <>
      <div className="portal-choices">
        {(
          [
            ['type', data.types, askedType],
            ['area', data.areas, area],
            ['year', data.years, year],
          ] as const
        ).map(([key, choices, value]) => (
          <ChoiceOf
            key={key}
            name={key}
            choices={choices}
            value={value}
            onChoose={(code) => go({ [key]: code })}
          />
        ))}
        {filtered && clear}
      </div>
      <output className="x-soft">
        {data.totalMore ? `超过 ${thousands(data.total)} 条` : `共 ${thousands(data.total)} 条`}
        {data.relaxed && data.total > 0 && '。没有一条连着写有这些字，下面是分开含有其中各词的内容。'}
      </output>
      {data.list.length === 0 &&
        (filtered ? <Empty text="这样筛选后没有内容。" action={clear} /> : <Nothing />)}
      <ol className="portal-found">
        {data.list.map((one) => (
          <Line key={one.id} one={one} />
        ))}
      </ol>
      {data.list.length > 0 && <Pager {...data} onPage={(to) => go({ page: String(to) })} />}
    </>
  )
}

function ChoiceOf({
  name,
  choices,
  value,
  onChoose,
}: {
  name: SearchChoice
  choices: SearchAnswer['types']
  value: string
  onChoose: (code: string) => void
}) {
  const gone = value !== '' && !choices.some(({ code }) => code === value)
  return (
    <label>
      {filterLabel[name]}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">全部{filterLabel[name]}</option>
        {gone && <option value={value}>{value}</option>}
        {choices.map(({ code, label, count }) => (
          <option key={code} value={code}>
            {label}（{count}）
          </option>
        ))}
      </select>
    </label>
  )
}

function Nothing() {
  return (
    <Empty
      text="没有找到。可以换个说法，少写几个字，或只写最要紧的一个词；文号可以只写号数。"
      action={
        <>
          <Link to={publicRoute('policy').path}>看全部政策文件</Link>　
          <Link to={publicRoute('notice').path}>看全部通知公告</Link>
        </>
      }
    />
  )
}

function Line({ one }: { one: SearchLine }) {
  return (
    <li>
      <h2>
        <Link to={one.path}>
          <Pieces of={one.title} />
        </Link>
      </h2>
      {one.excerpt.length > 0 && (
        <p>
          <Pieces of={one.excerpt} />
        </p>
      )}
      {one.files.map((name) => (
        <p key={name.map(({ text }) => text).join('')} className="x-dense">
          <Icon name="file" /> 附件　
          <Pieces of={name} />
        </p>
      ))}
      <p className="x-soft x-dense">
        {one.kind && `${one.kind}　`}
        {one.publisher}　<time dateTime={one.publish_time}>{fullDate(one.publish_time)}</time>
      </p>
    </li>
  )
}

/** Text with its marks; nothing of it is ever read as markup. */
function Pieces({ of }: { of: readonly Piece[] }): ReactNode {
  let at = 0
  return of.map(({ text, hit }) => {
    const key = (at += text.length)
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
  })
}
