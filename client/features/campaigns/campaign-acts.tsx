import { useId, useState } from 'react'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { AnyCampaignMove } from '../../../catalogue/processes/campaigns.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { campaignCalled, useCampaignCalls } from './use-campaigns.ts'
import { moveOf } from './words.tsx'

/** What the office that holds a campaign may do with it now; each is asked for with what follows from it. */
export function CampaignActs({ view }: { view: CampaignView }) {
  const [asking, setAsking] = useState<AnyCampaignMove | null>(null)
  if (view.acts.length === 0) return null
  const definition = campaignCalled(view.type)
  const moves = view.acts.flatMap((act) => moveOf(definition, view, act) ?? [])
  return (
    <div className="campaign-acts">
      {moves.map((move) => (
        <Button key={move.name} look={looks[move.tone ?? 'forward']} onClick={() => setAsking(move)}>
          {move.label}
        </Button>
      ))}
      {asking && <ActDialog key={asking.name} view={view} move={asking} onDone={() => setAsking(null)} />}
    </div>
  )
}

const looks = { forward: 'primary', quiet: 'plain', refuses: 'danger' } as const

function ActDialog(props: { view: CampaignView; move: AnyCampaignMove; onDone: () => void }) {
  const { view, move, onDone } = props
  const { name, label, warning, reason: asksReason, extends: window, tone } = move
  const calls = useCampaignCalls(view.type)
  const dialog = useModalDialog(true, onDone)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const id = useId()
  const { busy, faults, run } = useAct(['reason', 'until'])
  const send = async () => {
    const body = { version: view.version, reason, ...(window !== undefined && { until }) }
    await calls.act(view.id, name, body)
    notify.success(`${label}：已办理`)
    onDone()
  }
  return (
    <dialog ref={dialog} className="x-dialog xr-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{label}</h2>
      {warning !== undefined && <p>{warning}</p>}
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="x-dialog-fields">
        {window !== undefined && (
          <TextField
            label="新的截止时间"
            type="datetime-local"
            value={until}
            onChange={setUntil}
            fault={faults['until']}
            required
          />
        )}
        {asksReason !== undefined && (
          <TextField
            label="原因"
            value={reason}
            onChange={setReason}
            fault={faults['reason']}
            required={asksReason === 'required'}
          />
        )}
      </div>
      <footer>
        <Button onClick={onDone}>取消</Button>
        <Button look={tone === 'refuses' ? 'danger' : 'primary'} busy={busy} onClick={() => void run(send)}>
          {label}
        </Button>
      </footer>
    </dialog>
  )
}
