import { useState } from 'react'
import type { AppView } from '../../../../catalogue/contract/administration/apps.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { fullTime, sentenceTime } from '../../../platform/format.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useManageActs } from './use-manage.ts'

const fields = ['maintenance.from', 'maintenance.until', 'maintenance.note'] as const

/** A moment as an input has it, in Asia/Shanghai, and back. */
const typedOf = (at: string | undefined): string => (at === undefined ? '' : fullTime(at).replace(' ', 'T'))
const momentOf = (typed: string): string => (typed === '' ? '' : `${typed}:00+08:00`)

/** Announces when an app cannot be used: everybody sees it, and the app is closed for that time. */
export function MaintenanceForm({ app: { id, maintenance } }: { app: AppView }) {
  const { busy, faults, run } = useAct(fields)
  const { announce } = useManageActs()
  const [from, setFrom] = useState(typedOf(maintenance?.from))
  const [until, setUntil] = useState(typedOf(maintenance?.until))
  const [note, setNote] = useState(maintenance?.note ?? '')
  const save = () =>
    run(async () => {
      await announce.mutateAsync({ id, maintenance: { from: momentOf(from), until: momentOf(until), note } })
      notify.success('已公告')
    })
  const take = () =>
    run(async () => {
      await announce.mutateAsync({ id, maintenance: null })
      notify.success('已撤销公告')
    })
  return (
    <Panel
      title="维护公告"
      beside={
        maintenance && (
          <span className="x-soft x-dense">
            {sentenceTime(maintenance.from)}至{sentenceTime(maintenance.until)}
          </span>
        )
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="app-fields">
          <TextField
            label="开始"
            type="datetime-local"
            value={from}
            onChange={setFrom}
            fault={faults['maintenance.from']}
          />
          <TextField
            label="结束"
            type="datetime-local"
            value={until}
            onChange={setUntil}
            fault={faults['maintenance.until']}
          />
          <TextField
            label="说明"
            value={note}
            onChange={setNote}
            maxLength={100}
            fault={faults['maintenance.note']}
          />
        </div>
        {faults['form'] !== undefined && <p className="app-fault">{faults['form']}</p>}
        <Button type="submit" busy={busy}>
          公告维护
        </Button>
        {maintenance && (
          <Button look="text" busy={busy} onClick={() => void take()}>
            撤销公告
          </Button>
        )}
      </form>
    </Panel>
  )
}
