import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { levelLabels } from '../../../../catalogue/flows/review.ts'
import { listTime, sentenceTime, waiting } from '../../../platform/format.ts'
import { verdicts } from '../standing.ts'

const dayMs = 86_400_000

/** Whole days since a time. */
export const daysSince = (at: string): number => Math.floor((Date.now() - Date.parse(at)) / dayMs)

/** The way of a content so far, who holds it now, and what follows. */
export function ReviewWay({ view, own }: { view: ContentView; own: boolean }) {
  const { steps = [], trail = [] } = view.approval ?? {}
  return (
    <section className="xr-part" data-testid="approval">
      <h2>办理进度</h2>
      <ol className="xr-trail">
        {trail.map(({ verdict, by, institution, reason, at }) => (
          <li key={`${at} ${verdict}`} className="xr-trail-done">
            <p>
              <b>{by}</b>　{verdicts[verdict]}
            </p>
            <span className="x-faint">
              {institution}　{listTime(at)}
            </span>
            {reason && <span>“{reason}”</span>}
          </li>
        ))}
        {steps.map(({ level, institution, state, days, reasonRequired }) =>
          state === 'current' ? (
            <li key={level} className="xr-trail-now" data-testid="standing">
              <p>
                <b>{own ? '您' : institution}</b>　<span>待{levelLabels[level]}审核</span>
              </p>
              <span className={view.overdue ? 'contents-fault' : 'xr-wait'}>
                {waiting(daysSince(view.updatedAt))}
                {days !== null && `，${days} 个工作日内办结`}
                {view.overdue && '，已超期'}
              </span>
              {reasonRequired && <span className="x-faint">通过也要写意见</span>}
            </li>
          ) : state === 'next' ? (
            <li key={level}>
              <b>{institution}</b>　{levelLabels[level]}审核
            </li>
          ) : null,
        )}
        <li>
          <b>发布</b>　{view.askedAt ? sentenceTime(view.askedAt) : '审核通过后立即发布'}
          {view.askedUntil && <span className="x-faint">{sentenceTime(view.askedUntil)} 下架</span>}
        </li>
      </ol>
    </section>
  )
}
