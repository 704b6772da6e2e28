import { Link } from 'react-router'
import type { Submission } from '../../../catalogue/contract/workspace.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { listDate } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { Track } from '../../ui/layout/track.tsx'
import { trackOf } from './track-of.ts'
import { useWithdraw } from './use-withdraw.ts'

const shownAtStart = 6

/**
 * What I handed in: how far it is, who holds it and for how long. `full`: all of it instead of the latest.
 */
export function Submissions({ items, full }: { items: readonly Submission[]; full: boolean }) {
  const role = useSession()?.role ?? null
  const all = pagesFor(role).filter(({ page }) => page === 'workspace-home')[1]?.path
  const open = items.filter(({ state }) => state === 'inReview').length
  const shown = full ? items : items.slice(0, shownAtStart)
  return (
    <Panel
      title="我提交的"
      beside={items.length > 0 && <span className="x-faint x-dense">{open} 件在办</span>}
      extra={!full && all && items.length > shownAtStart && <Link to={all}>全部 {items.length} 件</Link>}
      flush
    >
      {items.length === 0 ? (
        <Empty text="暂无已提交的资料。填好后点“提交审核”，可在这里查看审核进度。" />
      ) : (
        <ul>
          {shown.map((item) => (
            <Row key={`${item.id} ${item.submittedAt}`} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ item }: { item: Submission }) {
  const { title, summary, state, level, submittedAt, link, canWithdraw } = item
  const withdraw = useWithdraw()
  return (
    <li className="home-sent">
      <div>
        <Link to={link} className="home-sent-title">
          {summary || title}
        </Link>
        <p className="x-faint x-dense">
          {[summary && title, submittedAt && `${listDate(submittedAt)} 提交`].filter(Boolean).join('　')}
        </p>
      </div>
      <div className="home-sent-track">
        <Track stops={trackOf(item)} />
      </div>
      <div>
        <StatusMark state={state} level={level} />
        <p className="x-faint x-note">{whoHolds(item)}</p>
      </div>
      <div className="home-sent-act">
        {canWithdraw ? (
          <Button
            look="text"
            busy={withdraw.isPending}
            onClick={() => withdraw.ask(item)}
            aria-label={`撤回：${summary || title}`}
          >
            撤回
          </Button>
        ) : (
          <Link to={link} className="x-button x-button-text" aria-label={`查看：${summary || title}`}>
            查看
          </Link>
        )}
      </div>
    </li>
  )
}

const endings = {
  approved: '通过',
  returned: '退回',
  rejected: '审结',
  withdrawn: '撤回',
  voided: '作废',
} as const

/** 周明岚，第 2 天，通常 4 天; for a decided one when and how it ended. */
function whoHolds({ state, holder, waitingDays, decidedAt, route }: Submission): string {
  if (state === 'draft') return ''
  if (state !== 'inReview') return decidedAt ? `${listDate(decidedAt)} ${endings[state]}` : ''
  const usual = route.find((step) => step.state === 'current')?.usualDays
  return [
    holder,
    waitingDays !== null && `第 ${waitingDays + 1} 天`,
    usual !== null && usual !== undefined && `通常 ${Math.max(1, Math.round(usual))} 天`,
  ]
    .filter(Boolean)
    .join('，')
}
