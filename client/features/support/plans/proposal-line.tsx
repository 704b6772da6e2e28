import { useState } from 'react'
import type { PairPlanShown, PairTaskShown } from '../../../../catalogue/contract/support-plans.ts'
import { taskSides } from '../../../../catalogue/support/tasks.ts'
import { ReasonDialog } from '../../../engine/record/reason-dialog.tsx'
import { useAct } from '../../../platform/api/use-act.ts'
import { listDate } from '../../../platform/format.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { shortNumber } from '../pair-words.tsx'
import { usePlanCalls } from './use-plans.ts'

const stateLabels: Readonly<Record<PairPlanShown['state'], string>> = {
  waiting: '待对方答复',
  agreed: '已生效',
  refused: '未同意',
  withdrawn: '已撤回',
}

/** Tasks of a year as one side proposed them, and what the reader's side may do about them. */
export function ProposalLine(props: {
  agreement: string
  proposal: PairPlanShown
  tasks: readonly PairTaskShown[]
}) {
  const { agreement, proposal, tasks } = props
  const [refuses, setRefuses] = useState(false)
  const { answer } = usePlanCalls(agreement)
  const { busy, faults, run } = useAct([])
  const send = (to: 'agreed' | 'refused' | 'withdrawn', words = '') =>
    void run(async () => {
      await answer(proposal.id, { answer: to, words })
      notify.success(stateLabels[to])
    })
  const gone = tasks.filter(({ no }) => !proposal.tasks.some((one) => one.no === no))
  return (
    <div className="pair-proposal" data-testid="pair-plan">
      <p>
        <b>{proposal.by}提出的任务</b>　{listDate(proposal.at)}　
        <span className="x-soft">
          {stateLabels[proposal.state]}
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
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="pair-acts">
        {proposal.may === 'answer' && (
          <>
            <Button look="primary" busy={busy} onClick={() => send('agreed')}>
              同意年度任务
            </Button>
            <Button onClick={() => setRefuses(true)}>不同意</Button>
          </>
        )}
        {proposal.may === 'withdraw' && (
          <Button busy={busy} onClick={() => send('withdrawn')}>
            撤回年度任务
          </Button>
        )}
      </div>
      {refuses && (
        <ReasonDialog
          question={{
            title: '不同意年度任务',
            text: '现行任务不变，对方会收到理由。',
            ok: '不同意',
            label: '理由',
          }}
          busy={busy}
          onAnswer={(words) => {
            setRefuses(false)
            if (words !== null) send('refused', words)
          }}
        />
      )}
    </div>
  )
}
