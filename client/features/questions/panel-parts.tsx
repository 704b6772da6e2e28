import { useState } from 'react'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useQuestionActs } from './use-questions.ts'
import '../../ui/forms/labelled.css'

/** Takes a question down; an office says why. */
export function OfflinePart({ question }: { question: QuestionDetail }) {
  const { move } = useQuestionActs(question)
  const [isOpen, setOpen] = useState(false)
  const [opinion, setOpinion] = useState('')
  const { busy, faults, run } = useAct(['opinion'])
  const isOwn = question.draft !== null
  const send = () =>
    run(async () => {
      await move.mutateAsync({ name: 'offline', body: { opinion } })
      notify.success('已下架')
    })
  if (!isOpen)
    return (
      <Button look="text" onClick={() => setOpen(true)}>
        下架…
      </Button>
    )
  return (
    <div className="question-form-line">
      <TextField
        label={isOwn ? '下架的原因（可不填）' : '下架的原因，作者会看到'}
        value={opinion}
        onChange={setOpinion}
        fault={faults['opinion'] ?? faults['form']}
        maxLength={500}
      />
      <Button look="danger" busy={busy} onClick={() => void send()}>
        下架
      </Button>
      <Button look="text" onClick={() => setOpen(false)}>
        不下架
      </Button>
    </div>
  )
}
