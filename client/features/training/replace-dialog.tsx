import { useState } from 'react'
import { teacher } from '../../../catalogue/define.ts'
import type { RosterLearner } from '../../../catalogue/contract/training/rosters.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useReplacement } from './use-rosters.ts'

const field = teacher('接替的教师', { required: true })
const noRow = {}

/** Gives the seat and class of a learner to another teacher, with the reason. */
export function ReplaceDialog(props: { id: string; learner: RosterLearner; onClose: () => void }) {
  const { id, learner, onClose } = props
  const dialog = useModalDialog(true, onClose)
  const [newcomer, setNewcomer] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['teacherId', 'reason'])
  const replace = useReplacement(id)
  const { Input } = clientKind(field)
  const send = () =>
    run(async () => {
      const { state, seatNo } = await replace.mutateAsync({ entry: learner.id, teacherId: newcomer, reason })
      notify.success(
        state === 'toConfirm'
          ? `席位 ${seatNo} 已转给接替的教师，等本人同意`
          : `席位 ${seatNo} 已转给接替的教师`,
      )
      onClose()
    })
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="replace-title">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <h2 id="replace-title">由他人接替{learner.name}</h2>
        <p>
          席位 {learner.seatNo ?? ''}{' '}
          和班级转给接替的教师；已上的课各归各的。在候补的接替后直接生效，其他教师须本人同意。
        </p>
        <div className="x-dialog-fields">
          <div className="xr-field">
            <div className="xr-label">
              <label htmlFor="newcomer" id="newcomer-label">
                {field.label}
              </label>
            </div>
            <Input
              id="newcomer"
              field={field}
              value={newcomer}
              row={noRow}
              invalid={faults['teacherId'] !== undefined}
              onChange={(value) => setNewcomer(typeof value === 'number' ? value : null)}
            />
            {faults['teacherId'] !== undefined && <p className="roster-fault">{faults['teacherId']}</p>}
          </div>
          <TextField
            label="原因"
            value={reason}
            onChange={setReason}
            fault={faults['reason'] ?? faults['form']}
            maxLength={200}
          />
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy} disabled={newcomer === null}>
            接替
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
