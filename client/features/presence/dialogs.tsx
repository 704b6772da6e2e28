import { useState, type ReactNode } from 'react'
import type { ExpectedPerson } from '../../../catalogue/contract/training/presence.ts'
import { presenceWords, type SettledStatus } from '../../../catalogue/presence/rules.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import '../../ui/forms/labelled.css'
import { usePresenceActs } from './use-presence.ts'

interface ReasonProps {
  title: string
  text: string
  ok: string
  /** The call below those of presence, and its body but for the reason. */
  of: string
  body: object
  /** The field under which the call takes the reason. */
  field: 'reason' | 'note'
  onClose: () => void
  children?: ReactNode
}

/** An act with a reason. */
export function ReasonDialog({ title, text, ok, of, body, field, onClose, children }: ReasonProps) {
  const dialog = useModalDialog(true, onClose)
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['reason', 'note', 'status'])
  const { act } = usePresenceActs()
  const send = () =>
    run(async () => {
      await act.mutateAsync({ of, body: { ...body, [field]: reason } })
      notify.success('已办理')
      onClose()
    })
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="reason-title">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <h2 id="reason-title">{title}</h2>
        <p>{text}</p>
        <div className="x-dialog-fields">
          {children}
          <TextField
            label="原因"
            value={reason}
            onChange={setReason}
            fault={faults['reason'] ?? faults['note'] ?? faults['status'] ?? faults['form']}
            maxLength={200}
          />
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            {ok}
          </Button>
        </footer>
      </form>
    </dialog>
  )
}

export const CancelDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <ReasonDialog
    title="取消这一场？"
    text="取消后不计出勤，不能恢复。"
    ok="取消这一场"
    of={`days/${id}/cancel`}
    body={{}}
    field="reason"
    onClose={onClose}
  />
)

const settable = ['1', '2', '3', '4', '5', '6'] as const satisfies readonly SettledStatus[]

/** Sets the mark of one person by hand. */
export function MarkDialog({
  id,
  person,
  onClose,
}: {
  id: string
  person: ExpectedPerson
  onClose: () => void
}) {
  const [status, setStatus] = useState<string>('1')
  return (
    <ReasonDialog
      title={`登记 ${person.name}`}
      text="手工登记会写明是谁登记的、为什么。"
      ok="登记"
      of={`sessions/${id}/marks`}
      body={{ teacherId: person.teacherId, status }}
      field="reason"
      onClose={onClose}
    >
      <label className="x-labelled">
        出勤
        <select value={status} onChange={({ target }) => setStatus(target.value)}>
          {settable.map((one) => (
            <option key={one} value={one}>
              {presenceWords[one]}
            </option>
          ))}
        </select>
      </label>
    </ReasonDialog>
  )
}
