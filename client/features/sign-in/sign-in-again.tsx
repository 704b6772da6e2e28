import { useEffect, useRef } from 'react'
import type { EndedSession } from '../../platform/session/expiry.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import './sign-in.css'
import { SignInSteps } from './sign-in-steps.tsx'
import { useSignIn } from './use-sign-in.ts'

const stay = () => undefined

/**
 * Signing in above the page whose session has ended: the page stays as it is, and what was begun goes on. Esc
 * does not close it, because the page beneath can do nothing without a session.
 */
export function SignInAgain({ ended }: { ended: EndedSession }) {
  const dialog = useModalDialog(true, stay)
  const signing = useSignIn(null)
  const { choices, choose } = signing
  const { id, truename, organization } = ended.of
  // Of several identities the one whose page stands beneath is meant.
  const isOffered = choices?.some((one) => one.id === id) ?? false
  const chosen = useRef(false)
  useEffect(() => {
    if (!isOffered || chosen.current) return
    chosen.current = true
    void choose(id)
  }, [isOffered, id, choose])
  return (
    <dialog
      ref={dialog}
      className="x-dialog signin-again"
      aria-label="重新登录"
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => {
        // A second Esc closes a dialog in some browsers whatever the page says.
        if (currentTarget.isConnected) currentTarget.showModal()
      }}
    >
      <SignInSteps
        signing={signing}
        title="重新登录"
        lead={
          <>
            {ended.why}
            <br />
            原来是{truename}
            {organization && `（${organization.name}）`}。登录后页面留在原处，填写的内容都在。
          </>
        }
      />
      <Button look="text" onClick={ended.leave}>
        不再继续，回到门户首页
      </Button>
    </dialog>
  )
}
