import type { PairAmendment, PairBoard } from '../../../catalogue/contract/support-pairs.ts'
import { namesOf } from '../../../catalogue/support/goals.ts'
import { listDate } from '../../platform/format.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { shortNumber } from './pair-words.tsx'
import { ProposalActs, proposalStates } from './proposal-acts.tsx'
import { usePairCalls } from './use-pairs.ts'

/** Supplements of an agreement: what one side proposed, beside what is in force, and what became of it. */
export function AmendmentsPart({ board }: { board: PairBoard }) {
  if (board.amendments.length === 0) return null
  return (
    <Panel
      title="补充协议"
      beside={<span className="x-soft x-dense">双方同意后生效，原来的目标仍看得到</span>}
    >
      <ul className="pair-amendments">
        {board.amendments.map((one) => (
          <Amendment key={one.no} board={board} amendment={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Amendment({ board, amendment }: { board: PairBoard; amendment: PairAmendment }) {
  const { answerAmendment } = usePairCalls(board.id)
  const { no, by, at, reason, state, answer, may } = amendment
  return (
    <li data-testid="pair-amendment">
      <p>
        <b>第 {no} 份</b>　{by}　{listDate(at)}　
        <span className="x-soft">
          {proposalStates[state]}
          {answer !== null && `：${answer}`}
        </span>
      </p>
      <p className="x-soft">原因：{reason}</p>
      {state === 'waiting' && <Changes board={board} amendment={amendment} />}
      <ProposalActs
        may={may}
        what={`第 ${no} 份补充`}
        refusal={{ title: '不同意该补充', text: '目标不变，对方会收到理由。' }}
        onAnswer={(to, words) => answerAmendment(no, { answer: to, words })}
      />
    </li>
  )
}

/** What the supplement changes: the target in force beside the proposed one. */
function Changes({ board, amendment }: { board: PairBoard; amendment: PairAmendment }) {
  const proposed = amendment.goals.map((goal) => {
    const before = board.goals.find(({ no }) => no === goal.no)
    const { label, unit } = namesOf(goal)
    const due = goal.dueOn === null ? '' : `，期限 ${goal.dueOn}`
    const to = `${shortNumber(goal.target)}${unit}${due}`
    return { key: `${goal.no ?? 'new'} ${label}`, label, before, to }
  })
  const gone = board.goals.filter(({ no }) => !amendment.goals.some((goal) => goal.no === no))
  return (
    <ul className="pair-versions">
      {proposed.map(({ key, label, before, to }) => (
        <li key={key}>
          {label}：
          {before
            ? `现行 ${shortNumber(before.target)}${before.unit}${before.dueOn === null ? '' : `，期限 ${before.dueOn}`} → ${to}`
            : `新增，目标 ${to}`}
        </li>
      ))}
      {gone.map(({ no, label }) => (
        <li key={no}>{label}：不再作为目标</li>
      ))}
    </ul>
  )
}
