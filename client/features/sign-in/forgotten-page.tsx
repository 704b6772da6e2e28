import { useState, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { nextStep } from '../../../catalogue/contract/account/personal.ts'
import { passwordFault } from '../../../catalogue/rules/password.ts'
import { api } from '../../platform/api/api.ts'
import { askCode } from '../../platform/session/ask-code.ts'
import { sealPassword } from '../../platform/session/seal-password.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { NewPassword } from '../../ui/forms/new-password.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { SentCode } from '../../ui/forms/sent-code.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useCaptcha } from './use-captcha.ts'

const empty = { account: '', mobile: '', code: '', password: '', again: '' }
const nobody = { words: [], texts: [] }

/**
 * A new password by phone, in one page: who I am, the code, the password. Nothing says whether the account
 * exists.
 */
export function ForgottenPasswordPage() {
  usePageTitle('找回密码')
  const [values, setValues] = useState(empty)
  const { busy, faults, setFaults, run } = useAct(['account', 'mobile', 'code', 'password', 'captcha'])
  const captcha = useCaptcha()
  const navigate = useNavigate()
  // The page that was asked for before signing in.
  const { state } = useLocation()
  const put = (part: Partial<typeof empty>) => setValues({ ...values, ...part })

  const send = async (mobile: string) => {
    const account = values.account.trim()
    if (account !== '') {
      return run(async () => {
        await api.get('/api/v1/checkAccount', { schema: nextStep, query: { account }, quiet: true })
        await captcha.within((solved) => askCode('forget', mobile, solved))
      })
    }
    setFaults({ account: '请填写账号' })
    return false
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const weak = passwordFault(values.password, nobody)
    const missing = {
      ...(values.account.trim() === '' && { account: '请填写账号' }),
      ...(values.code.trim() === '' && { code: '请填写短信里的 6 位验证码' }),
      ...(weak !== undefined && { password: values.password === '' ? '请填写新密码' : weak }),
      ...(values.again !== values.password && { again: '两次填的新密码不一样' }),
    }
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    const done = await run(async () => {
      const body = {
        account: values.account.trim(),
        mobile: values.mobile.trim(),
        code: values.code.trim(),
        ...(await sealPassword(values.password)),
      }
      await api.put('/api/v1/forgetPwd', { schema: z.literal(true), body, quiet: true })
    })
    if (!done) return
    notify.success('密码已重设，请用新密码登录', { stay: 4000 })
    void navigate('/login', { state })
  }

  return (
    <SignInFrame>
      <form className="signin-form" noValidate onSubmit={(event) => void submit(event)}>
        <h1 tabIndex={-1}>找回密码</h1>
        <p className="signin-lead signin-gap">
          验证码发到您登记的手机号。设好新密码以后，所有设备都要重新登录。
        </p>
        <TextField
          label="账号"
          name="account"
          autoComplete="username"
          maxLength={60}
          value={values.account}
          onChange={(account) => put({ account })}
          fault={faults['account']}
          help="身份证件号、手机号或登录名都可以"
        />
        <SentCode
          to={values.mobile}
          code={values.code}
          toFault={faults['mobile']}
          codeFault={faults['code']}
          sent="账号和手机号对得上的话，验证码已经发出，5 分钟内有效"
          send={send}
          onTo={(mobile) => put({ mobile })}
          onCode={(code) => put({ code })}
        />
        {captcha.needed && <CaptchaField asked={captcha} fault={faults['captcha']} />}
        <NewPassword
          value={values.password}
          again={values.again}
          context={nobody}
          fault={faults['password']}
          againFault={faults['again']}
          onChange={(password) => put({ password })}
          onAgain={(again) => put({ again })}
        />
        {faults['form'] !== undefined && <ErrorBox title="办理失败" detail={faults['form']} />}
        <Button type="submit" look="primary" large className="signin-submit signin-gap" busy={busy}>
          设置新密码
        </Button>
      </form>
      <footer className="signin-foot">
        <p>
          想起来了，
          <Link to="/login" state={state}>
            返回登录
          </Link>
          。手机号没有登记过或者换了，请联系系统管理员。
        </p>
      </footer>
    </SignInFrame>
  )
}
