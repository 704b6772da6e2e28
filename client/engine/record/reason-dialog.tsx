import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'

export interface ReasonQuestion {
  readonly title: string
  /** The consequence of the act. */
  readonly text: string
  readonly ok: string
  readonly label: string
  readonly optional?: boolean
  /** The fault of an empty reason; 请写明原因 when not given. */
  readonly missing?: string
  readonly look?: 'primary'
  /** Sentences that the writer may choose instead of typing. */
  readonly samples?: readonly string[]
}

/** The question of a step that asks for an opinion before it approves. */
export const passingWithWords = (text: string, ok: string): ReasonQuestion => ({
  title: '写审核意见',
  text,
  ok,
  label: '审核意见',
  missing: '请写明审核意见',
  look: 'primary',
  samples: ['材料齐全，情况属实'],
})

/** Asks for a reason before an act that is final. A native dialog: focus stays inside, Esc closes. */
export function ReasonDialog({
  question,
  busy,
  onAnswer,
}: {
  question: ReasonQuestion
  busy: boolean
  onAnswer: (reason: string | null) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  useEffect(() => {
    const node = dialog.current
    if (!node?.open) node?.showModal()
    return () => node?.close()
  }, [])
  const answer = () => {
    if (text.trim() === '' && !question.optional) return setMissing(true)
    onAnswer(text.trim())
  }
  return (
    <dialog
      ref={dialog}
      className="x-dialog xr-dialog"
      aria-labelledby={`${id}-title`}
      onCancel={() => onAnswer(null)}
    >
      <h2 id={`${id}-title`}>{question.title}</h2>
      <p>{question.text}</p>
      {question.samples && question.samples.length > 0 && (
        <div className="xr-samples">
          {question.samples.map((sample) => (
            <button
              key={sample}
              type="button"
              className="xr-link"
              onClick={() => setText((now) => (now === '' ? sample : `${now}；${sample}`))}
            >
              {sample}
            </button>
          ))}
        </div>
      )}
      <div className="xr-dialog-body">
        <label htmlFor={id}>{question.label}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={500}
          value={text}
          aria-invalid={missing}
          aria-describedby={missing ? `${id}-fault` : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {missing && text.trim() === '' && (
          <span className="xr-fault" id={`${id}-fault`}>
            {question.missing ?? '请写明原因'}
          </span>
        )}
      </div>
      <footer>
        <Button onClick={() => onAnswer(null)}>取消</Button>
        <Button look={question.look ?? 'danger'} busy={busy} onClick={answer}>
          {question.ok}
        </Button>
      </footer>
    </dialog>
  )
}
