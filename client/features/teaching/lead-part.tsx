import { useState } from 'react'
import type { ActivityBoard } from '../../../catalogue/contract/teaching/activities.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useActivityCandidates, useTeachingCalls } from './use-teaching.ts'

/** Who leads the activity in the host's name; the host names another one, or goes on by itself. */
export function LeadPart({ id, lead }: { id: string; lead: ActivityBoard['lead'] }) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState('')
  const found = useActivityCandidates(id, { page: 1, pageSize: 20, q }, q.trim() !== '').data?.list ?? []
  const { name } = useTeachingCalls()
  const { busy, faults, run } = useAct(['teacherId'])
  const set = (teacherId: number | null) =>
    void run(async () => {
      await name(id, teacherId)
      notify.success(teacherId === null ? '由本单位办理' : '已定负责人')
      setQ('')
      setChosen('')
    })
  return (
    <Panel title="负责人">
      <div className="teaching-stack" data-testid="lead">
        <p>
          {lead === null
            ? '由本单位办理。'
            : `${lead.name}以本单位的名义负责${lead.mayAct ? '。' : '；现在已不是本单位的教研员、组长或主持人，由本单位办理。'}`}
        </p>
        <div className="teaching-fields">
          <TextField
            label="负责人姓名"
            value={q}
            onChange={setQ}
            help="本单位现任的教研员、组长或工作室主持人"
          />
          <Choice
            label="改由谁负责"
            value={chosen}
            fault={faults['teacherId']}
            options={found.map(({ teacherId, name: called, institution }) => ({
              code: String(teacherId),
              label: `${called}　${institution}`,
            }))}
            onChange={setChosen}
          />
        </div>
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        <div className="teaching-acts">
          <Button busy={busy} disabled={chosen === ''} onClick={() => set(Number(chosen))}>
            定为负责人
          </Button>
          {lead !== null && (
            <Button busy={busy} onClick={() => set(null)}>
              改由本单位办理
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
