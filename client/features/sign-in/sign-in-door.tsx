import { Link, useLocation } from 'react-router'
import { errors } from '../../../catalogue/errors.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { OutsideWays } from './outside-ways.tsx'
import './sign-in.css'
import { SignInSteps } from './sign-in-steps.tsx'
import { useSignIn } from './use-sign-in.ts'

/**
 * Signing in above the portal home, on the way to a page of a workspace.
 * @param props.page title of the page that was asked for
 * @param props.why why the session before has ended; null where there was none
 */
export function SignInDoor(props: { page: string; why: string | null; onClose: () => void }) {
  const { page, why, onClose } = props
  const dialog = useModalDialog(true, onClose)
  const signing = useSignIn(null)
  const { state } = useLocation()
  const title = why === null ? '登录' : '重新登录'
  return (
    <dialog ref={dialog} className="x-dialog signin-again" aria-label={title}>
      <SignInSteps signing={signing} title={title} lead={leadTo(page, why)} />
      {signing.choices === null && signing.second === null && <OutsideWays />}
      <div className="signin-acts signin-door">
        <Link to="/login/forget" state={state}>
          忘记密码
        </Link>
        <Button look="text" onClick={onClose}>
          暂不登录，浏览门户
        </Button>
      </div>
    </dialog>
  )
}

/** What signing in leads to, e.g. 请先登录，登录后打开“待办事项”. */
export function leadTo(page: string, why: string | null): string {
  const first =
    why === null ? '请先登录' : why === errors.sessionDead.sentence ? '登录已过期，请重新登录' : why
  return `${first}，登录后打开“${page}”`
}
