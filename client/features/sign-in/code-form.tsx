import { useState, type FormEvent } from 'react'
import { useCode } from '../../platform/use-code.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/notify.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { Faults } from './use-sign-in.ts'

/** Phone and the code sent to it. */
export function CodeForm({
  busy,
  faults,
  onFailed,
  onSubmit,
}: {
  busy: boolean
  faults: Faults
  onFailed: (error: unknown) => void
  onSubmit: (mobile: string, code: string) => Promise<Faults>
}) {
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const { left, ask } = useCode('login')
  const send = async () => {
    try {
      await ask(mobile)
      notify.success('手机号登记过的话，验证码已经发出，5 分钟内有效', { stay: 4000 })
    } catch (error) {
      onFailed(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit(mobile, code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="手机号"
        name="mobile"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={11}
        value={mobile}
        onChange={setMobile}
        fault={faults.mobile}
        help="登记在账号上的手机号"
      />
      <TextField
        label="短信验证码"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={setCode}
        fault={faults.code}
        beside={
          <Button disabled={left > 0} onClick={() => void send()}>
            {left > 0 ? `${left} 秒后可重发` : '获取验证码'}
          </Button>
        }
      />
      {faults.form !== undefined && <ErrorBox title="没能登录" detail={faults.form} />}
      <Button type="submit" look="primary" large className="signin-submit signin-gap" busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </Button>
    </form>
  )
}
