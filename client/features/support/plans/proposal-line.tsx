import type { PairPlanShown, PairTaskShown } from '../../../../catalogue/contract/support-plans.ts'
import { taskSides } from '../../../../catalogue/support/tasks.ts'
import { listDate } from '../../../platform/format.ts'
import { shortNumber } from '../pair-words.tsx'
import { ProposalActs, proposalStates } from '../proposal-acts.tsx'
import { usePlanCalls } from './use-plans.ts'

/** Tasks of a year as one side proposed them, and what the reader's side may do about them. */
export function ProposalLine(props: {
  agreement: string
  proposal: PairPlanShown
  tasks: readonly PairTaskShown[]
}) {
  const { agreement, proposal, tasks } = props
  const { answer } = usePlanCalls(agreement)
  const gone = tasks.filter(({ no }) => !proposal.tasks.some((one) => one.no === no))
  return (
    <div className="pair-proposal" data-testid="pair-plan">
      <p>
        <b>{proposal.by}提出的任务</b>　{listDate(proposal.at)}　
        <span className="x-soft">
          {proposalStates[proposal.state]}
          {proposal.answer !== null && `：${proposal.answer}`}
        </span>
      </p>
      <ul className="pair-versions">
        {proposal.tasks.map(({ no, label, target, unit, side, dueOn }) => {
          const before = tasks.find((one) => one.no === no)
          return (
            <li key={no}>
              {label}：{before && before.target !== target && `现行 ${shortNumber(before.target)}${unit} → `}
              {shortNumber(target)}
              {unit}，{taskSides[side]}
              {dueOn !== null && `，${dueOn} 前`}
            </li>
          )
        })}
        {proposal.state === 'waiting' && gone.map(({ no, label }) => <li key={no}>{label}：不再作为任务</li>)}
      </ul>
      <ProposalActs
        may={proposal.may}
        what="年度任务"
        refusal={{ title: '不同意年度任务', text: '现行任务不变，对方会收到理由。' }}
        onAnswer={(to, words) => answer(proposal.id, { answer: to, words })}
      />
    </div>
  )
}
