import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { Fault } from './fault.tsx'
import { PasswordInput } from './password-input.tsx'
import type { CaptchaAsked } from './use-captcha.ts'
import type { Faults } from './use-sign-in.ts'

/** Account and password. Faults stand under their field, are read out, and the first faulty field takes the focus. */
export function SignInForm({
  busy,
  faults,
  captcha,
  onSubmit,
}: {
  busy: boolean
  faults: Faults
  captcha: CaptchaAsked
  onSubmit: (account: string, password: string) => Promise<Faults>
}) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const accountId = useId()
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
      <div className="signin-field">
        <label htmlFor={accountId}>账号</label>
        <input
          ref={accountInput}
          id={accountId}
          name="account"
          className="signin-input"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          required
          aria-invalid={faults.account !== undefined}
          aria-describedby={`${accountId}-note`}
        />
        <Fault text={faults.account} />
        <p id={`${accountId}-note`} className="signin-help">
          身份证件号、手机号或登录名都可以
        </p>
      </div>
      <PasswordInput ref={passwordInput} value={password} fault={faults.password} onChange={setPassword} />
      {captcha.needed && <CaptchaField ref={captchaInput} asked={captcha} fault={faults.captcha} />}
      {/* Always there, because a live region that appears together with its text is often not read. */}
      <div aria-live="assertive" className="x-hidden">
        {[faults.account, faults.password, faults.captcha].filter(Boolean).join('，')}
      </div>
      {faults.form !== undefined && <ErrorBox title="没能登录" detail={faults.form} />}
      <Button type="submit" look="primary" large className="signin-submit" busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </Button>
    </form>
  )
}
