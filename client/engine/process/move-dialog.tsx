import { useId, useState } from 'react'
import type { CaseMove, CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { Values } from '../values.ts'
import { CaseFields } from './case-fields.tsx'

/** What the writer says with a move. */
export interface Answer {
  readonly reason: string
  readonly value: Values
}

/** Asks for the words and the fields of a move, and says what it leads to. A native dialog: Esc closes it. */
export function MoveDialog(props: {
  definition: AnyProcess
  view: CaseView
  move: CaseMove
  busy: boolean
  faults: Readonly<Record<string, string>>
  onAnswer: (answer: Answer | null) => void
}) {
  const { definition, view, move, busy, faults, onAnswer } = props
  const dialog = useModalDialog(true, () => onAnswer(null))
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState<Values>({})
  const [missing, setMissing] = useState(false)
  const id = useId()
  const values = { ...view.value, ...typed }
  const answer = () => {
    if (move.reason === 'required' && reason.trim() === '') return setMissing(true)
    onAnswer({
      reason: reason.trim(),
      value: Object.fromEntries(move.asks.map((key) => [key, values[key] ?? null])),
    })
  }
  const wrong = missing && reason.trim() === '' ? '请写明原因' : faults['reason']
  return (
    <dialog ref={dialog} className="x-dialog xr-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {move.label}：{view.name}
      </h2>
      <p>办理后：{definition.states[move.to]?.label ?? move.to}</p>
      {move.asks.length > 0 && (
        <div className="xr-dialog-body">
          <CaseFields
            definition={definition}
            values={values}
            faults={faults}
            only={move.asks}
            onSet={(key, value) => setTyped((now) => ({ ...now, [key]: value }))}
          />
        </div>
      )}
      {move.reason !== 'none' && (
        <div className="xr-dialog-body">
          <label htmlFor={id}>{move.reason === 'required' ? '原因' : '意见（可不填）'}</label>
          <textarea
            id={id}
            rows={3}
            maxLength={500}
            value={reason}
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong === undefined ? undefined : `${id}-fault`}
            data-first-focus=""
            onChange={(event) => setReason(event.target.value)}
          />
          {wrong !== undefined && (
            <span className="xr-fault" id={`${id}-fault`}>
              {wrong}
            </span>
          )}
        </div>
      )}
      <footer>
        <Button onClick={() => onAnswer(null)}>取消</Button>
        <Button look={move.tone === 'refuses' ? 'danger' : 'primary'} busy={busy} onClick={answer}>
          {move.label}
        </Button>
      </footer>
    </dialog>
  )
}
