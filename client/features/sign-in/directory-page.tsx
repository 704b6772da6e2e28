import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  outsideDoors,
  outsideEntered,
  type OutsideEntered,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import { api } from '../../platform/api/api.ts'
import { isSitePath } from '../../platform/session/return-path.ts'
import { sealPassword } from '../../platform/session/seal-password.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { OutsideSteps } from './outside-page.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useCaptcha } from './use-captcha.ts'
import { enter, faultsOf, type Faults } from './use-sign-in.ts'

const path = '/api/v1/login/directory'

const usual = '单位账号'

/** What the directory's accounts are called; undefined while that is asked, null where there is no directory. */
function useLabel(): string | null | undefined {
  const [label, setLabel] = useState<string | null>()
  useEffect(() => {
    const leave = new AbortController()
    api
      .get('/api/v1/login/outside', { schema: outsideDoors, quiet: true, signal: leave.signal })
      .then((doors) => setLabel(doors.find(({ provider }) => provider === 'ldap')?.label ?? null))
      .catch(() => setLabel(usual))
    return () => leave.abort()
  }, [])
  return label
}

/** Where the person was going, and whether an administrator only looks, as the page before said in the address. */
function useErrand(): { readonly back?: string; readonly trial?: true } {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const back = query.get('back')
  return { ...(isSitePath(back) && { back }), ...(query.has('trial') && { trial: true }) }
}

/** Account and password of the own unit's directory; afterwards the steps of any way in from outside. */
export function DirectoryPage() {
  usePageTitle('单位账号登录')
  const [entered, setEntered] = useState<OutsideEntered>()
  const session = useSession()
  return (
    <SignInFrame>
      {entered ? (
        <OutsideSteps entered={entered} session={session} onEntered={setEntered} />
      ) : (
        <DirectoryForm onEntered={setEntered} />
      )}
    </SignInFrame>
  )
}

/** Account and password as they are sent to be judged. */
function useDirectory(onEntered: (entered: OutsideEntered) => void) {
  const errand = useErrand()
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const ask = async (account: string, password: string) => {
    const sealed = await sealPassword(password)
    const body = { account: account.trim(), ...sealed, ...captcha.answer, ...errand }
    const answer = await api.post(path, { schema: outsideEntered, body, quiet: true })
    if (answer.result && 'token' in answer.result) enter(answer.result)
    captcha.done()
    onEntered(answer)
  }
  async function submit(account: string, password: string): Promise<Faults> {
    const empty: Faults = {
      ...(account.trim() === '' && { account: '请填写单位账号' }),
      ...(password === '' && { password: '请填写密码' }),
      ...(captcha.needed && captcha.typed.trim() === '' && { captcha: '请填写验证码' }),
    }
    setFaults(empty)
    if (busy || Object.keys(empty).length > 0) return empty
    setBusy(true)
    try {
      await ask(account, password)
      return {}
    } catch (error) {
      const found = faultsOf(error)
      setFaults(found)
      if (captcha.needed || found.captcha !== undefined) void captcha.load()
      return found
    } finally {
      setBusy(false)
    }
  }
  return { busy, faults, captcha, submit }
}

function DirectoryForm({ onEntered }: { onEntered: (entered: OutsideEntered) => void }) {
  const label = useLabel()
  const { submit, ...state } = useDirectory(onEntered)
  if (label === null)
    return (
      <div className="signin-form">
        <h1>单位账号登录</h1>
        <ErrorBox title="暂不能登录" detail="本平台没有开通单位账号登录，请用杏坛的账号密码登录。" />
        <Elsewhere />
      </div>
    )
  const accounts = { label: label ?? usual, help: '单位统一发放的账号，例如工号或域账号', maxLength: 100 }
  return (
    <div className="signin-form">
      <h1 tabIndex={-1}>用{accounts.label}登录</h1>
      <p className="signin-lead signin-gap">
        请输入单位发给您的账号和密码，不是杏坛的密码。密码只用来向单位核对，本平台不保存。
      </p>
      <SignInForm accounts={accounts} {...state} onSubmit={submit} />
      <Elsewhere />
    </div>
  )
}

const Elsewhere = () => (
  <p className="signin-acts">
    <ButtonLink look="text" to="/login">
      用杏坛账号登录
    </ButtonLink>
  </p>
)
