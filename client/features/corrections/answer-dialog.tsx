import { useId, useState } from 'react'
import type { Correction } from '../../../catalogue/contract/archive/corrections.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { useCorrectionActs } from './use-corrections.ts'

const words = {
  corrected: {
    title: '答复：已更正',
    text: '请先把记录改好再答复。本人会收到这段话。',
    ok: '答复已更正',
    start: '已按申请更正。',
  },
  declined: {
    title: '答复：不予更正',
    text: '请写明为什么不改。本人会收到这段话，有新的依据可以再申请。',
    ok: '答复不予更正',
    start: '',
  },
} as const

/** What the office says to a request, once. */
export function AnswerDialog({
  one,
  outcome,
  onClose,
}: {
  one: Correction
  outcome: keyof typeof words
  onClose: () => void
}) {
  const { title, text, ok, start } = words[outcome]
  const dialog = useModalDialog(true, onClose)
  const { busy, answer } = useCorrectionActs()
  const [said, setSaid] = useState<string>(start)
  const [missing, setMissing] = useState(false)
  const id = useId()
  const send = async () => {
    if (said.trim() === '') return setMissing(true)
    if (await answer(one.id, outcome, said.trim())) onClose()
  }
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p>{text}</p>
      <div className="corrections-form">
        <label htmlFor={id}>处理情况</label>
        <textarea
          id={id}
          rows={3}
          maxLength={500}
          value={said}
          aria-invalid={missing}
          aria-describedby={missing ? `${id}-fault` : undefined}
          onChange={(event) => setSaid(event.target.value)}
        />
        {missing && said.trim() === '' && (
          <span className="corrections-fault" id={`${id}-fault`}>
            请写明处理情况
          </span>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look={outcome === 'declined' ? 'danger' : 'primary'} busy={busy} onClick={() => void send()}>
          {ok}
        </Button>
      </footer>
    </dialog>
  )
}
