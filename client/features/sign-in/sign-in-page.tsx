import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { DisplaySwitches } from '../../ui/display-switches.tsx'
import { Logo } from '../../ui/logo.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { AccountChooser } from './account-chooser.tsx'
import { Scene } from './scene.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import './sign-in.css'

/** The one way in for teachers, schools, authorities and experts. */
export function SignInPage() {
  usePageTitle('登录')
  const { state } = useLocation()
  const signing = useSignIn()
  // Kept for the second step only; never rendered, never stored.
  const typed = useRef({ account: '', password: '' })
  return (
    <div className="signin">
      <div className="signin-scene">
        <Scene />
        <p className="signin-brand x-display">
          <Logo size={44} />
          <span>
            <b>杏坛</b>
            <small>教师发展与教师档案平台</small>
          </span>
        </p>
      </div>
      <div className="signin-side">
        <header className="signin-top">
          <Link to={homeOf(null)}>返回门户</Link>
          <DisplaySwitches />
        </header>
        <main className="signin-main">
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
              interrupted={typeof state === 'object' && state !== null && 'asked' in state}
              onSubmit={(account, password) => {
                typed.current = { account, password }
                return signing.submit(account, password)
              }}
            />
          )}
          <footer className="signin-foot">
            <p>首次登录用身份证件号，初始密码由本校管理员发放。</p>
            <p>忘记密码或登录不了，请联系本校管理员；学校管理员请联系县区教育局。</p>
          </footer>
        </main>
      </div>
    </div>
  )
}
