import { useState, type FormEvent } from 'react'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { askCode } from '../../platform/session/ask-code.ts'
import type { Session } from '../../platform/session/session.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { SentCode } from '../../ui/forms/sent-code.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { OutsideSignInPanel } from './outside-sign-in-panel.tsx'
import { useAccount, useAccountActs } from './use-account.ts'

/** Phone and mail; both want the password, because whoever holds the phone can set a new one. */
export function ContactTab({ session }: { session: Session }) {
  const { data, error, refetch } = useAccount()
  if (error && !data)
    return <ErrorBox title="手机与邮箱打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return (
    <div className="personal-panels">
      <MobileForm now={data.mobile} teacher={session.role === 2} />
      <EmailForm now={data.email} />
      <OutsideSignInPanel />
    </div>
  )
}

function MobileForm({ now, teacher }: { now: string | null; teacher: boolean }) {
  const { changeMobile } = useAccountActs()
  const { busy, faults, run } = useAct(['mobile', 'code', 'password'])
  const [values, setValues] = useState({ mobile: '', code: '', password: '' })
  const put = (part: Partial<typeof values>) => setValues({ ...values, ...part })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await run(() => changeMobile(values.mobile, values.code, values.password)))) return
    setValues({ mobile: '', code: '', password: '' })
    notify.success('手机号已更换')
  }
  return (
    <Panel title="登录手机号" beside={<span className="x-soft x-dense">{now ?? '没有登记'}</span>}>
      <form className="personal-form" noValidate onSubmit={(event) => void submit(event)}>
        <SentCode
          label="新手机号"
          to={values.mobile}
          code={values.code}
          toFault={faults['mobile']}
          codeFault={faults['code']}
          help={`用于登录和找回密码。${teacher ? '档案“联系方式”里的手机号码一起更换。' : ''}`}
          sent="验证码已发送，5 分钟内有效"
          send={(mobile) => run(() => askCode('bind', mobile))}
          onTo={(mobile) => put({ mobile })}
          onCode={(code) => put({ code })}
        />
        <TextField
          secret
          label="登录密码（换手机号）"
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={values.password}
          onChange={(password) => put({ password })}
          fault={faults['password']}
        />
        {faults['form'] !== undefined && <ErrorBox title="办理失败" detail={faults['form']} />}
        <Button type="submit" look="primary" large busy={busy}>
          更换手机号
        </Button>
      </form>
    </Panel>
  )
}

function EmailForm({ now }: { now: string | null }) {
  const { askEmailCode, changeEmail } = useAccountActs()
  const { busy, faults, run } = useAct(['email', 'code', 'password'])
  const [{ email, code, password }, setValues] = useState({ email: '', code: '', password: '' })
  const put = (part: { email?: string; code?: string; password?: string }) =>
    setValues((now) => ({ ...now, ...part }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await run(() => changeEmail(email, code, password)))) return
    setValues({ email: '', code: '', password: '' })
    notify.success(email.trim() === '' ? '邮箱已移除' : '邮箱已更换')
  }
  return (
    <Panel title="邮箱" beside={<span className="x-soft x-dense">{now ?? '没有登记'}</span>}>
      <form className="personal-form" noValidate onSubmit={(event) => void submit(event)}>
        <SentCode
          by="mail"
          label="新邮箱"
          to={email}
          code={code}
          toFault={faults['email']}
          codeFault={faults['code']}
          help="用于消息提醒和单位联系您，不用于登录。空着保存就是移除邮箱，无需验证码。"
          sent="验证码已发送，5 分钟内有效"
          send={(to) => run(() => askEmailCode(to))}
          onTo={(to) => put({ email: to })}
          onCode={(typed) => put({ code: typed })}
        />
        <TextField
          secret
          label="登录密码（换邮箱）"
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={password}
          onChange={(typed) => put({ password: typed })}
          fault={faults['password']}
        />
        {faults['form'] !== undefined && <ErrorBox title="邮箱更换失败" detail={faults['form']} />}
        <Button type="submit" look="primary" large busy={busy}>
          保存邮箱
        </Button>
      </form>
    </Panel>
  )
}
