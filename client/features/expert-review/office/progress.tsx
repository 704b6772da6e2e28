import type { RoundPage } from '../../../../catalogue/contract/review/rounds.ts'
import { Meter } from '../../../ui/layout/meter.tsx'

type Line = RoundPage['list'][number]

const percentOf = ({ submitted, tasks }: Line): number =>
  tasks === 0 ? 0 : Math.floor((100 * submitted) / tasks)

/** How far the scoring of a round is. */
export function Progress({ round }: { round: Line }) {
  if (round.tasks === 0) return '—'
  return (
    <span className="er-progress">
      <Meter percent={percentOf(round)} label={`${round.title}的进度`} />
      <span className="x-num">
        {round.submitted} / {round.tasks} 份
      </span>
      {round.overdue > 0 && <span className="xr-fault">逾期 {round.overdue} 份</span>}
    </span>
  )
}
