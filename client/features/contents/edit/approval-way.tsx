import type { ContentApproval } from '../../../../catalogue/contract/portal/contents.ts'
import { levelLabels } from '../../../../catalogue/flows/review.ts'
import { fullTime } from '../../../platform/format.ts'
import { Track } from '../../../ui/layout/track.tsx'
import { verdicts } from '../standing.ts'

/** The offices that agree before the content is published, in order, and their decisions so far. */
export function ApprovalWay({
  approval: { steps, nobody, trail },
  waits,
}: {
  approval: ContentApproval
  waits: boolean
}) {
  const asked = steps.flatMap(({ institution, days, reasonRequired }) => {
    const words = [days !== null && `${days} 个工作日内办`, reasonRequired && '通过也要写意见']
      .filter(Boolean)
      .join('，')
    return words ? [`${institution}：${words}`] : []
  })
  return (
    <div data-testid="approval">
      {nobody && (
        <p className="contents-remark">
          没有另一个人可以审核，暂时不能送审。请联系系统管理员为本单位或上级增设账号。
        </p>
      )}
      {!nobody && steps.length === 0 && <p className="x-soft">不须审核，点“发布”读者就能看到。</p>}
      {steps.length > 0 && (
        <>
          <p className="x-soft">
            {waits ? '正在逐级审核：' : '送审后依次由：'}
            {steps.map(({ level, institution }) => `${institution}（${levelLabels[level]}）`).join(' → ')}
          </p>
          <Track
            stops={[
              { label: '送审', state: waits ? 'done' : 'plan' },
              ...steps.map(({ level, institution, state }) => ({
                label: levelLabels[level],
                title: institution,
                state,
              })),
              { label: '发布', state: waits ? 'next' : 'plan' },
            ]}
          />
          {asked.map((line) => (
            <p key={line} className="x-faint x-note">
              {line}
            </p>
          ))}
        </>
      )}
      {trail.length > 0 && (
        <details>
          <summary>审核记录</summary>
          <ol className="contents-versions">
            {trail.map(({ verdict, reason, by, institution, at }) => (
              <li key={`${at} ${verdict}`}>
                {verdicts[verdict]}　{by}
                <span className="x-soft">
                  　{institution}　{fullTime(at)}
                  {reason && `　${reason}`}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
