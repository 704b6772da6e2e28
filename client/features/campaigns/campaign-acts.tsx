import { useId, useState } from 'react'
import type { CampaignAct, CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useCampaignCalls } from './use-campaigns.ts'
import { actLabels } from './words.tsx'

const consequences: Readonly<Record<CampaignAct, string>> = {
  open: '开放以后，范围内的教师都能看到并申报；级别、名额、公示等规则不能再改。',
  extend: '已经开始申报的教师会收到消息。',
  close: '截止以后不能再提交申报；需要时可以延期。',
  finish: '结束以后不能再延期、分配名额和排序；已经立项的照常办理。',
  cancel: '取消以后不能恢复；正在申报的教师会收到消息。',
}

/** What the office that holds a campaign may do with it now; each is asked for with what follows from it. */
export function CampaignActs({ view }: { view: CampaignView }) {
  const [asking, setAsking] = useState<CampaignAct | null>(null)
  if (view.acts.length === 0) return null
  return (
    <div className="campaign-acts">
      {view.acts.map((act) => (
        <Button
          key={act}
          look={act === 'open' ? 'primary' : act === 'cancel' ? 'danger' : 'plain'}
          onClick={() => setAsking(act)}
        >
          {actLabels[act]}
        </Button>
      ))}
      {asking && <ActDialog key={asking} view={view} act={asking} onDone={() => setAsking(null)} />}
    </div>
  )
}

function ActDialog({ view, act, onDone }: { view: CampaignView; act: CampaignAct; onDone: () => void }) {
  const calls = useCampaignCalls(view.type)
  const dialog = useModalDialog(true, onDone)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const id = useId()
  const { busy, faults, run } = useAct(['reason', 'until'])
  const asksReason = act === 'extend' || (act === 'cancel' && view.state !== 'draft')
  const send = async () => {
    const body = { version: view.version, reason, ...(act === 'extend' && { until }) }
    await calls.act(view.id, act, body)
    notify.success(`${actLabels[act]}：已办理`)
    onDone()
  }
  return (
    <dialog ref={dialog} className="x-dialog xr-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{actLabels[act]}</h2>
      <p>{consequences[act]}</p>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      {act === 'extend' && (
        <TextField
          label="新的截止时间"
          type="datetime-local"
          value={until}
          onChange={setUntil}
          fault={faults['until']}
          required
        />
      )}
      {asksReason && (
        <TextField label="原因" value={reason} onChange={setReason} fault={faults['reason']} required />
      )}
      <footer>
        <Button onClick={onDone}>取消</Button>
        <Button look={act === 'cancel' ? 'danger' : 'primary'} busy={busy} onClick={() => void run(send)}>
          {actLabels[act]}
        </Button>
      </footer>
    </dialog>
  )
}
