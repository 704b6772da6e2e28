import { Link } from 'react-router'
import type { ArchiveOverview } from '../../../catalogue/contract/archive/archive.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { waiting } from '../../platform/format.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { archiveLabels, archives, documentPath } from './paths.ts'
import { useOverview } from './use-archive.ts'
import { expirySentence } from './words.ts'

/**
 * A teacher's own archive at a glance: how full, what is missing, what waits, what came back, what runs out.
 */
export function OwnOverview({ title }: { title: string }) {
  const { data, error, refetch } = useOverview()
  return (
    <PageFrame title={title} actions={<ButtonLink to={documentPath(null)}>查看完整档案</ButtonLink>}>
      {error && (
        <ErrorBox title="档案总览打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={12} />}
      {data && <Loaded overview={data} />}
    </PageFrame>
  )
}

function Loaded({ overview }: { overview: ArchiveOverview }) {
  const { completeness, underWay, expiring } = overview
  const back = underWay.filter(({ state }) => state === 'returned' || state === 'rejected')
  const waits = underWay.filter(({ state }) => state === 'inReview')
  const mine = underWay.filter(({ state }) => state === 'draft' || state === 'withdrawn')
  return (
    <>
      <div className="archive-overview">
        <Panel title="完整度" extra={<b className="archive-percent">{completeness}%</b>}>
          <Meter percent={completeness} label="档案完整度" />
          <p className="x-soft x-dense archive-above">
            {completeness === 100
              ? '必填项已完成。'
              : '只算人人都应有的栏目；缺什么写在下面，点一下就能去填。'}
          </p>
        </Panel>
        <UnderWay title="退回待改" list={back} empty="没有被退回的。" />
        <UnderWay title="等待审核" list={waits} empty="没有在等审核的。" />
        {mine.length > 0 && <UnderWay title="尚未提交" list={mine} empty="" />}
        {expiring.length > 0 && (
          <Panel title="到期提醒">
            <ul className="archive-lines">
              {expiring.map((one) => (
                <li key={`${one.recordId} ${one.key}`}>
                  <Named link={one.link} text={`${one.title}　${one.summary}`} />
                  <span className={one.state === 'expired' ? 'archive-wrong' : 'archive-wait'}>
                    {one.label} {expirySentence(one)}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      <div className="archive-overview">
        {archives.map((archive) => (
          <Panel
            key={archive}
            title={archiveLabels[archive]}
            extra={<Link to={documentPath(null, { archive })}>看{archiveLabels[archive]}</Link>}
          >
            <ul className="archive-parts">
              {overview.items
                .filter((item) => item.archive === archive)
                .map((item) => (
                  <Part key={item.type} item={item} />
                ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  )
}

const named = 4

function Part({ item }: { item: ArchiveOverview['items'][number] }) {
  const { title, link, count, pending, returned, percent, missing } = item
  return (
    <li data-testid="archive-part">
      <div className="archive-part-head">
        <Named link={link} text={title} />
        <span className="x-num x-soft">
          {count} 条{pending > 0 && `，待审 ${pending}`}
          {returned > 0 && `，退回 ${returned}`}
        </span>
        {percent !== null && <b className="x-num">{percent}%</b>}
      </div>
      {percent !== null && <Meter percent={percent} label={`${title}完整度`} />}
      {missing.length > 0 && (
        <p className="x-dense">
          缺：
          {missing.slice(0, named).map((one, i) => (
            <span key={one.key}>
              {i > 0 && '、'}
              <Named link={one.link} text={one.key === '' ? `${title}` : one.label} />
            </span>
          ))}
          {missing.length > named && `等 ${missing.length} 项`}
        </p>
      )}
    </li>
  )
}

function UnderWay({
  title,
  list,
  empty,
}: {
  title: string
  list: ArchiveOverview['underWay']
  empty: string
}) {
  return (
    <Panel title={title} beside={list.length > 0 && <span className="x-badge">{list.length}</span>}>
      {list.length === 0 && <p className="x-faint">{empty}</p>}
      <ul className="archive-lines">
        {list.map((one) => (
          <li key={one.recordId}>
            <Named link={one.link} text={`${one.title}　${one.summary === one.title ? '' : one.summary}`} />
            <StatusMark state={one.state} level={one.level} />
            {one.waitingDays !== null && (
              <span className="x-soft">
                {one.holder}，{waiting(one.waitingDays)}
              </span>
            )}
            {one.state !== 'inReview' && one.reason && <span className="archive-wrong">{one.reason}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Named = ({ link, text }: { link: string | null; text: string }) =>
  link ? <Link to={link}>{text}</Link> : <span>{text}</span>
