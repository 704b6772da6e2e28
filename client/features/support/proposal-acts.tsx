import { useState } from 'react'
import type { PairAmendment } from '../../../catalogue/contract/support-pairs.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'

type Proposal = Pick<PairAmendment, 'state' | 'may'>

/** How a proposal of one side stands, in words. */
export const proposalStates: Readonly<Record<Proposal['state'], string>> = {
  waiting: '待对方答复',
  agreed: '已生效',
  refused: '未同意',
  withdrawn: '已撤回',
}

/** What a side may do about what was proposed to it: agree, refuse with a reason, or take its own back. */
export function ProposalActs(props: {
  may: Proposal['may']
  /** What is proposed, as the buttons name it. */
  what: string
  /** Title and consequence of a refusal. */
  refusal: { readonly title: string; readonly text: string }
  onAnswer: (answer: Exclude<Proposal['state'], 'waiting'>, words: string) => Promise<unknown>
}) {
  const { may, what, refusal, onAnswer } = props
  const [refuses, setRefuses] = useState(false)
  const { busy, faults, run } = useAct([])
  const send = (to: Exclude<Proposal['state'], 'waiting'>, words = '') =>
    void run(async () => {
      await onAnswer(to, words)
      notify.success(proposalStates[to])
    })
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="pair-acts">
        {may === 'answer' && (
          <>
            <Button look="primary" busy={busy} onClick={() => send('agreed')}>
              同意{what}
            </Button>
            <Button onClick={() => setRefuses(true)}>不同意</Button>
          </>
        )}
        {may === 'withdraw' && (
          <Button busy={busy} onClick={() => send('withdrawn')}>
            撤回{what}
          </Button>
        )}
      </div>
      {refuses && (
        <ReasonDialog
          question={{ ...refusal, ok: '不同意', label: '理由' }}
          busy={busy}
          onAnswer={(words) => {
            setRefuses(false)
            if (words !== null) send('refused', words)
          }}
        />
      )}
    </>
  )
}
