import type { ActionBody } from '../../../catalogue/contract/archive/records.ts'
import { passingWithWords, ReasonDialog } from '../record/reason-dialog.tsx'
import { ShortcutHelp } from './decision-bar.tsx'
import type { Decision } from './use-decision.ts'

export type Question = 'pass' | 'reject' | 'help'

/** The open dialog: the opinion that a chain asks for, the reason of a rejection, or the list of keys. */
export function DeskDialog(props: {
  question: Question
  samples: readonly string[]
  busy: boolean
  onClose: () => void
  onDecide: (verdict: Decision, body: ActionBody) => void
}) {
  const { question, samples, busy, onClose, onDecide } = props
  if (question === 'help') return <ShortcutHelp onClose={onClose} />
  const answered = (verdict: Decision) => (reason: string | null) => {
    onClose()
    if (reason !== null) onDecide(verdict, { reason })
  }
  return question === 'reject' ? (
    <RejectDialog samples={samples} busy={busy} onAnswer={answered('reject')} />
  ) : (
    <ReasonDialog
      question={passingWithWords('这一步的审核流程要求写明意见，教师和上级都看得到。', '审核通过')}
      busy={busy}
      onAnswer={answered('approve')}
    />
  )
}

/**
 * 不通过 ends this application, unlike 退回修改. The dialog names what the owner can do afterwards: appeal
 * once, or amend it and apply anew (lifecycles.review).
 */
function RejectDialog(props: {
  samples: readonly string[]
  busy: boolean
  onAnswer: (reason: string | null) => void
}) {
  const question = {
    title: '判为不通过',
    text: '不通过是对本次申报的结论：本人可以在 15 个工作日内向上一级申诉一次，也可以改好后另行申报。只是要改的，请用“退回修改”。',
    ok: '不通过',
    label: '原因',
    samples: props.samples,
  }
  return <ReasonDialog question={question} busy={props.busy} onAnswer={props.onAnswer} />
}
