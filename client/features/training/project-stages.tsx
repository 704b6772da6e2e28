import { useState } from 'react'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { useSession } from '../../platform/session/session.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import { stagesOf, type Stage } from './stages.ts'
import { useSeats } from './use-enrolments.ts'
import './training.css'

const saysAt = { over: '已过', now: '现在', ahead: '' } as const

/** Where a project stands on its way from the seats to what learners say later. */
export function ProjectStages({ view }: { view: CampaignView }) {
  const role = useSession()?.role ?? 0
  const { data } = useSeats(view.id, role > 2)
  const [now] = useState(() => minuteOf(Date.now()))
  if (!data || view.state === 'cancelled') return null
  return (
    <ol className="project-stages" aria-label="进展" data-testid="project-stages">
      {stagesOf(view, data, now).map((stage) => (
        <OneStage key={stage.key} stage={stage} />
      ))}
    </ol>
  )
}

function OneStage({ stage: { label, says, at, left } }: { stage: Stage }) {
  return (
    <li className={`project-stage-${at}`} aria-current={at === 'now' ? 'step' : undefined}>
      <b>
        {label}
        {saysAt[at] !== '' && <span className="x-hidden">（{saysAt[at]}）</span>}
        {left !== null && (
          <span className="project-stage-left">{left === 0 ? '今天截止' : `还有 ${left} 天`}</span>
        )}
      </b>
      <span className="x-num">{says}</span>
    </li>
  )
}
