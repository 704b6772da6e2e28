import { useId, useState, type FormEvent } from 'react'
import type { PackageJob } from '../../../catalogue/contract/archive-transfer.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { textFields } from '../../ui/forms/text-fields.tsx'
import { usePackageCalls } from './use-packages.ts'

const none = { number: '', receiver: '', day: '' }

/** Enters the receipt of the archive: number, receiver, day. */
export function ReceiptDialog({ job, onClose }: { job: PackageJob; onClose: () => void }) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const [typed, setTyped] = useState(none)
  const { busy, faults, run } = useAct(['number', 'receiver', 'day'])
  const { receive } = usePackageCalls()
  const field = textFields(typed, (key, text) => setTyped((old) => ({ ...old, [key]: text })), faults)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await receive(job.id, typed)
      notify.success('已登记移交回执，状态为已移交')
      onClose()
    })
  }
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <h2 id={id}>登记移交回执</h2>
      <p>{job.title}：登记后为已移交，档案在平台上仍可查阅。</p>
      <form noValidate onSubmit={submit}>
        <div className="x-dialog-fields">
          {field('number', '移交回执编号', { required: true, maxLength: 60 })}
          {field('receiver', '接收单位', { required: true, maxLength: 60 })}
          {field('day', '接收日期', { required: true, type: 'date' })}
          {faults['form'] !== undefined && <ErrorBox title="移交回执登记失败" detail={faults['form']} />}
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            登记移交回执
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
