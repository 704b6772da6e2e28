import { useId, useState } from 'react'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Asks why a requested role is refused; whoever asked for it reads the reason. */
export function RefusalDialog({
  name,
  busy,
  onSend,
  onClose,
}: {
  name: string
  busy: boolean
  onSend: (reason: string) => void
  onClose: () => void
}) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <form
        className="x-dialog-body"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim().length < 2) return setFault('请写明不同意的原因')
          onSend(reason.trim())
        }}
      >
        <h2 id={id}>不同意{name}的身份申请</h2>
        <TextField label="不同意的原因" value={reason} onChange={setReason} fault={fault} maxLength={200} />
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="danger" busy={busy}>
            不同意
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
