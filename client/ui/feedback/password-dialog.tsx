import { Button } from '../forms/button.tsx'
import { useModalDialog } from './modal-dialog.ts'
import { notify } from './notify.ts'

/** A password that nobody will see again: to be written down or copied before the dialog is closed. */
export function PasswordDialog({
  name,
  password,
  onClose,
}: {
  name: string
  password: string
  onClose: () => void
}) {
  const dialog = useModalDialog(true, () => undefined)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password)
      notify.success('已复制')
    } catch {
      notify.warn('浏览器不让复制，请手工抄写')
    }
  }
  return (
    <dialog
      ref={dialog}
      className="x-dialog"
      aria-labelledby="x-password-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="x-password-title">{name}的一次性密码</h2>
      <p>
        本人没有登记手机号，或平台没有接通短信，所以显示在这里。只显示这一次，24
        小时内有效；请当面或电话告诉本人，首次登录后须修改。
      </p>
      <p>
        <output className="x-password x-num" aria-label="一次性密码" data-testid="one-time-password">
          {password}
        </output>
      </p>
      <footer>
        <Button icon="copy" onClick={() => void copy()}>
          复制
        </Button>
        <Button look="primary" onClick={onClose}>
          我已记录，关闭
        </Button>
      </footer>
    </dialog>
  )
}
