import { Link } from 'react-router'
import { publicEntries } from '../../../catalogue/contents/public-entries.gen.ts'
import { linesOf } from '../../../catalogue/contents/facts.ts'
import { onePath, publicRoute, type PublicName } from '../../../catalogue/contents/public.ts'
import { publicPage } from '../../../catalogue/contract/portal/portal.ts'
import { publicPairs, type PublicPairs } from '../../../catalogue/contract/support-effects.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { amountOfKind } from '../../../catalogue/support/kinds.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listDate, thousands } from '../../platform/format.ts'
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
      <Pairs />
      {parts.map(([type, count]) => (
        <Part key={type} type={type} count={count} />
      ))}
    </ReadFrame>
  )
}

/** How many that the page names before the rest is unfolded. */
const namedAtOnce = 8

/** Agreements that are carried out, and how their goals stand: confirmed figures alone. */
function Pairs() {
  const { data } = useRead('/api/v1/support/public', publicPairs)
  if (!data || data.agreements === 0) return null
  const { agreements, byKind, goals, done, onTime, on, pairs, ledger } = data
  return (
    <section className="portal-part" aria-labelledby="part-pairs">
      <div className="portal-part-head">
        <h2 id="part-pairs">结对帮扶</h2>
        <span className="x-soft x-dense">{on}　只计已备案、已确认的</span>
      </div>
      <p>
        正在执行 <b className="x-num">{agreements}</b> 份结对协议（
        {byKind.map(({ kind, many }) => `${labelOf('pairKind', kind)} ${many}`).join('，')}）
        {goals > 0 && (
          <>
            ，有读数的目标 <b className="x-num">{goals}</b> 项，其中达成 <b className="x-num">{done}</b>{' '}
            项、进度正常 <b className="x-num">{onTime}</b> 项
          </>
        )}
        。
      </p>
      {ledger.entries > 0 && <Ledger ledger={ledger} />}
      <PairNames pairs={pairs.slice(0, namedAtOnce)} />
      {pairs.length > namedAtOnce && (
        <details>
          <summary>再列 {pairs.length - namedAtOnce} 对</summary>
          <PairNames pairs={pairs.slice(namedAtOnce)} />
        </details>
      )}
    </section>
  )
}

/** What was done, as both sides confirmed it. */
function Ledger({ ledger: { byKind } }: { ledger: PublicPairs['ledger'] }) {
  const said = byKind.map((one) => {
    const [many, unit] = amountOfKind(one)
    return `${labelOf('supportEntryKind', one.kind)} ${thousands(many)} ${unit}`
  })
  return <p>双方确认做了：{said.join('，')}。</p>
}

function PairNames({ pairs }: { pairs: PublicPairs['pairs'] }) {
  return (
    <ul className="portal-part-rows">
      {pairs.map(({ kind, supporter, supported, fromDay, untilDay }) => (
        <li key={`${supporter} ${supported} ${kind} ${fromDay}`}>
          {supporter} 帮扶 {supported}
          <p className="x-soft x-dense">
            {labelOf('pairKind', kind)}结对　{fromDay} 至 {untilDay}
          </p>
        </li>
      ))}
    </ul>
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
