import { useId, useState } from 'react'
import { z } from 'zod'
import type { IssuedForm } from '../../../catalogue/contract/forms.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Asks why a paper is taken back; whoever verifies it then reads that it was, and by which office. */
export function RevokeDialog({ paper, onClose }: { paper: IssuedForm; onClose: (done: boolean) => void }) {
  const dialog = useModalDialog(true, () => onClose(false))
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['reason'])
  const id = useId()
  const revoke = () =>
    run(async () => {
      await api.post(`/api/v1/forms/issued/${paper.id}/revoke`, { schema: z.boolean(), body: { reason } })
      notify.success('已撤销，查验页会显示“已撤销”')
      onClose(true)
    })
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <h2 id={id}>
        撤销{paper.holder}的{paper.title}
      </h2>
      <p>撤销后不能恢复，可以重新打印一份。</p>
      <div className="x-dialog-fields">
        <TextField
          label="原因"
          required
          maxLength={200}
          value={reason}
          onChange={setReason}
          fault={faults['reason'] ?? faults['form']}
        />
      </div>
      <footer>
        <Button onClick={() => onClose(false)}>取消</Button>
        <Button look="danger" busy={busy} onClick={() => void revoke()}>
          撤销
        </Button>
      </footer>
    </dialog>
  )
}
