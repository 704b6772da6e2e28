import { useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  messagePace,
  type MessageChoices,
  type MessagePace,
} from '../../../catalogue/contract/account/message-choices.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/forms/labelled.css'

const paces = { instant: '随时', daily: '每天汇总一次', weekly: '每周一汇总一次' } as const

/** When mails and short messages may come, and when not. */
export function PaceForm({ now, choices }: { now: MessagePace; choices: readonly unknown[] }) {
  const [pace, setPace] = useState(now)
  const { busy, faults, run } = useAct(['at', 'quietFrom', 'quietTo'])
  const client = useQueryClient()
  const change = (part: Partial<MessagePace>) => setPace({ ...pace, ...part })
  const quiet = pace.quietFrom !== null
  const save = async () => {
    const done = await run(async () => {
      const kept = await api.put('/api/v1/user/messagePace', { schema: messagePace, body: pace })
      client.setQueryData<MessageChoices>([...choices], (all) => all && { ...all, pace: kept })
    })
    if (done) notify.success('提醒时间已保存')
  }
  return (
    <Panel title="什么时候提醒">
      <p className="x-soft">只管邮件和短信；站内消息随时都有，账号安全的提醒不受限制。</p>
      <form
        className="personal-pace"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset>
          <legend>提醒方式</legend>
          {(['instant', 'daily', 'weekly'] as const).map((every) => (
            <label key={every}>
              <input
                type="radio"
                name="every"
                checked={pace.every === every}
                onChange={() => change({ every })}
              />
              {paces[every]}
            </label>
          ))}
        </fieldset>
        {pace.every !== 'instant' && (
          <Hour label="汇总时间" value={pace.at} fault={faults['at']} onChange={(at) => change({ at })} />
        )}
        {pace.every === 'instant' && (
          <fieldset>
            <legend>免打扰</legend>
            <label>
              <input
                type="checkbox"
                checked={quiet}
                onChange={() =>
                  change(
                    quiet ? { quietFrom: null, quietTo: null } : { quietFrom: '18:30', quietTo: '08:00' },
                  )
                }
              />
              每天有一段时间不提醒
            </label>
            {quiet && (
              <>
                <Hour
                  label="开始"
                  value={pace.quietFrom ?? ''}
                  fault={faults['quietFrom']}
                  onChange={(quietFrom) => change({ quietFrom })}
                />
                <Hour
                  label="结束"
                  value={pace.quietTo ?? ''}
                  fault={faults['quietTo']}
                  onChange={(quietTo) => change({ quietTo })}
                />
              </>
            )}
          </fieldset>
        )}
        <label>
          <input
            type="checkbox"
            checked={pace.workdays}
            onChange={() => change({ workdays: !pace.workdays })}
          />
          周末和节假日不提醒，留到下一个工作日
        </label>
        {faults['form'] !== undefined && <ErrorBox title="保存失败" detail={faults['form']} />}
        <Button
          type="submit"
          look="primary"
          busy={busy}
          disabled={JSON.stringify(pace) === JSON.stringify(now)}
        >
          保存提醒时间
        </Button>
      </form>
    </Panel>
  )
}

function Hour({
  label,
  value,
  fault,
  onChange,
}: {
  label: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="x-labelled">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault && (
        <span className="x-field-fault" id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
