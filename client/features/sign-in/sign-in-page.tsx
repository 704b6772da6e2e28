import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { AccountChooser } from './account-chooser.tsx'
import { CodeForm } from './code-form.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { centreState, useSignIn, type Centre } from './use-sign-in.ts'

const ways = [
  { key: 'password', label: '密码登录' },
  { key: 'code', label: '短信登录' },
] as const

/** What the account centre's ticket led to, kept in the history entry and nowhere else. */
function centreIn(state: unknown): Centre | null {
  const found = z.object({ centre: centreState }).safeParse(state)
  return found.success ? found.data.centre : null
}

/** The one way in for teachers, schools, authorities and experts. */
export function SignInPage() {
  usePageTitle('登录')
  const { state } = useLocation()
  const [way, setWay] = useState<(typeof ways)[number]['key']>('password')
  const signing = useSignIn(centreIn(state))
  const { busy, faults, captcha } = signing
  const interrupted = typeof state === 'object' && state !== null && 'asked' in state
  return (
    <SignInFrame>
      {signing.second ? (
        <SecondStep step={signing.second} onEnter={signing.enter} onBack={signing.back} />
      ) : signing.choices ? (
        <AccountChooser
          choices={signing.choices}
          busy={busy}
          fault={faults.form ?? faults.password ?? faults.code}
          onChoose={(id) => void signing.choose(id)}
          onBack={signing.back}
        />
      ) : (
        <div className="signin-form">
          <h1 tabIndex={-1}>登录</h1>
          <p className="signin-lead signin-gap">
            {interrupted ? '刚才要打开的页面需要登录，登录后直接前往。' : '教师、学校和教育局用同一个入口'}
          </p>
          <StateTabs
            label="登录方式"
            tabs={ways}
            current={way}
            onSelect={(key) => {
              signing.clear()
              setWay(key)
            }}
          />
          {way === 'password' ? (
            <SignInForm busy={busy} faults={faults} captcha={captcha} onSubmit={signing.byPassword} />
          ) : (
            <CodeForm busy={busy} faults={faults} onFailed={signing.failed} onSubmit={signing.byCode} />
          )}
        </div>
      )}
      <footer className="signin-foot">
        <p>首次登录用身份证件号；初始密码发到登记的手机，没有登记手机的由系统管理员发放。</p>
        <p>
          忘记密码，<Link to="/login/forget">用手机号找回</Link>
          ；手机号没有登记过，请联系系统管理员。
        </p>
      </footer>
    </SignInFrame>
  )
}
