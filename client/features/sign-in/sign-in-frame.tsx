import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { DisplaySwitches } from '../../ui/look/display-switches.tsx'
import { Logo } from '../../ui/look/logo.tsx'
import { Scene } from './scene.tsx'
import './sign-in.css'

/** The picture on one side, what is to be filled in on the other. */
export function SignInFrame({ children }: { children: ReactNode }) {
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
        <main className="signin-main">{children}</main>
      </div>
    </div>
  )
}
