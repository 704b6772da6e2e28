import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { MessageChoices } from '../../../catalogue/contract/account/message-choices.ts'
import {
  outsideBound,
  outsideProviders,
  type OutsideProvider,
} from '../../../catalogue/contract/account/outside-accounts.ts'
import { codeSent } from '../../../catalogue/contract/account/personal.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { sealPassword } from '../../platform/session/seal-password.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SentCode } from '../../ui/forms/sent-code.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const url = '/api/v1/user/outsideAccount'

/** The own numbers at providers, where this installation sends to them. */
export function OutsidePanels({
  now: { ready, bound },
  choices,
}: {
  now: MessageChoices
  choices: readonly string[]
}) {
  return (['wecom', 'dingtalk'] as const).map(
    (provider) =>
      (ready[provider] || bound[provider] !== null) && (
        <OutsideForm
          key={`${provider} ${bound[provider] ?? ''}`}
          provider={provider}
          now={bound[provider]}
          ready={ready[provider]}
          choices={choices}
        />
      ),
  )
}

interface ProviderLine {
  readonly provider: OutsideProvider
  readonly now: string | null
  readonly ready: boolean
  readonly choices: readonly string[]
}

function OutsideForm({ provider, now, ready, choices }: ProviderLine) {
  const { label, subject: asked } = outsideProviders[provider]
  const { busy, faults, run } = useAct(['subject', 'code', 'password'])
  const client = useQueryClient()
  const [{ subject, code, password }, setValues] = useState({ subject: '', code: '', password: '' })
  const put = (part: { subject?: string; code?: string; password?: string }) =>
    setValues((before) => ({ ...before, ...part }))
  const again = () => client.invalidateQueries({ queryKey: choices })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const done = await run(async () => {
      const body = { provider, subject: subject.trim(), code: code.trim(), ...(await sealPassword(password)) }
      await api.put(url, { schema: outsideBound, body })
    })
    if (!done) return
    notify.success(`已绑定${label}`)
    await again()
  }
  async function unbind() {
    const text = `以后不再用${label}提醒您；要恢复须重新绑定。`
    if (!(await confirm({ title: `解除绑定${label}？`, text, ok: '解除绑定', danger: true }))) return
    const done = await run(
      async () => void (await api.del(url, { schema: z.boolean(), query: { provider } })),
    )
    if (!done) return
    notify.success(`已解除绑定${label}`)
    await again()
  }
  return (
    <Panel title={label} beside={<span className="x-soft x-dense">{now ?? '没有绑定'}</span>}>
      {now !== null && (
        <Button busy={busy} onClick={() => void unbind()}>
          解除绑定
        </Button>
      )}
      {ready && (
        <form className="personal-form" noValidate onSubmit={(event) => void submit(event)}>
          <SentCode
            by={provider}
            label={asked}
            to={subject}
            code={code}
            toFault={faults['subject']}
            codeFault={faults['code']}
            help={`单位通讯录里的账号，不知道时问单位的${label}管理员。验证码会发到您的${label}。`}
            sent="验证码已发送，5 分钟内有效"
            send={(to) =>
              run(async () => {
                const body = { provider, subject: to }
                await api.post('/api/v1/user/outsideCode', { schema: codeSent, body, quiet: true })
              })
            }
            onTo={(to) => put({ subject: to })}
            onCode={(typed) => put({ code: typed })}
          />
          <TextField
            secret
            label={`登录密码（绑定${label}）`}
            name="password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={(typed) => put({ password: typed })}
            fault={faults['password']}
          />
          {faults['form'] !== undefined && <ErrorBox title="绑定失败" detail={faults['form']} />}
          <Button type="submit" look="primary" large busy={busy}>
            {now === null ? `绑定${label}` : `换绑${label}`}
          </Button>
        </form>
      )}
    </Panel>
  )
}
