import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { usePageTitle } from '../../ui/page-title.ts'
import { AccountChooser } from './account-chooser.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignIn } from './use-sign-in.ts'

/** The one way in for teachers, schools, authorities and experts. */
export function SignInPage() {
  usePageTitle('登录')
  const { state } = useLocation()
  const signing = useSignIn()
  // Kept for the second step only; never rendered, never stored.
  const typed = useRef({ account: '', password: '' })
  return (
    <SignInFrame>
      {signing.choices ? (
        <AccountChooser
          choices={signing.choices}
          busy={signing.busy}
          fault={signing.faults.form ?? signing.faults.password}
          onChoose={(id) => void signing.submit(typed.current.account, typed.current.password, id)}
          onBack={signing.back}
        />
      ) : (
        <SignInForm
          busy={signing.busy}
          faults={signing.faults}
          captcha={signing.captcha}
          interrupted={typeof state === 'object' && state !== null && 'asked' in state}
          onSubmit={(account, password) => {
            typed.current = { account, password }
            return signing.submit(account, password)
          }}
        />
      )}
      <footer className="signin-foot">
        <p>首次登录用身份证件号，初始密码由本校管理员发放。</p>
        <p>
          忘记密码，<Link to="/login/forget">用手机号找回</Link>
          ；手机号没有登记过，请联系本校管理员，学校管理员请联系县区教育局。
        </p>
      </footer>
    </SignInFrame>
  )
}
