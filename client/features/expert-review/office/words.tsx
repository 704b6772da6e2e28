import { roundStates, type RoundState } from '../../../../catalogue/contract/review/rounds.ts'
import { Icon, type IconName } from '../../../ui/look/icon.tsx'

const marks: Readonly<Record<RoundState, readonly [icon: IconName, tone: string]>> = {
  draft: ['draft', 'quiet'],
  open: ['wait', 'wait'],
  closed: ['pass', 'pass'],
  cancelled: ['reject', 'quiet'],
}

/** Where a round stands. */
export function RoundMark({ state }: { state: RoundState }) {
  const [icon, tone] = marks[state]
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={icon} />
      {roundStates[state]}
    </span>
  )
}

/** What happened to a round or to one of its tasks, as its record says it. */
export const eventLabels: Readonly<Record<string, string>> = {
  created: '新增评审',
  opened: '开始评审，抽取专家',
  assigned: '分配专家',
  assignedByHand: '人工指派专家',
  urged: '催办',
  extended: '延期',
  recalled: '撤回任务',
  sentBack: '退回专家修改',
  avoided: '专家回避',
  expired: '逾期，任务收走',
  submitted: '专家提交评分',
  arbitrated: '分差过大，加评',
  replaced: '候补专家接替',
  conflicts: '回避关系有变化',
  closed: '结束评审',
  cancelled: '取消评审',
}
