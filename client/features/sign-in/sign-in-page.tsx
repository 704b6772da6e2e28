import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { askedIn, pageAskedFor } from '../../platform/session/return-path.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { OutsideWays } from './outside-ways.tsx'
import { leadTo } from './sign-in-door.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignInSteps } from './sign-in-steps.tsx'
import { centreState, useSignIn, type Centre } from './use-sign-in.ts'

/** What the account centre's ticket led to, kept in the history entry and nowhere else. */
function centreIn(state: unknown): Centre | null {
  const found = z.object({ centre: centreState }).safeParse(state)
  return found.success ? found.data.centre : null
}

/** The one way in for teachers, schools, authorities and experts. */
export function SignInPage() {
  usePageTitle('登录')
  const { state } = useLocation()
  const signing = useSignIn(centreIn(state))
  const asked = pageAskedFor(askedIn(state))?.title
  return (
    <SignInFrame>
      <SignInSteps
        signing={signing}
        title="登录"
        lead={asked === undefined ? '教师、学校和教育局用同一个入口' : leadTo(asked, null)}
      />
      {signing.choices === null && signing.second === null && <OutsideWays />}
      <footer className="signin-foot">
        <p>首次登录用身份证件号；初始密码发到登记的手机，没有登记手机的由系统管理员发放。</p>
        <p>
          忘记密码，
          <Link to="/login/forget" state={state}>
            用手机号找回
          </Link>
          ；手机号没有登记过，请联系系统管理员。
        </p>
      </footer>
    </SignInFrame>
  )
}
