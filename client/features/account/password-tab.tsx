import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { passwordDueSentences } from '../../../catalogue/contract/account/account.ts'
import { passwordFault } from '../../../catalogue/rules/password.ts'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { sentenceDate } from '../../platform/format.ts'
import type { Session } from '../../platform/session/session.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { NewPassword } from '../../ui/forms/new-password.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAccount, useAccountActs } from './use-account.ts'

const nobody = { words: [], texts: [] }

/** Why the page opened by itself. */
function dueSentence({ is_simple, is_reset }: Session): string | undefined {
  if (is_simple === 1) return passwordDueSentences.simple
  return is_reset === 1 ? passwordDueSentences.old : undefined
}

/** The own password: rules first, strength in words, other devices end. */
export function PasswordTab({ session }: { session: Session }) {
  const { data } = useAccount()
  const { changePassword } = useAccountActs()
  const { busy, faults, setFaults, run } = useAct(['old_password', 'password'])
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const navigate = useNavigate()
  const context = data ?? nobody
  const due = dueSentence(session)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const weak = passwordFault(fresh, context)
    const empty = {
      ...(old === '' && { old_password: '请填写原密码' }),
      ...(weak !== undefined && { password: fresh === '' ? '请填写新密码' : weak }),
      ...(again !== fresh && { again: '两次填的新密码不一样' }),
    }
    setFaults(empty)
    if (Object.keys(empty).length > 0) return
    const done = await run(() => changePassword(old, fresh))
    if (!done) return
    setOld('')
    setFresh('')
    setAgain('')
    notify.success('密码已修改，其他设备已退出登录')
    if (due !== undefined) void navigate(homeOf(session.role), { replace: true })
  }

  return (
    <Panel title="修改密码">
      {due !== undefined && (
        <ErrorBox title={due} detail="改好以后就可以继续使用，已经填写的内容不受影响。" />
      )}
      {data?.password_changed_at && (
        <p className="x-soft x-dense personal-gap">
          上次修改是{sentenceDate(data.password_changed_at)}。
          {data.password_days_left !== null &&
            data.password_days_left > 0 &&
            `${data.password_days_left} 天后须再改一次。`}
        </p>
      )}
      <form className="personal-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          secret
          label="原密码"
          name="old-password"
          autoComplete="current-password"
          maxLength={200}
          value={old}
          onChange={setOld}
          fault={faults['old_password']}
        />
        <NewPassword
          value={fresh}
          again={again}
          context={context}
          fault={faults['password']}
          againFault={faults['again']}
          onChange={setFresh}
          onAgain={setAgain}
        />
        {faults['form'] !== undefined && <ErrorBox title="密码没能修改" detail={faults['form']} />}
        <Button type="submit" look="primary" large busy={busy}>
          修改密码
        </Button>
      </form>
    </Panel>
  )
}
