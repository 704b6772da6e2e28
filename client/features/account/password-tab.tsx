import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { passwordDueSentences, type PasswordDue } from '../../../catalogue/contract/account/account.ts'
import type { Account } from '../../../catalogue/contract/account/personal.ts'
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

/** Why the page opened by itself: a reproach only where the password is at fault. */
function Due({ due }: { due: PasswordDue }) {
  if (due === 'simple' || due === 'old')
    return (
      <ErrorBox title={passwordDueSentences[due]} detail="改好以后就可以继续使用，已经填写的内容不受影响。" />
    )
  return (
    <p className="personal-gap">
      <b>{passwordDueSentences[due]}</b>，设好以后就可以使用。一次性密码随即作废。
    </p>
  )
}

/** What is said where a password is replaced that others gave, and where the own one is changed. */
const words = {
  given: { act: '设置新密码', old: '一次性密码', done: '新密码已设置', failed: '新密码没有设置成' },
  own: { act: '修改密码', old: '原密码', done: '密码已修改，其他设备已退出登录', failed: '密码修改失败' },
} as const

function LastChange({
  account: { password_changed_at: at, password_days_left: left },
}: {
  account: Account
}) {
  if (at === null) return null
  return (
    <p className="x-soft x-dense personal-gap">
      上次修改是{sentenceDate(at)}。{left !== null && left > 0 && `${left} 天后须再改一次。`}
    </p>
  )
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
  const due = session.password_due
  const isFirst = due === 'first' || due === 'reset'
  const say = words[isFirst ? 'given' : 'own']
  const asksOld = isFirst ? data?.replaces_one_time === false : true

  async function submit(event: FormEvent) {
    event.preventDefault()
    const weak = passwordFault(fresh, context)
    const empty = {
      ...(asksOld && old === '' && { old_password: `请填写${say.old}` }),
      ...(weak !== undefined && { password: fresh === '' ? '请填写新密码' : weak }),
      ...(again !== fresh && { again: '两次填的新密码不一样' }),
    }
    setFaults(empty)
    if (Object.keys(empty).length > 0) return
    const done = await run(() => changePassword(asksOld ? old : null, fresh))
    if (!done) return
    setOld('')
    setFresh('')
    setAgain('')
    notify.success(say.done)
    if (due !== null) void navigate(homeOf(session.role), { replace: true })
  }

  return (
    <Panel title={say.act}>
      {due !== null && <Due due={due} />}
      {!isFirst && data && <LastChange account={data} />}
      <form className="personal-form" noValidate onSubmit={(event) => void submit(event)}>
        {asksOld && (
          <TextField
            secret
            label={say.old}
            name="old-password"
            autoComplete="current-password"
            maxLength={200}
            value={old}
            onChange={setOld}
            fault={faults['old_password']}
          />
        )}
        <NewPassword
          value={fresh}
          again={again}
          context={context}
          fault={faults['password']}
          againFault={faults['again']}
          onChange={setFresh}
          onAgain={setAgain}
        />
        {faults['form'] !== undefined && <ErrorBox title={say.failed} detail={faults['form']} />}
        <Button type="submit" look="primary" large busy={busy}>
          {say.act}
        </Button>
      </form>
    </Panel>
  )
}
