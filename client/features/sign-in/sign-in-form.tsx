import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { CaptchaField } from './captcha-field.tsx'
import type { CaptchaAsked } from './use-captcha.ts'
import type { Faults } from './use-sign-in.ts'

export interface AskedAccounts {
  readonly label: string
  readonly help: string
  readonly maxLength: number
}
const ownAccounts: AskedAccounts = { label: '账号', help: '身份证件号、手机号或登录名都可以', maxLength: 60 }

/**
 * Account and password. Faults stand under their field, are read out, and the first faulty field takes the
 * focus.
 */
export function SignInForm({
  accounts = ownAccounts,
  busy,
  faults,
  captcha,
  onSubmit,
}: {
  /** Whose accounts are asked for; those of the portal unless given. */
  accounts?: AskedAccounts
  busy: boolean
  faults: Faults
  captcha: CaptchaAsked
  onSubmit: (account: string, password: string) => Promise<Faults>
}) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const accountInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const captchaInput = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = await onSubmit(account, password)
    if (found.account !== undefined) accountInput.current?.focus()
    else if (found.password !== undefined) passwordInput.current?.select()
    else if (found.captcha !== undefined) captchaInput.current?.focus()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        ref={accountInput}
        label={accounts.label}
        name="account"
        autoComplete="username"
        maxLength={accounts.maxLength}
        required
        value={account}
        onChange={setAccount}
        fault={faults.account}
        help={accounts.help}
      />
      <TextField
        ref={passwordInput}
        secret
        label="密码"
        name="password"
        autoComplete="current-password"
        maxLength={200}
        required
        value={password}
        onChange={setPassword}
        fault={faults.password}
      />
      {captcha.needed && <CaptchaField ref={captchaInput} asked={captcha} fault={faults.captcha} />}
      {faults.form !== undefined && <ErrorBox title="登录失败" detail={faults.form} />}
      <Button type="submit" look="primary" large className="signin-submit" busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </Button>
    </form>
  )
}
