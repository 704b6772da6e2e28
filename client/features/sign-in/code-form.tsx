import { useState, type FormEvent } from 'react'
import { askCode } from '../../platform/session/ask-code.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { SentCode } from '../../ui/forms/sent-code.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { useCaptcha } from './use-captcha.ts'
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
  const [value, setValue] = useState({ mobile: '', code: '' })
  const captcha = useCaptcha()
  const send = (mobile: string) =>
    captcha
      .within((solved) => askCode('login', mobile, solved))
      .then(
        () => true,
        (error: unknown) => {
          onFailed(error)
          return false
        },
      )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit(value.mobile, value.code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <SentCode
        to={value.mobile}
        code={value.code}
        toFault={faults.mobile}
        codeFault={faults.code}
        help="登记在账号上的手机号"
        sent="手机号登记过的话，验证码已经发出，5 分钟内有效"
        send={send}
        onTo={(mobile) => setValue({ ...value, mobile })}
        onCode={(code) => setValue({ ...value, code })}
      />
      {captcha.needed && <CaptchaField asked={captcha} fault={faults.captcha} />}
      {faults.form !== undefined && <ErrorBox title="登录失败" detail={faults.form} />}
      <Button type="submit" look="primary" large className="signin-submit" busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </Button>
    </form>
  )
}
