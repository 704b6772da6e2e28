import { useState } from 'react'
import { useNavigate } from 'react-router'
import { joinDone, type JoinPreview } from '../../../catalogue/contract/archive/joining.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { path, useForget, type Choice, type PairIds } from './use-joining.ts'

/** The last step: why it cannot be done, or the ground, the typed name and the act itself. */
export function ConfirmJoin(props: {
  preview: JoinPreview
  pair: PairIds
  entry: PageEntry
  choice: Choice
}) {
  const { preview, pair, choice } = props
  if (preview.faults.length > 0)
    return (
      <div className="x-note-box" role="alert">
        <Icon name="warn" />
        <div>
          <strong>现在还不能合并</strong>
          <ul>
            {preview.faults.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      </div>
    )
  return <Confirming preview={preview} pair={pair} choice={choice} />
}

function Confirming({ preview, pair, choice }: { preview: JoinPreview; pair: PairIds; choice: Choice }) {
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const { busy, faults, run } = useAct(['confirm', 'reason'])
  const pass = useLeaveGuard(reason !== '' || confirm !== '')
  const forget = useForget()
  const navigate = useNavigate()
  const join = async () => {
    const body = { ...pair, ...choice, version: preview.version, reason, confirm }
    const { teacherId, handover } = await api.post(path, { schema: joinDone, body })
    notify.success(
      handover.length > 0 ? `已合并为一份，${handover.length} 件办理中的事项已随人转移` : '已合并为一份',
    )
    pass()
    void navigate(documentPath(teacherId))
    await forget()
  }
  return (
    <Panel title="确认合并">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(join)
        }}
      >
        {faults['form'] !== undefined && (
          <ErrorBox title="合并失败" detail={faults['form']} kept="两份档案都没有变动，填写的内容都还在" />
        )}
        <p className="x-soft">
          合并后不能自动撤销；合并前的情况都有记载，错了可以由系统管理员按记载人工恢复。
        </p>
        <TextField
          label="依据"
          value={reason}
          fault={faults['reason']}
          onChange={setReason}
          help="例如：本人到场，证件原件核对一致"
        />
        <TextField
          label={`输入“${preview.confirm}”以确认`}
          value={confirm}
          autoComplete="off"
          fault={faults['confirm']}
          onChange={setConfirm}
        />
        <div className="joining-acts">
          <Button type="submit" look="danger" large busy={busy}>
            合并为一份
          </Button>
          <p aria-live="polite" className="x-soft">
            {busy && '正在合并，请不要关闭页面…'}
          </p>
        </div>
      </form>
    </Panel>
  )
}
