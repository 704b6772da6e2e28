import { Link } from 'react-router'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { useSession } from '../../platform/session/session.ts'
import { usePairsWaiting } from './use-pairs.ts'

/** What agreements ask of the office, a line each; nothing stands here that has no number. */
export function PairsWaitingLines() {
  const role = useSession()?.role ?? 0
  const { data } = usePairsWaiting()
  const cases = casesPath(role, 'pairAgreement') ?? '/'
  const pairs = cases.replace('tab=pairAgreement', 'tab=pairs')
  if (!data) return null
  const lines = [
    { many: data.sign, text: '份结对协议待签署', to: cases },
    { many: data.record, text: '份结对协议待备案', to: cases },
    { many: data.mend, text: '份结对协议待填写、修改', to: cases },
    { many: data.amendments, text: '份补充协议待答复', to: pairs },
    { many: data.statements, text: '项自报指标待确认', to: pairs },
    { many: data.plans, text: '份年度任务待答复', to: pairs },
    { many: data.unplanned, text: '份协议本年度尚未定任务', to: pairs },
    { many: data.late, text: '项结对目标要追', to: `${pairs}&light=late` },
    { many: data.lateTasks, text: '项年度任务要追', to: pairs.replace('tab=pairs', 'tab=effects') },
  ].filter(({ many }) => many > 0)
  if (lines.length === 0) return <li className="x-soft">结对协议没有等本单位办理的</li>
  return lines.map(({ many, text, to }) => (
    <li key={text}>
      <Link to={to}>
        {many} {text}
      </Link>
    </li>
  ))
}
