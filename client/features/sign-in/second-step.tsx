import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { userInfo, type UserInfo } from '../../../catalogue/contract/account/account.ts'
import { recoveryCodes } from '../../../catalogue/contract/account/sign-in.ts'
import { loginResult } from '../../../catalogue/contract/account/account.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { RecoveryCodes, TotpEnrolment } from '../../ui/forms/totp-enrolment.tsx'
import type { Second } from './use-sign-in.ts'

/**
 * The step after the password: a code of the phone, or putting a secret on it where the account must have
 * one.
 */
export function SecondStep({
  step,
  onEnter,
  onBack,
}: {
  step: Second
  onEnter: (info: UserInfo) => void
  onBack: () => void
}) {
  return (
    <div className="signin-form">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {step.enrolment ? '启用两步验证' : '两步验证'}
      </h1>
      {step.enrolment ? (
        <Enrol ticket={step.ticket} enrolment={step.enrolment} onEnter={onEnter} />
      ) : (
        <Code ticket={step.ticket} onEnter={onEnter} />
      )}
      <Button look="text" icon="left" onClick={onBack}>
        换一个账号
      </Button>
    </div>
  )
}

function Code({ ticket, onEnter }: { ticket: string; onEnter: (info: UserInfo) => void }) {
  const [code, setCode] = useState('')
  const { busy, faults, setFaults, run } = useAct(['code'])
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim().length < 6) return setFaults({ code: '请填写 6 位动态码' })
    await run(async () => {
      const result = await api.post('/api/v1/login/totp', {
        schema: loginResult,
        body: { ticket, code: code.trim() },
        quiet: true,
      })
      if ('token' in result) onEnter(result)
    })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p className="signin-lead">请再填写手机验证程序上的动态码。</p>
      <TextField
        label="动态码"
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        onChange={setCode}
        fault={faults['code']}
        help="6 位数字，每半分钟换一次；手机不在身边，可以填一个恢复码"
      />
      {faults['form'] !== undefined && <ErrorBox title="登录失败" detail={faults['form']} />}
      <Button type="submit" look="primary" large className="signin-submit" busy={busy}>
        登录
      </Button>
    </form>
  )
}

function Enrol({
  ticket,
  enrolment,
  onEnter,
}: {
  ticket: string
  enrolment: NonNullable<Second['enrolment']>
  onEnter: (info: UserInfo) => void
}) {
  const [entered, setEntered] = useState<{ user: UserInfo; recovery_codes: string[] } | null>(null)
  const { busy, faults, run } = useAct(['code'])
  if (entered) return <RecoveryCodes codes={entered.recovery_codes} onDone={() => onEnter(entered.user)} />
  const submit = (code: string) =>
    void run(async () => {
      const schema = z.object({ user: userInfo, ...recoveryCodes.shape })
      setEntered(
        await api.post('/api/v1/login/totp/enrol', {
          schema,
          body: { ticket, setup: enrolment.setup, code },
          quiet: true,
        }),
      )
    })
  return (
    <>
      <p className="signin-lead signin-gap">您的身份必须使用两步验证，设置好以后才能进入。</p>
      <TotpEnrolment
        qr={enrolment.qr}
        secret={enrolment.secret}
        busy={busy}
        faults={faults}
        onSubmit={submit}
      />
    </>
  )
}
