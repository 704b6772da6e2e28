import { useState, type FormEvent } from 'react'
import {
  rosterEvent,
  rosterEvents,
  type RosterApp,
} from '../../../catalogue/contract/administration/roster.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { secretShown } from './secret-shown.ts'
import { useRosterActs } from './use-roster.ts'

/** Where an app hears of changes, of which, and its secret. */
export function HookForm({ one: { app, name, hook } }: { one: RosterApp }) {
  const { busy, faults, run } = useAct(['url', 'events'])
  const { keepHook } = useRosterActs(app)
  const [typed, setTyped] = useState({
    url: hook?.url ?? '',
    events: hook?.events ?? rosterEvent.options,
    enabled: hook?.enabled ?? true,
  })
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const version = hook === null ? {} : { version: hook.version }
      const { secret } = await keepHook({ ...typed, ...version })
      if (secret !== null) secretShown.set({ app, secret })
      notify.success('变更通知已保存')
    })
  }
  return (
    <Panel title={`向“${name}”通知变更`}>
      <form noValidate onSubmit={submit} className="roster-form">
        {faults['form'] !== undefined && (
          <ErrorBox title="保存失败，您的填写已保留" detail={faults['form']} />
        )}
        <TextField
          label="接收地址"
          help="由对方提供，以 https:// 开头；平台用 POST 发送，不跟随跳转"
          maxLength={500}
          value={typed.url}
          fault={faults['url']}
          onChange={(url) => put({ url })}
        />
        <fieldset className="roster-checks">
          <legend>通知哪些变更</legend>
          {rosterEvent.options.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={typed.events.includes(event)}
                onChange={({ target }) =>
                  put({
                    events: target.checked
                      ? [...typed.events, event]
                      : typed.events.filter((other) => other !== event),
                  })
                }
              />
              {rosterEvents[event]}
            </label>
          ))}
          {faults['events'] !== undefined && <p className="roster-fault">{faults['events']}</p>}
        </fieldset>
        <label className="roster-check">
          <input
            type="checkbox"
            checked={typed.enabled}
            onChange={({ target }) => put({ enabled: target.checked })}
          />
          启用
        </label>
        <Button type="submit" look="primary" busy={busy}>
          保存通知设置
        </Button>
      </form>
      {hook !== null && <Secret app={app} oldUntil={hook.oldUntil} />}
    </Panel>
  )
}

function Secret({ app, oldUntil }: { app: string; oldUntil: string | null }) {
  const shown = secretShown.use()
  const { turnSecret } = useRosterActs(app)
  const turn = async () => {
    const text = '新旧两个密钥在一天内都会签名，请在此期间让对方换上新的。'
    if (!(await confirm({ title: '更换签名密钥？', text, ok: '更换密钥' }))) return
    await turnSecret().then(
      ({ secret }) => secretShown.set({ app, secret }),
      (fault: unknown) => notify.error(sentenceOf(fault)),
    )
  }
  return (
    <div className="roster-secret">
      {shown?.app === app && (
        <output aria-label="签名密钥" data-testid="roster-secret">
          签名密钥只显示这一次，请现在交给对方的维护人员：<code>{shown.secret}</code>
        </output>
      )}
      {oldUntil !== null && <p className="x-soft">原来的密钥在 {listTime(oldUntil)} 前仍然签名。</p>}
      <Button onClick={() => void turn()}>更换签名密钥</Button>
    </div>
  )
}
