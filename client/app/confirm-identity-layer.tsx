import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { api } from '../platform/api/api.ts'
import { identityQuestion } from '../platform/session/confirm-identity.ts'
import { sealPassword } from '../platform/session/seal-password.ts'
import { useAct } from '../platform/api/use-act.ts'
import { Button } from '../ui/forms/button.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { useModalDialog } from '../ui/feedback/modal-dialog.ts'
import { TextField } from '../ui/forms/text-field.tsx'

/**
 * The dialog of `confirmIdentity`: the password once more, or a code of the phone; then what was begun goes
 * on.
 */
export function ConfirmIdentityLayer() {
  const asked = identityQuestion.use()
  return asked && <Asking answer={asked.answer} />
}

function Asking({ answer }: { answer: (shown: boolean) => void }) {
  const dialog = useModalDialog(true, () => answer(false))
  const [byCode, setByCode] = useState(false)
  const [typed, setTyped] = useState('')
  const { busy, faults, setFaults, run } = useAct(['password', 'code'])
  async function submit(event: FormEvent) {
    event.preventDefault()
    // The dialog may stand within a form of the page, as React sees it.
    event.stopPropagation()
    if (typed.trim() === '')
      return setFaults(byCode ? { code: '请填写动态码' } : { password: '请填写登录密码' })
    const done = await run(async () => {
      const body = byCode ? { code: typed.trim() } : await sealPassword(typed)
      await api.post('/api/v1/user/confirm', { schema: z.boolean(), body, quiet: true })
    })
    if (done) answer(true)
  }
  const change = () => {
    setByCode(!byCode)
    setTyped('')
    setFaults({})
  }
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="x-identity">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <h2 id="x-identity">再确认一次身份</h2>
        <p>这一步涉及他人的信息或账号安全。确认后五分钟内不再询问。</p>
        <div className="x-dialog-fields">
          {byCode ? (
            <TextField
              key="code"
              label="动态码"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={typed}
              onChange={setTyped}
              fault={faults['code']}
              help="手机验证程序上的 6 位数字"
            />
          ) : (
            <TextField
              key="password"
              secret
              label="登录密码（确认身份）"
              name="password"
              autoComplete="current-password"
              maxLength={200}
              value={typed}
              onChange={setTyped}
              fault={faults['password']}
            />
          )}
          <Button look="text" onClick={change}>
            {byCode ? '改用登录密码' : '改用动态码'}
          </Button>
          {faults['form'] !== undefined && <ErrorBox title="确认失败" detail={faults['form']} />}
        </div>
        <footer>
          <Button onClick={() => answer(false)}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            确认
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
