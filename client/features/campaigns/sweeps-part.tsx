import { useEffect } from 'react'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { listTime } from '../../platform/format.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { campaignCalled, useCampaignCalls } from './use-campaigns.ts'
import { eventLabel } from './words.tsx'

/** Milliseconds between two looks at entries that are being moved. */
const pause = 3000

/**
 * Entries that a move of the campaign moves in batches: how far it has come, and which could not be moved.
 */
export function SweepsPart({ view }: { view: CampaignView }) {
  const { anew } = useCampaignCalls(view.type)
  const { id } = view
  const sweeps = view.sweeps.filter(({ total, endedAt }) => total > 0 || endedAt === null)
  const isGoing = sweeps.some(({ endedAt }) => endedAt === null)
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setInterval(() => void anew(id), pause)
    return () => clearInterval(timer)
  }, [anew, id, isGoing])
  if (!view.mine || sweeps.length === 0) return null
  return (
    <Panel title="逐件办理">
      {sweeps.map((sweep) => (
        <Progress key={sweep.begunAt} view={view} sweep={sweep} />
      ))}
    </Panel>
  )
}

function Progress({ view, sweep }: { view: CampaignView; sweep: CampaignView['sweeps'][number] }) {
  const { action, total, moved, refused, endedAt } = sweep
  const label = eventLabel(campaignCalled(view.type), action)
  return (
    <div className="campaign-sweep" data-testid="campaign-sweep">
      <b>{label}</b>
      <progress
        className="x-meter"
        aria-label={label}
        max={Math.max(total, 1)}
        value={endedAt === null ? moved : total}
      />
      <span className="x-num">{`已办 ${moved} 件，共 ${total} 件`}</span>
      <span className="x-faint">{endedAt === null ? '正在办理' : `${listTime(endedAt)} 办完`}</span>
      {refused.length > 0 && (
        <ul className="xr-bad">
          {[...Map.groupBy(refused, ({ message }) => message)].map(([message, entries]) => (
            <li key={message}>{`${entries.length} 件没有办成：${message}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
